// SPDX-License-Identifier: MIT
//
// Truth of every stored position, without asking one by one. Values get ranks, from the worst child to the
// best for the player who moves to it; then what a position is worth is the maximum over its children's
// ranks, and the positions of one U are an array of ranks whose children are a few other arrays with their
// axes permuted. Everything comes from the moves of src/game and from where the reader says a position is
// stored; nothing is shared with the engine that made the table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "solve/workers.h"
#include "verify/block_reader.h"
#include "verify/integrity.h"
#include "verify/problems.h"

namespace quixo::verify {

/// How a child's array is seen from its parent's. Both are indexed by one bit per occupied cell (axis): the
/// parent's by the cubes of the opponent, which are those of the player to move in the child. The point j of
/// the parent has its child at the point with bit j_a on axis to[a].
struct ChildMap {
  int axes = 0;    ///< Of the parent.
  int fixed = -1;  ///< The axis of the own cube that is taken: only points with 0 there have this child.
  std::array<std::uint8_t, max_cells> to{};
};

/// best[j] = max(best[j], child[...]) for all points j that have the child.
template <class Rank>
void take_best(const ChildMap& map, const Rank* child, Rank* best);

/// Sets the points that have the given bit on all axes of the set.
template <class Rank>
void set_points(std::uint32_t axes_set, bool bit, Rank rank, int axes, Rank* ranks);

/// Every position of one layer against its moves, in units that can be checked on their own.
class LayerCheck {
 public:
  /// Needs to know what this layer and the one above (unless this is the full board) hold.
  LayerCheck(const TableFiles& files, int layer, const std::vector<LayerContent>& contents,
             std::size_t cache_bytes, solve::Workers& workers);
  ~LayerCheck();
  LayerCheck(const LayerCheck&) = delete;
  LayerCheck& operator=(const LayerCheck&) = delete;

  std::size_t units() const;
  /// Stored positions of a unit.
  std::uint64_t positions_per_unit() const;
  /// Checks the units from begin to end.
  void run(std::size_t begin, std::size_t end, Problems& problems,
           const std::function<void(std::uint64_t positions)>& progress);

 private:
  class Work;
  template <class Rank>
  class WorkWith;
  std::unique_ptr<Work> work_;
};

}  // namespace quixo::verify
