// SPDX-License-Identifier: MIT
//
// The inner loops of a full check: the maximum of one array of ranks and another with its axes permuted.
#pragma once

#include <array>
#include <cstdint>

#include "quixo/rules.h"

namespace quixo::verify {

/// How a child's array is seen from its parent's. Both have an axis for each occupied cell. The parent's goes
/// by the opponent index, the child's by the own index: the opponent of the parent is the player to move in
/// the child. The point j of the parent has its child at the point with bit j_a on axis to[a].
struct ChildMap {
  int axes = 0;    ///< Of the parent.
  int fixed = -1;  ///< The axis of the own cube that is taken: only points with 0 there have this child.
  std::array<std::uint8_t, max_cells> to{};
};

/// best[j] = max(best[j], child[...]) for all points j that have the child.
void take_best(const ChildMap& map, const std::uint8_t* child, std::uint8_t* best);
void take_best(const ChildMap& map, const std::uint16_t* child, std::uint16_t* best);

/// Sets the points of an array with `axes` axes that have the given bit on all axes of the set.
template <class Rank>
void set_points(std::uint32_t axes_set, bool bit, Rank rank, int axes, Rank* ranks);

}  // namespace quixo::verify
