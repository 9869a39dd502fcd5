// SPDX-License-Identifier: MIT
//
// What a plan must be whatever the map: the kernels' own tests hold its effect against the definition.
#include "cube/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace quixo::cube {
namespace {

AxisMap identity(int axes) {
  AxisMap map;
  map.axes = axes;
  map.fixed = axes - 1;
  std::iota(map.to.begin(), map.to.begin() + axes, std::uint8_t{0});
  return map;
}

Plan plan_of(const AxisMap& map) {
  Plan plan;
  compile<bit_axes, strip_axes>(map, plan);
  return plan;
}

std::vector<int> list(const std::uint8_t (&source)[byte_axes]) { return {source, source + byte_axes}; }

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
  EXPECT_EQ(plan.byte_exchanges + plan.bit_exchanges, 0);
  EXPECT_FALSE(plan.shuffle_first);
  EXPECT_FALSE(plan.settle);
  EXPECT_EQ(plan.fixed_low, -1);
  EXPECT_EQ(plan.dimensions, 4);
}

/// The example at the head of the header, with one more bit and two more axes of bytes, 3 and 4, that stay.
TEST(Plan, LetsAnAxisEnterWhereItIsWanted) {
  AxisMap map = identity(8);
  map.to = {6, 1, 2, 3, 4, 7, 0, 5};
  const Plan plan = plan_of(map);
  ASSERT_EQ(plan.byte_exchanges, 1);
  EXPECT_EQ(plan.bit_exchanges, 0);
  EXPECT_EQ(plan.exchange[0].child_axis, 7);
  EXPECT_EQ(plan.exchange[0].acc_axis, 7);
  EXPECT_EQ(plan.exchange[0].place, 5);
  EXPECT_TRUE(plan.exchange[0].read);
  EXPECT_FALSE(plan.exchange[0].stored) << "axis 7 is fixed";
  EXPECT_EQ(list(plan.first_source), (std::vector{3, 0, 1, 2})) << "what bit 0 wants first, what leaves last";
  EXPECT_EQ(plan.entrance, 3);
  ASSERT_EQ(plan.swaps, 1);
  EXPECT_EQ(plan.swap[0].a, 0);
  EXPECT_EQ(plan.swap[0].b, 3);
  EXPECT_EQ(list(plan.last_source), (std::vector{1, 2, 3, 0}));
  EXPECT_EQ(plan.dimensions, 0);
}

/// Wherever it is wanted among the bytes.
TEST(Plan, OfOneExchangeOfBytesHasNothingToSettle) {
  for (int place = bit_axes; place < strip_axes; ++place)
    for (int axis = bit_axes; axis < strip_axes; ++axis) {
      AxisMap map = identity(9);
      std::swap(map.to[static_cast<std::size_t>(place)], map.to[static_cast<std::size_t>(axis)]);
      std::swap(map.to[static_cast<std::size_t>(axis)], map.to[7]);
      const Plan plan = plan_of(map);
      EXPECT_EQ(plan.byte_exchanges, 1);
      EXPECT_EQ(plan.exchange[0].place, place);
      EXPECT_EQ(plan.entrance, axis - bit_axes);
      EXPECT_FALSE(plan.settle);
    }
}

TEST(Plan, DoesNotReadTheHalfOfAChildThatNobodyWants) {
  AxisMap map = identity(9);
  std::swap(map.to[4], map.to[8]);
  map.fixed = 4;
  const Plan plan = plan_of(map);
  ASSERT_EQ(plan.byte_exchanges, 1);
  EXPECT_FALSE(plan.exchange[0].read);
  EXPECT_TRUE(plan.exchange[0].stored);
}

TEST(Plan, CountsEveryAxisOnce) {
  std::mt19937 random(2);
  for (int round = 0; round < 1000; ++round) {
    const int axes = strip_axes + static_cast<int>(random() % 10);
    AxisMap map = identity(axes);
    std::shuffle(map.to.begin(), map.to.begin() + axes, random);
    map.fixed = static_cast<int>(random() % static_cast<unsigned>(axes));
    const Plan plan = plan_of(map);
    int reading_addresses = 0;
    for (int axis = 0; axis < strip_axes; ++axis)
      if (map.to[static_cast<std::size_t>(axis)] >= strip_axes) ++reading_addresses;
    const int exchanges = plan.byte_exchanges + plan.bit_exchanges;
    EXPECT_EQ(exchanges, reading_addresses);
    EXPECT_LE(plan.entrance + plan.byte_exchanges, byte_axes);
    int stored = 0;
    for (int i = 0; i < exchanges; ++i) {
      EXPECT_EQ(plan.exchange[i].place >= bit_axes, i < plan.byte_exchanges) << "byte axes come first";
      EXPECT_GE(plan.exchange[i].child_axis, strip_axes);
      EXPECT_GE(plan.exchange[i].acc_axis, strip_axes);
      EXPECT_EQ(map.to[plan.exchange[i].acc_axis], plan.exchange[i].place);
      stored += plan.exchange[i].stored ? 1 : 0;
    }
    EXPECT_LE(plan.swaps, bit_axes);
    for (int i = 0; i < plan.swaps; ++i) EXPECT_LT(plan.swap[i].b, word_axes) << "swaps stay in a word";
    const bool fixed_is_address = map.fixed >= strip_axes;
    EXPECT_EQ(plan.fixed_low, fixed_is_address ? -1 : map.fixed);
    EXPECT_EQ(plan.dimensions + stored + (fixed_is_address ? 1 : 0), axes - strip_axes);
  }
}

}  // namespace
}  // namespace quixo::cube
