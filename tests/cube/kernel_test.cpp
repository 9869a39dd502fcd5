// SPDX-License-Identifier: MIT
//
// The kernels against the definition, point by point, on random permutations of every size and on every
// instruction set the machine has.
#include "cube/kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <stdexcept>

#include "tests/cube/bitmap.h"

namespace quixo::cube {
namespace {

/// A permutation of the child's axes; blank says the accumulator has one axis less.
AxisMap random_map(int axes, bool blank, int disorder, std::mt19937_64& random) {
  AxisMap map;
  map.axes = axes;
  std::iota(map.to.begin(), map.to.begin() + axes, std::uint8_t{0});
  for (int i = 0; i < disorder; ++i)
    std::swap(map.to[random() % static_cast<unsigned>(axes)], map.to[random() % static_cast<unsigned>(axes)]);
  map.fixed = blank ? axes - 1 : static_cast<int>(random() % static_cast<unsigned>(axes));
  return map;
}

bool child_point(const AxisMap& map, const Bitmap& child, std::size_t j) {
  std::size_t k = 0;
  for (int axis = 0; axis < map.axes; ++axis)
    if (j >> axis & 1) k |= std::size_t{1} << map.to[static_cast<std::size_t>(axis)];
  return child.get(k);
}

using KernelOnEveryTarget = EveryTarget;

TEST_P(KernelOnEveryTarget, TakesEffect) { EXPECT_EQ(simd_target(), GetParam()); }

TEST_P(KernelOnEveryTarget, CombinesAsDefined) {
  std::mt19937_64 random(1);
  for (int axes = 1; axes <= 26; ++axes)
    for (int round = 0; round < (axes < 12 ? 200 : axes < 16 ? 60 : axes <= 20 ? 8 : 3); ++round) {
      const bool blank = round % 2 == 0;
      const AxisMap map = random_map(axes, blank, round % 5 == 0 ? 20 : round % 5, random);
      const int acc_axes = axes - (blank ? 1 : 0);
      const Bitmap child = random_bitmap(axes, random);
      const Bitmap before = random_bitmap(acc_axes, random);
      Bitmap mapped = before;
      combine(map, child.words(), mapped.words());
      Bitmap planned = before;
      combine(make_plan(map), child.words(), planned.words());
      const std::size_t stride = axes <= 20 ? 1 : 61;  // the largest are looked at here and there
      for (std::size_t j = 0; j < std::size_t{1} << acc_axes; j += stride) {
        const bool touched = (j >> map.fixed & 1) == 0;
        const bool expected = before.get(j) || (touched && child_point(map, child, j));
        ASSERT_EQ(mapped.get(j), expected) << "axes " << axes << " round " << round << " point " << j;
        ASSERT_EQ(planned.get(j), expected) << "axes " << axes << " round " << round << " point " << j;
      }
    }
}

TEST_P(KernelOnEveryTarget, CombinesTheLargest) {
  std::mt19937_64 random(2);
  for (const bool blank : {false, true}) {
    const AxisMap map = random_map(max_axes, blank, 20, random);
    Bitmap child(max_axes);
    std::generate_n(child.words(), words_of(max_axes), std::ref(random));
    Bitmap acc(max_axes - (blank ? 1 : 0));
    combine(map, child.words(), acc.words());
    for (std::size_t j = 0; j < acc.points(); j += 9973)
      ASSERT_EQ(acc.get(j), (j >> map.fixed & 1) == 0 && child_point(map, child, j)) << "point " << j;
  }
}

TEST(Targets, PlanForTheirOwnVectors) {
  AxisMap map;
  map.axes = 12;
  std::iota(map.to.begin(), map.to.end(), std::uint8_t{0});
  std::vector<int> strips;
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    strips.push_back(make_plan(map).strips);
  }
  use_simd_target(simd_targets().front());
  EXPECT_EQ(std::ranges::adjacent_find(strips, std::less{}), strips.end()) << "better sets hold no fewer";
}

TEST(Targets, EndWithTheOneThatEveryMachineHas) {
  ASSERT_FALSE(simd_targets().empty());
  EXPECT_EQ(simd_targets().back(), "scalar");
}

TEST(Targets, AnUnknownOneIsRefusedAndChangesNothing) {
  use_simd_target("scalar");
  for (const char* name : {"", "sse9", "Scalar", "scalar "}) {
    std::string message;
    try {
      use_simd_target(name);
    } catch (const std::invalid_argument& error) {
      message = error.what();
    }
    EXPECT_TRUE(message.starts_with("no instruction set '" + std::string(name) + "'")) << message;
    for (const std::string& each : simd_targets())
      EXPECT_NE(message.find(' ' + each), std::string::npos) << message;
  }
  EXPECT_EQ(simd_target(), "scalar");
  use_simd_target(simd_targets().front());
  EXPECT_EQ(simd_target(), simd_targets().front());
}

INSTANTIATE_TEST_SUITE_P(, KernelOnEveryTarget, testing::ValuesIn(simd_targets()),
                         [](const auto& target) { return target.param; });

}  // namespace
}  // namespace quixo::cube
