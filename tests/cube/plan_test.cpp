// SPDX-License-Identifier: MIT
//
// What a plan must be whatever the map: the kernels' own tests hold its effect against the definition.
#include "cube/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace quixo::cube {
namespace {

constexpr int low = word_axes + 2;

AxisMap identity(int axes) {
  AxisMap map;
  map.axes = axes;
  map.fixed = axes - 1;
  std::iota(map.to.begin(), map.to.begin() + axes, std::uint8_t{0});
  return map;
}

Plan plan_of(const AxisMap& map) {
  Plan plan;
  compile<low>(map, plan);
  return plan;
}

TEST(AxisMap, KnowsAPermutation) {
  AxisMap map = identity(9);
  EXPECT_TRUE(map.is_permutation());
  std::swap(map.to[0], map.to[7]);
  EXPECT_TRUE(map.is_permutation());
  map.to[3] = map.to[4];
  EXPECT_FALSE(map.is_permutation());
  map = identity(9);
  map.to[8] = 9;
  EXPECT_FALSE(map.is_permutation());
  map = identity(9);
  map.fixed = 9;
  EXPECT_FALSE(map.is_permutation());
}

TEST(Plan, OfTheIdentityHasOnlyStrides) {
  const Plan plan = plan_of(identity(12));
  EXPECT_EQ(plan.exchanges, 0);
  EXPECT_EQ(plan.word_swaps + plan.lane_swaps, 0);
  EXPECT_FALSE(plan.permute_lanes);
  EXPECT_EQ(plan.fixed_low, -1);
  EXPECT_EQ(plan.dimensions, 3);
}

/// The example at the head of the header, moved to where low axes end: axes 7, 8 and 9 for its 0, 1 and 2,
/// with one low axis less.
TEST(Plan, ExchangesALowAxisThatReadsAnAddress) {
  AxisMap map = identity(10);
  map.to[7] = 9;  // a low axis reads an address
  map.to[8] = 7;  // an address reads a low axis
  map.to[9] = 8;
  const Plan plan = plan_of(map);
  ASSERT_EQ(plan.exchanges, 1);
  EXPECT_EQ(plan.word_exchanges, 0);
  EXPECT_EQ(plan.exchange[0].child_axis, 9);
  EXPECT_EQ(plan.exchange[0].acc_axis, 8);
  EXPECT_EQ(plan.exchange[0].low_axis, 7);
  EXPECT_TRUE(plan.exchange[0].stored);
  EXPECT_FALSE(plan.permute_lanes) << "they meet on one place";
  EXPECT_EQ(plan.dimensions, 0) << "axis 9 is fixed";
}

TEST(Plan, CountsEveryAxisOnce) {
  std::mt19937 random(2);
  for (int round = 0; round < 1000; ++round) {
    const int axes = low + static_cast<int>(random() % 10);
    AxisMap map = identity(axes);
    std::shuffle(map.to.begin(), map.to.begin() + axes, random);
    map.fixed = static_cast<int>(random() % static_cast<unsigned>(axes));
    const Plan plan = plan_of(map);
    int reading_addresses = 0;
    for (int axis = 0; axis < low; ++axis)
      if (map.to[static_cast<std::size_t>(axis)] >= low) ++reading_addresses;
    EXPECT_EQ(plan.exchanges, reading_addresses);
    int stored = 0;
    for (int i = 0; i < plan.exchanges; ++i) {
      EXPECT_EQ(plan.exchange[i].low_axis < word_axes, i < plan.word_exchanges) << "word axes come first";
      EXPECT_GE(plan.exchange[i].child_axis, low);
      EXPECT_GE(plan.exchange[i].acc_axis, low);
      EXPECT_EQ(map.to[plan.exchange[i].acc_axis], plan.exchange[i].low_axis);
      stored += plan.exchange[i].stored ? 1 : 0;
    }
    const bool fixed_is_address = map.fixed >= low;
    EXPECT_EQ(plan.fixed_low, fixed_is_address ? -1 : map.fixed);
    EXPECT_EQ(plan.dimensions + stored + (fixed_is_address ? 1 : 0), axes - low);
  }
}

}  // namespace
}  // namespace quixo::cube
