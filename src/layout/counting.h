// SPDX-License-Identifier: MIT
//
// Counting positions: how many there are of a class, and how many a plane holds.
#pragma once

#include <cassert>
#include <cstdint>

#include "base/workers.h"
#include "cube/bitmap.h"
#include "cube/plane.h"
#include "layout/layout.h"

namespace quixo {

/// The binomial coefficient: ways to choose k of n.
constexpr std::uint64_t binomial(int n, int k) {
  assert(k >= 0 && k <= n);
  std::uint64_t ways = 1;
  for (int i = 1; i <= k; ++i)
    ways = ways * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  return ways;
}
static_assert(binomial(30, 15) == 155'117'520 && binomial(7, 0) == 1);

/// Positions by the cubes of the player to move.
using CountsByOwn = cube::CountsByOnes;

/// The positions set in a plane of some bitmaps of a layer, which goes by the own index; symmetric ones
/// counted each.
CountsByOwn count_by_own(const Layout& layout, int layer, const cube::Plane& plane, BitmapRange bitmaps,
                         Workers& workers);
/// Of the whole layer.
inline CountsByOwn count_by_own(const Layout& layout, int layer, const cube::Plane& plane, Workers& workers) {
  return count_by_own(layout, layer, plane, layout.shape(layer).all_bitmaps(), workers);
}

}  // namespace quixo
