// SPDX-License-Identifier: MIT
//
// Single positions moved by tables and by cells, on both sides of the number from which on tables are made,
// against the rules of the game.
#include "solve/state_moves.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "game/notation.h"
#include "solve/planes.h"
#include "tests/solve/bitmaps.h"
#include "tests/solve/slow_moves.h"

namespace quixo::solve {
namespace {

class OnABoard : public testing::TestWithParam<const char*> {
 protected:
  /// Different positions of a bitmap, ascending; fewer if it has not so many.
  template <class Index>
  std::vector<Index> pick(int layer, std::size_t count) {
    std::set<Index> picked;
    while (picked.size() < std::min(count, std::size_t{1} << layer))
      picked.insert(Index{static_cast<std::uint32_t>(random_()) & ((1U << layer) - 1)});
    return {picked.begin(), picked.end()};
  }

  const Geometry geometry_{parse_rules(GetParam())};
  const Layout layout_{geometry_};
  std::mt19937 random_{6};
};

constexpr std::size_t sizes[] = {
    0, 1, StateMoves::most_few - 1, StateMoves::most_few, StateMoves::most_few + 1, 64, 100};
static_assert(StateMoves::most_few == 24);

using StateMovesOn = OnABoard;

TEST_P(StateMovesOn, AppendTheParentsOfTheGame) {
  for (const auto& place : sample(layout_, 4)) {
    const auto layer = place.layer;
    const auto bitmap = place.bitmap;
    const Cells occupancy = layout_.occupancies(layer)[bitmap];
    const StateMoves moves(layout_, layer, occupancy);
    const std::vector<Layout::Edge> edges = all_edges(layout_, occupancy);
    for (const std::size_t size : sizes) {
      if (edges.empty()) continue;
      const Layout::Edge& edge = edges[random_() % edges.size()];
      const int child_layer = std::popcount(occupancy | layout_.taken(edge));
      const std::vector<OwnIndex> children = pick<OwnIndex>(child_layer, size);
      std::vector<Cells> cells;
      cells.reserve(children.size());
      for (const OwnIndex child : children)
        cells.push_back(scatter(layout_.occupancies(child_layer)[edge.child], bit_of(child)));
      List<OpponentIndex> parents;
      parents.reserve(cells.size() + 1);
      parents.push_back(OpponentIndex{0});  // they are appended
      std::set<OpponentIndex> prefetched;
      moves.append_parents(
          edge, cells, [&](OpponentIndex index) { prefetched.insert(index); }, parents);
      ASSERT_EQ(parents.front(), OpponentIndex{0});
      std::set<OpponentIndex> expected;
      for (std::uint32_t bit = 0; bit < 1U << layer; ++bit) {
        const auto child = slow_child(layout_, layer, bitmap, OwnIndex{bit}, edge);
        if (child && std::ranges::binary_search(children, *child))
          expected.insert(flipped(OwnIndex{bit}, layer));
      }
      EXPECT_EQ(parents.size() - 1, expected.size()) << "each once";
      ASSERT_EQ(std::set<OpponentIndex>(parents.begin() + 1, parents.end()), expected)
          << "layer " << layer << ", bitmap " << bitmap << ", " << size;
      EXPECT_TRUE(std::ranges::includes(prefetched, expected));
    }
  }
}

TEST_P(StateMovesOn, DropTheParentsOfTheGame) {
  for (const auto& place : sample(layout_, 3)) {
    const auto layer = place.layer;
    const auto bitmap = place.bitmap;
    const Cells occupancy = layout_.occupancies(layer)[bitmap];
    const StateMoves moves(layout_, layer, occupancy);
    const std::vector<Layout::Edge> edges = all_edges(layout_, occupancy);
    for (const std::size_t size : sizes)
      for (const unsigned sparsity : {3U, 30U}) {
        // A bitmap of its own for each move, some of them left out.
        std::vector<OwnPlane> planes;
        std::vector<StateMoves::Child> children;
        for (const Layout::Edge& edge : edges) {
          if (random_() % 5 == 0) continue;
          const int child_layer = std::popcount(occupancy | layout_.taken(edge));
          std::mt19937_64 random(random_());
          fill(planes.emplace_back(1, child_layer)[0], child_layer, sparsity, random);
          children.push_back({edge, planes.back()[0]});
        }
        const std::vector<OpponentIndex> picked = pick<OpponentIndex>(layer, size);
        List<OpponentIndex> indices(picked.begin(), picked.end());
        std::vector<OpponentIndex> expected;
        for (const OpponentIndex index : indices) {
          const bool dropped = std::ranges::any_of(children, [&](const StateMoves::Child& child) {
            const auto there = slow_child(layout_, layer, bitmap, flipped(index, layer), child.edge);
            return there && child.bitmap.test(*there);
          });
          if (!dropped) expected.push_back(index);
        }
        moves.drop_parents(children, indices);
        ASSERT_TRUE(std::ranges::equal(indices, expected))
            << "layer " << layer << ", bitmap " << bitmap << ", " << size;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(, StateMovesOn, testing::Values("3x3", "3x4", "4x4"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace quixo::solve
