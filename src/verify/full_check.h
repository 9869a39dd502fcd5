// SPDX-License-Identifier: MIT
//
// Truth of every stored position, without asking one by one. Values get ranks, from the worst child to the
// best for the player who moves to it; then what a position is worth is the maximum over its children's
// ranks, and the positions of one occupancy are an array of ranks whose children are a few other arrays with
// their axes permuted. Everything comes from the moves of src/game and from where the reader says a position
// is stored; nothing is shared with the engine that made the table.
//
// A table has no distances of losses. So a layer takes two passes: the first (outcome_check.h) holds every
// outcome against the children and derives the distances of losses from those of wins, the second
// (distance_check.h) holds the distances of wins against those of losses. A table of outcomes needs the first
// alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>

#include "base/peers.h"
#include "base/workers.h"
#include "verify/problems.h"
#include "verify/table_files.h"

namespace quixo::verify {

struct LayerLosses;

/// What both passes work with.
struct FullCheck {
  const TableFiles& files;
  std::filesystem::path work;          ///< The directory for the distances of losses.
  std::map<int, LayerLosses>& losses;  ///< What is in it, by layer.
  std::size_t cache_bytes = 0;         ///< The memory that ranks may take.
  Workers& workers;
  Peers& peers;  ///< Each checks a part of the units of the layer.
  /// Called with the number of positions that were looked at since the last call, from any thread.
  std::function<void(std::uint64_t positions)> count;

  /// Where a problem is that one of the two passes of a layer finds in a unit.
  Place place(int layer, int pass, std::size_t unit) const {
    return {2 * (files.geometry().cells() - layer) + pass, unit};
  }
};

}  // namespace quixo::verify
