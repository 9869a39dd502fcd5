// SPDX-License-Identifier: MIT
//
// Truth of every stored position, without asking one by one. Values get ranks, from the worst child to the
// best for the player who moves to it; then what a position is worth is the maximum over its children's
// ranks, and the positions of one U are an array of ranks whose children are a few other arrays with their
// axes permuted. Everything comes from the moves of src/game and from where the reader says a position is
// stored; nothing is shared with the engine that made the table.
//
// A table has no distances of losses. So a layer takes two passes: the first holds every outcome against the
// children and derives the distances of losses from those of wins, the second holds the distances of wins
// against those of losses. A table of outcomes needs the first alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "base/workers.h"
#include "verify/block_reader.h"
#include "verify/integrity.h"
#include "verify/problems.h"

namespace quixo::verify {

/// What both passes work with.
struct FullCheck {
  const TableFiles& files;
  std::filesystem::path work;   ///< The directory for the distances of losses.
  std::size_t cache_bytes = 0;  ///< Ranks are kept in so much memory.
  Workers& workers;
  /// Called with the number of positions that were looked at since the last call, from any thread.
  std::function<void(std::uint64_t positions)> progress;
};

/// The first pass: every outcome of one layer. In a table with distances it writes those of the losses, one
/// more than the farthest of the children that are won, knowing from `contents` what wins there are, and adds
/// to it what losses there are.
void check_outcomes(const FullCheck& check, int layer, std::vector<LayerContent>& contents,
                    Problems& problems);

/// The second pass: every distance of a win of one layer, in units that can be checked on their own. Wins
/// that are none are left to the first pass.
class DistanceCheck {
 public:
  /// Needs to know what this layer and the one above (unless this is the full board) hold.
  DistanceCheck(const FullCheck& check, int layer, const std::vector<LayerContent>& contents);
  ~DistanceCheck();
  DistanceCheck(const DistanceCheck&) = delete;
  DistanceCheck& operator=(const DistanceCheck&) = delete;

  std::size_t units() const;
  /// Stored positions of a unit.
  std::uint64_t positions_per_unit() const;
  /// Checks the units from begin to end.
  void run(std::size_t begin, std::size_t end, Problems& problems);

 private:
  class Pass;
  template <class Rank>
  class PassWith;
  std::unique_ptr<Pass> pass_;
};

}  // namespace quixo::verify
