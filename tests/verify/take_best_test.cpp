// SPDX-License-Identifier: MIT
#include "verify/take_best.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "cube/kernel.h"

namespace quixo::verify {
namespace {

/// The loops against their definitions.
template <class Rank>
void compare_take_best(int axes, bool own, std::mt19937& random) {
  ChildMap map;
  map.axes = axes;
  const int child_axes = own ? axes : axes + 1;
  std::vector<std::uint8_t> to(static_cast<std::size_t>(child_axes));
  std::iota(to.begin(), to.end(), std::uint8_t{0});
  // Shuffle from some axis on, so that low axes often stay.
  const int from = std::uniform_int_distribution(0, child_axes)(random);
  std::shuffle(to.begin() + from, to.end(), random);
  std::copy_n(to.begin(), axes, map.to.begin());
  if (own) map.fixed = std::uniform_int_distribution(0, axes - 1)(random);
  std::vector<Rank> child(std::size_t{1} << child_axes);
  const std::size_t points = std::size_t{1} << axes;
  std::vector<Rank> best(points + 16);  // nothing is written behind the last point
  for (Rank& rank : child) rank = static_cast<Rank>(random());
  for (Rank& rank : best) rank = static_cast<Rank>(random());
  std::vector<Rank> expected = best;
  for (std::size_t j = 0; j < points; ++j) {
    if (map.fixed >= 0 && (j >> map.fixed & 1)) continue;
    std::size_t k = 0;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(axes); ++axis)
      k |= (j >> axis & 1) << map.to[axis];
    expected[j] = std::max(expected[j], child[k]);
  }
  take_best(map, child.data(), best.data());
  ASSERT_EQ(best, expected) << axes << " axes, fixed " << map.fixed;
}

TEST(TakeBest, IsWhatItSays) {
  const std::string before = cube::simd_target();
  for (const std::string& target : cube::simd_targets()) {
    cube::use_simd_target(target);
    std::mt19937 random(7);
    for (int axes = 0; axes <= 12; ++axes)
      for (int i = 0; i < 60; ++i) {
        if (axes > 0) compare_take_best<std::uint8_t>(axes, true, random);
        compare_take_best<std::uint8_t>(axes, false, random);
        compare_take_best<std::uint16_t>(axes, false, random);
      }
  }
  cube::use_simd_target(before);
}

TEST(SetPoints, IsWhatItSays) {
  for (int axes = 1; axes <= 7; ++axes)
    for (std::uint32_t set = 1; set < 1U << axes; ++set)
      for (const bool bit : {false, true}) {
        std::vector<std::uint8_t> ranks(std::size_t{1} << axes);
        set_points<std::uint8_t>(set, bit, 5, axes, ranks.data());
        for (std::uint32_t point = 0; point < ranks.size(); ++point)
          ASSERT_EQ(ranks[point] == 5, (point & set) == (bit ? set : 0U));
      }
}

}  // namespace
}  // namespace quixo::verify
