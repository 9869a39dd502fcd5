// SPDX-License-Identifier: MIT
//
// Reachability against a plain breadth-first search with the rules of src/game, position by position.
#include "study/reachability.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "game/notation.h"
#include "game/play.h"
#include "tests/game/support.h"

namespace quixo::study {
namespace {

/// Every position that can arise, X to move.
std::set<Position> reachable_positions(const Geometry& geometry) {
  std::set<Position> reached{{}};
  std::vector<Position> open{{}};
  while (!open.empty()) {
    const Position position = open.back();
    open.pop_back();
    for (const Position& child : children(geometry, position))
      if (const Position seen = with_x_to_move(child); reached.insert(seen).second) open.push_back(seen);
  }
  return reached;
}

class ReachabilityOn : public testing::TestWithParam<Rules> {};

TEST_P(ReachabilityOn, IsWhatASearchFinds) {
  const Geometry geometry(GetParam());
  const solve::Layout layout(geometry);
  const std::set<Position> expected = reachable_positions(geometry);
  ClassCounts by_class{};
  for (const Position& position : expected)
    ++by_class[static_cast<std::size_t>(std::popcount(position.cubes(Player::x)))]
              [static_cast<std::size_t>(std::popcount(position.cubes(Player::o)))];
  for (const int threads : {1, 3}) {
    Reachability reachability(layout, threads, {});
    while (true) {
      const int layer = reachability.layer();
      for (std::uint32_t cube = 0; cube < layout.layer(layer).size(); ++cube)
        for (std::uint32_t bit = 0; bit < 1U << layer; ++bit) {
          const Position position = layout.position(layer, cube, bit);
          ASSERT_EQ(reachability.holds(cube, bit), expected.contains(position)) << position;
        }
      if (layer == geometry.cells()) break;
      reachability.advance();
    }
    EXPECT_EQ(count_reachable(layout, {.threads = threads}), by_class);
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, ReachabilityOn,
                         testing::Values(parse_rules("2x2"), parse_rules("2x3"), parse_rules("5x2"),
                                         parse_rules("3x3"), parse_rules("3x3-line2"),
                                         parse_rules("3x3-double-wins"), parse_rules("3x4"),
                                         parse_rules("4x3-line4-double-wins")),
                         test_name);

// A search as above takes half a minute; it found as many. The paper prints 41,252,106, nine fewer, for the
// same definition.
TEST(Reachability, CountsOn4x4) {
  const Geometry geometry(parse_rules("4x4"));
  const ClassCounts classes = count_reachable(solve::Layout(geometry), {.threads = 2});
  std::uint64_t all = 0;
  for (const auto& row : classes) all += std::accumulate(row.begin(), row.end(), std::uint64_t{0});
  EXPECT_EQ(all, 41'252'115U);
  EXPECT_EQ(classes[0][1], 12U);
  EXPECT_EQ(classes[1][0], 0U);
}

TEST(Reachability, ReportsItsProgressAndStops) {
  const Geometry geometry(parse_rules("4x4"));
  const solve::Layout layout(geometry);
  std::vector<double> shares;
  count_reachable(layout, {.progress = [&](double share) { shares.push_back(share); }});
  EXPECT_GT(shares.size(), 16U);
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_LE(shares.back(), 1);
  std::stop_source stop;
  const auto stop_halfway = [&](double share) {
    if (share > 0.5) stop.request_stop();
  };
  EXPECT_THROW(count_reachable(layout, {.stop = stop.get_token(), .progress = stop_halfway}),
               solve::Interrupted);
}

}  // namespace
}  // namespace quixo::study
