// SPDX-License-Identifier: MIT
//
// The two ways to number the positions of one occupancy, as two types, so that a bit of one kind is never
// looked up in a bitmap of the other.
//
//   own index        set bits are cubes of the player to move: how planes and tables store positions
//   opponent index   the complement: set bits are cubes of the opponent. A move hands the turn over, so the
//                    opponent's cubes of a parent are the own cubes of the child. Hence the parents of a
//                    child's bitmap are found by the opponent index (see Layout::axis_map).
//
//   layer 3, X on the cells of axes 0 and 1, O on axis 2, X to move: own index 0b011, opponent index 0b100
#pragma once

#include <cassert>
#include <cstdint>

#include "cube/bitmap.h"

namespace quixo {

enum class OwnIndex : std::uint32_t {};
enum class OpponentIndex : std::uint32_t {};

/// The place in its bitmap.
constexpr std::uint32_t bit_of(OwnIndex index) { return static_cast<std::uint32_t>(index); }
constexpr std::uint32_t bit_of(OpponentIndex index) { return static_cast<std::uint32_t>(index); }

/// The same position by the other index.
constexpr OpponentIndex flipped(OwnIndex index, int layer) {
  assert(bit_of(index) >> layer == 0);
  return OpponentIndex{cube::reversed(bit_of(index), layer)};
}
constexpr OwnIndex flipped(OpponentIndex index, int layer) {
  assert(bit_of(index) >> layer == 0);
  return OwnIndex{cube::reversed(bit_of(index), layer)};
}
static_assert(flipped(OwnIndex{0b011}, 3) == OpponentIndex{0b100});

}  // namespace quixo
