// SPDX-License-Identifier: MIT
//
// Truth of every stored position, without asking one by one. Values get ranks, from the worst child to the
// best for the player who moves to it; then what a position is worth is the maximum over its children's
// ranks, and the positions of one U are an array of ranks whose children are a few other arrays with their
// axes permuted. Everything comes from the moves of src/game and from where the reader says a position is
// stored; nothing is shared with the engine that made the table.
//
// A table has no distances of losses. So a layer takes two passes: the first derives them from the distances
// of wins, the second holds every value against its children.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "solve/workers.h"
#include "verify/block_reader.h"
#include "verify/integrity.h"
#include "verify/problems.h"

namespace quixo::verify {

/// What both passes work with.
struct FullCheck {
  const TableFiles& files;
  std::filesystem::path losses;  ///< The directory for the distances of losses.
  std::size_t cache_bytes = 0;   ///< Ranks are kept in so much memory.
  solve::Workers& workers;
  /// Called with the number of positions that were looked at since the last call, from any thread.
  std::function<void(std::uint64_t positions)> progress;
};

/// Where the distances of the losses of a layer are kept.
std::filesystem::path losses_file(const std::filesystem::path& directory, int layer);

/// Writes the distances of the losses of a layer: one more than the farthest of the children that are won.
/// Knows from `contents` what wins there are, and adds what losses there are.
void derive_losses(const FullCheck& check, int layer, std::vector<LayerContent>& contents);

/// Whether they are there, given what the layers hold.
bool has_losses(const FullCheck& check, int layer, const std::vector<LayerContent>& contents);

/// Every position of one layer against its moves, in units that can be checked on their own.
class LayerCheck {
 public:
  /// Needs to know what this layer and the one above (unless this is the full board) hold.
  LayerCheck(const FullCheck& check, int layer, const std::vector<LayerContent>& contents);
  ~LayerCheck();
  LayerCheck(const LayerCheck&) = delete;
  LayerCheck& operator=(const LayerCheck&) = delete;

  std::size_t units() const;
  /// Stored positions of a unit.
  std::uint64_t positions_per_unit() const;
  /// Checks the units from begin to end.
  void run(std::size_t begin, std::size_t end, Problems& problems);

 private:
  class Work;
  template <class Rank>
  class WorkWith;
  std::unique_ptr<Work> work_;
};

}  // namespace quixo::verify
