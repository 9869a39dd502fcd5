// SPDX-License-Identifier: MIT
//
// The kernels against the definition, point by point, on random permutations of every size and on every
// instruction set the machine has.
#include "cube/kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace quixo::cube {
namespace {

struct alignas(64) Line {
  Word words[8];
};

class Bitmap {
 public:
  explicit Bitmap(int axes) : lines_((words_of(axes) + 7) / 8) {}
  Word* words() { return lines_[0].words; }
  bool get(std::size_t i) const { return lines_[i / 512].words[i / 64 % 8] >> i % 64 & 1; }
  void set(std::size_t i) { lines_[i / 512].words[i / 64 % 8] |= Word{1} << i % 64; }

 private:
  std::vector<Line> lines_;
};

Bitmap random_bitmap(int axes, std::mt19937_64& random) {
  Bitmap bitmap(axes);
  for (std::size_t i = 0; i < std::size_t{1} << axes; ++i)
    if (random() & 1) bitmap.set(i);
  return bitmap;
}

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

class EveryTarget : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { use_simd_target(GetParam()); }
  void TearDown() override { use_simd_target(simd_targets().front()); }
};

TEST_P(EveryTarget, TakesEffect) { EXPECT_EQ(simd_target(), GetParam()); }

TEST_P(EveryTarget, CombinesAsDefined) {
  std::mt19937_64 random(1);
  for (int axes = 1; axes <= 20; ++axes)
    for (int round = 0; round < (axes < 12 ? 200 : axes < 16 ? 60 : 20); ++round) {
      const bool blank = round % 2 == 0;
      const AxisMap map = random_map(axes, blank, round % 5 == 0 ? 20 : round % 5, random);
      const int acc_axes = axes - (blank ? 1 : 0);
      Bitmap child0 = random_bitmap(axes, random);
      Bitmap child1 = random_bitmap(axes, random);
      const Bitmap before = random_bitmap(acc_axes, random);
      Bitmap one = before;
      Bitmap two = before;
      Bitmap three = before;
      combine(map, child0.words(), one.words());
      combine2(map, child0.words(), two.words(), child1.words(), three.words());
      for (std::size_t j = 0; j < std::size_t{1} << acc_axes; ++j) {
        const bool touched = (j >> map.fixed & 1) == 0;
        const bool expect0 = before.get(j) || (touched && child_point(map, child0, j));
        const bool expect1 = before.get(j) || (touched && child_point(map, child1, j));
        ASSERT_EQ(one.get(j), expect0) << "axes " << axes << " round " << round << " point " << j;
        ASSERT_EQ(two.get(j), expect0) << "axes " << axes << " round " << round << " point " << j;
        ASSERT_EQ(three.get(j), expect1) << "axes " << axes << " round " << round << " point " << j;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Kernel, EveryTarget, testing::ValuesIn(simd_targets()),
                         [](const auto& target) { return target.param; });

}  // namespace
}  // namespace quixo::cube
