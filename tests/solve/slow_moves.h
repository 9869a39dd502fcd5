// SPDX-License-Identifier: MIT
//
// Moves by the rules of the game, position by position: what the fast ways are held against.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "game/play.h"
#include "layout/index.h"
#include "layout/layout.h"

namespace quixo::solve {

/// Where a position gets by the move of an edge: its index in the bitmap of the child. Nothing when the move
/// takes a cube of the opponent.
inline std::optional<OwnIndex> slow_child(const Layout& layout, int layer, std::uint32_t bitmap,
                                          OwnIndex index, const Layout::Edge& edge) {
  const Position position = layout.position(layer, bitmap, bit_of(index));
  const Slide& slide = layout.geometry().slides()[edge.slide];
  if ((slide.taken() & position.cubes(Player::o)) != 0) return std::nullopt;
  const Position child = play(position, slide);
  const Layout::Place place = layout.place({swap_colours(child.bits), Player::x});
  EXPECT_EQ(place.bitmap, edge.child);
  return OwnIndex{place.bit};
}

/// The moves that take a blank, then those that take an own cube.
inline std::vector<Layout::Edge> all_edges(const Layout& layout, Cells occupancy) {
  std::vector<Layout::Edge> edges;
  std::vector<Layout::Edge> own;
  layout.blank_edges(occupancy, edges);
  layout.own_edges(occupancy, own);
  edges.insert(edges.end(), own.begin(), own.end());
  return edges;
}

/// A bitmap here and there of some layers that are not too large to look at each position.
struct Sample {
  int layer = 0;
  std::uint32_t bitmap = 0;
};
inline std::vector<Sample> sample(const Layout& layout, std::size_t per_layer) {
  std::vector<Sample> samples;
  for (int layer = 0; layer <= std::min(layout.cells(), 11); ++layer) {
    const std::size_t bitmaps = layout.occupancies(layer).size();
    const std::size_t step = std::max<std::size_t>(bitmaps / per_layer, 1);
    for (std::size_t bitmap = 0; bitmap < bitmaps; bitmap += step)
      samples.push_back({layer, static_cast<std::uint32_t>(bitmap)});
  }
  return samples;
}

}  // namespace quixo::solve
