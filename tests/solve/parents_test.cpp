// SPDX-License-Identifier: MIT
//
// Both questions about the parents of news, with news and candidates on both sides of what is listed, against
// the rules of the game.
#include "solve/parents.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "game/notation.h"
#include "tests/solve/bitmaps.h"
#include "tests/solve/slow_moves.h"

namespace quixo::solve {
namespace {

struct AllMoves {
  const Layout& layout;
  Cells occupancy;
  std::vector<Layout::Edge> edges;

  std::size_t size() const { return edges.size(); }
  const Layout::Edge& edge(std::size_t move) const { return edges[move]; }
  void combine(std::size_t move, ConstOwnBitmap child, OpponentBitmap parents) const {
    solve::combine(layout.axis_map(occupancy, edges[move]), child, parents);
  }
  void prefetch(std::size_t /*move*/, ConstOwnBitmap /*child*/) const {}
};

/// News and unwon positions of the layer of a bitmap and of the one above, made up.
class ParentsOn : public testing::TestWithParam<const char*> {
 protected:
  struct Side {
    StateLists lists;
    OwnPlane news;
    OwnPlane unwon;
  };

  /// One child in three gets `news` new positions.
  Side make_side(int layer, std::size_t news, unsigned unwon_sparsity) {
    const std::size_t bitmaps = layout_.occupancies(layer).size();
    Side side{StateLists(layout_, layer, 1), OwnPlane(bitmaps, layer), OwnPlane(bitmaps, layer)};
    for (std::size_t bitmap = 0; bitmap < bitmaps; ++bitmap) {
      fill(side.unwon[bitmap], layer, unwon_sparsity, random_);
      if (random_() % 3 != 0 || news == 0) continue;
      for (std::size_t i = 0; i < news; ++i)
        side.news[bitmap].set(OwnIndex{static_cast<std::uint32_t>(random_()) & ((1U << layer) - 1)});
      States states(layer);
      states.set_bitmap([&](OwnBitmap copied) { copy(side.news[bitmap], copied, layer); });
      side.lists.add(bitmap, 0, states);
    }
    return side;
  }

  /// Whether a child of the position is in the planes, this layer's and the one above's.
  bool has_child(const AllMoves& moves, int layer, std::uint32_t bitmap, OwnIndex index,
                 const std::vector<Side>& sides, OwnPlane Side::*plane) const {
    for (const Layout::Edge& edge : moves.edges) {
      const auto child = slow_child(layout_, layer, bitmap, index, edge);
      if (child && (side_of(moves, edge, sides).*plane)[edge.child].test(*child)) return true;
    }
    return false;
  }

  const Side& side_of(const AllMoves& moves, const Layout::Edge& edge, const std::vector<Side>& sides) const {
    return sides[(layout_.taken(edge) & moves.occupancy) != 0 ? 0 : 1];
  }

  const Geometry geometry_{parse_rules(GetParam())};
  const Layout layout_{geometry_};
  std::mt19937_64 random_{9};
};

TEST_P(ParentsOn, AreThoseOfTheGame) {
  std::set<News> seen_news;
  std::set<Closed> seen_closed;
  for (const auto& place : sample(layout_, 2)) {
    const auto layer = place.layer;
    const auto bitmap = place.bitmap;
    if (layer == layout_.cells() || layer < 3) continue;
    const Cells occupancy = layout_.occupancies(layer)[bitmap];
    const AllMoves moves{layout_, occupancy, all_edges(layout_, occupancy)};
    ParentScratch scratch(layer);
    OwnPlane undecided(1, layer);
    OpponentPlane candidates(1, layer);
    const std::size_t most = most_listed(layer);
    for (const std::size_t news : {std::size_t{0}, std::size_t{1}, most - 1, most, most + 1, 4 * most})
      for (const unsigned sparsity : {2U, 20U, 400U}) {
        std::vector<Side> sides;
        sides.push_back(make_side(layer, news, 10 * sparsity));
        sides.push_back(make_side(layer + 1, news, 10 * sparsity));
        fill(undecided[0], layer, sparsity, random_);
        flip(undecided[0], candidates[0], layer);
        const auto lists_of = [&](std::size_t move) -> const StateLists& {
          return side_of(moves, moves.edge(move), sides).lists;
        };
        const auto bitmap_of = [&](OwnPlane Side::*plane) {
          return [&, plane](std::size_t move) -> ConstOwnBitmap {
            return (side_of(moves, moves.edge(move), sides).*plane)[moves.edge(move).child];
          };
        };
        Parents parents(layout_, layer, occupancy, moves, scratch);
        const News how_many = parents.find_news(lists_of);
        seen_news.insert(how_many);

        const ConstOwnBitmap open = undecided[0];
        const bool combined = parents.find_with_news(lists_of, bitmap_of(&Side::news), open,
                                                     [&](OwnIndex index) { return open.test(index); });
        EXPECT_EQ(combined, how_many == News::many);
        std::set<OwnIndex> found(scratch.parents.begin(), scratch.parents.end());
        if (combined)
          for_each(scratch.any_news, layer, [&](OpponentIndex index) {
            if (open.test(flipped(index, layer))) found.insert(flipped(index, layer));
          });
        std::set<OwnIndex> expected;
        for_each(open, layer, [&](OwnIndex index) {
          if (has_child(moves, layer, bitmap, index, sides, &Side::news)) expected.insert(index);
        });
        ASSERT_EQ(found, expected) << "layer " << layer << ", news " << news;

        if (how_many == News::none) continue;
        const Closed closed = parents.find_closed(
            how_many, lists_of, candidates[0], [&] { return count(candidates[0], layer); },
            bitmap_of(&Side::unwon));
        seen_closed.insert(closed);
        std::vector<OpponentIndex> closed_found(scratch.closed_list.begin(), scratch.closed_list.end());
        if (closed == Closed::bitmap) {
          closed_found.clear();
          for_each(scratch.closed, layer, [&](OpponentIndex index) { closed_found.push_back(index); });
        }
        std::vector<OpponentIndex> closed_expected;
        for_each(candidates[0], layer, [&](OpponentIndex index) {
          const OwnIndex own = flipped(index, layer);
          if (!has_child(moves, layer, bitmap, own, sides, &Side::unwon) &&
              (how_many == News::many || expected.contains(own)))
            closed_expected.push_back(index);
        });
        ASSERT_EQ(closed_found, closed_expected) << "layer " << layer << ", news " << news;
      }
  }
  EXPECT_EQ(seen_news, (std::set{News::none, News::few, News::many}));
  EXPECT_EQ(seen_closed, (std::set{Closed::listed, Closed::bitmap}));
}

INSTANTIATE_TEST_SUITE_P(, ParentsOn, testing::Values("3x3", "3x4", "4x4"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace quixo::solve
