// SPDX-License-Identifier: MIT
#include "solve/partition.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "tests/game/support.h"

namespace quixo::solve {
namespace {

/// Of the moves of a layer.
struct Moves {
  double all = 0;
  double leaving = 0;  ///< Whose child another peer has.
  double share_leaving() const { return leaving / all; }
};

/// What a peer has to do in a layer, and the moves of all.
struct Counted {
  std::vector<double> work;  ///< By peer: moves, since all bitmaps are of one size.
  Moves own;
  Moves blank;
};

/// Looks at every `step`-th bitmap.
Counted count(const Layout& layout, const std::vector<Partition>& partitions, int layer, std::size_t step) {
  const Partition& here = partitions[static_cast<std::size_t>(layer)];
  const Partition& above = partitions[static_cast<std::size_t>(layer) + 1];
  Counted counted;
  counted.work.resize(static_cast<std::size_t>(here.peers()));
  std::vector<Layout::Edge> edges;
  const std::vector<Cells>& occupancies = layout.occupancies(layer);
  for (std::size_t bitmap = 0; bitmap < occupancies.size(); bitmap += step) {
    const int peer = here.owner(bitmap);
    const auto add = [&](Moves& moves, const Partition& partition) {
      moves.all += static_cast<double>(edges.size());
      for (const Layout::Edge& edge : edges) moves.leaving += partition.owner(edge.child) == peer ? 0 : 1;
      counted.work[static_cast<std::size_t>(peer)] += static_cast<double>(edges.size());
      edges.clear();
    };
    layout.own_edges(occupancies[bitmap], edges);
    add(counted.own, here);
    layout.blank_edges(occupancies[bitmap], edges);
    add(counted.blank, above);
  }
  return counted;
}

class Partitions : public testing::TestWithParam<int> {};

TEST_P(Partitions, HaveEveryBitmapOnceInWholeUnits) {
  const Geometry geometry(parse_rules("4x5"));
  const Layout layout(geometry);
  const std::vector<Partition> partitions = make_partitions(layout, GetParam());
  for (int layer = 0; layer <= layout.cells(); ++layer) {
    const Partition& partition = partitions[static_cast<std::size_t>(layer)];
    ASSERT_EQ(partition.peers(), GetParam());
    std::size_t next = 0;
    std::size_t most = 0;
    for (int peer = 0; peer < partition.peers(); ++peer) {
      const BitmapRange range = partition.range(peer);
      EXPECT_EQ(range.begin, next);
      if (range.size() > 0) {
        EXPECT_EQ(range.begin % layout.shape(layer).bitmaps_of_unit(), 0U);
        EXPECT_EQ(partition.owner(range.begin), peer);
        EXPECT_EQ(partition.owner(range.end - 1), peer);
      }
      const double mean = static_cast<double>(layout.shape(layer).bitmaps) / GetParam();
      EXPECT_LE(
          static_cast<double>(range.size()),
          mean * (1 + 2 * partition_tolerance) + static_cast<double>(layout.shape(layer).bitmaps_of_unit()));
      next = range.end;
      most = std::max(most, range.size());
    }
    EXPECT_EQ(next, layout.shape(layer).bitmaps);
    EXPECT_EQ(partition.most(), most);
  }
}

// Where a layer has enough to share out.
TEST_P(Partitions, AreBalancedWithinATenthOfTheMeanWork) {
  for (const char* rules : {"4x5", "5x5"}) {
    const Geometry geometry(parse_rules(rules));
    const Layout layout(geometry);
    const std::vector<Partition> partitions = make_partitions(layout, GetParam());
    for (int layer = 0; layer < layout.cells(); ++layer) {
      const LayerShape shape = layout.shape(layer);
      if (shape.units() < 20 * static_cast<std::size_t>(GetParam())) continue;
      const Counted counted = count(layout, partitions, layer, 1 + shape.bitmaps / 40'000);
      const double mean = (counted.own.all + counted.blank.all) / GetParam();
      for (const double work : counted.work) EXPECT_LT(work, 1.1 * mean) << rules << " layer " << layer;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Peers, Partitions, testing::Values(1, 2, 3, 8, 64));

// The figures of partition.h and docs/cluster.md.
TEST(Partition, KeepsMovesOfOwnCubesWithinRangesOf5x5) {
  const Geometry geometry(parse_rules("5x5"));
  const Layout layout(geometry);
  struct Case {
    int peers;
    double own, blank;  // the shares that leave
  };
  for (const auto& [peers, own, blank] : {Case{2, 0.06, 0.14}, {8, 0.17, 0.60}, {64, 0.28, 0.97}}) {
    const Counted counted = count(layout, make_partitions(layout, peers), 17, 7);
    EXPECT_NEAR(counted.own.share_leaving(), own, 0.01) << peers;
    EXPECT_NEAR(counted.blank.share_leaving(), blank, 0.01) << peers;
  }
}

}  // namespace
}  // namespace quixo::solve
