// SPDX-License-Identifier: MIT
//
// Small boards never fill a huge page, so their solves do not show whether memory is used again as it should.
#include "cube/plane.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace quixo::cube {
namespace {

constexpr int axes = 20;  // 128 KiB a bitmap
constexpr std::size_t words = std::size_t{1} << (axes - 6);
constexpr std::size_t huge_page = std::size_t{2} << 20;

bool is_filled(const Plane& plane, std::size_t bitmaps, Word word) {
  return std::all_of(plane[0], plane[0] + bitmaps * words, [&](Word each) { return each == word; });
}

TEST(Plane, IsZeroAndStartsWithAHugePage) {
  for (const std::size_t bitmaps : {16U, 17U, 100U}) {
    const Plane plane(bitmaps, axes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(plane[0]) % huge_page, 0U);
    EXPECT_TRUE(is_filled(plane, bitmaps, 0));
  }
}

TEST(Plane, ThatUsesMemoryAgainHasAllOfItsOwn) {
  for (const std::size_t before : {1U, 16U, 40U, 100U})
    for (const std::size_t after : {1U, 16U, 40U, 100U}) {
      Plane old(before, axes);
      std::fill_n(old[0], before * words, Word{1});
      const Word* const place = old[0];
      Plane plane = Plane::reuse(std::move(old), after, axes);
      if (before >= 16 && after >= 16) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(plane[0]) % huge_page, 0U);
        EXPECT_TRUE(is_filled(plane, std::min(before, after), 1));
        EXPECT_TRUE(plane[0] == place || after > before);
      }
      std::fill_n(plane[0], after * words, Word{2});
      EXPECT_TRUE(is_filled(plane, after, 2));
    }
}

TEST(Plane, OfOtherAxesIsCutIntoOtherBitmaps) {
  Plane old(32, axes);
  const Plane plane = Plane::reuse(std::move(old), 64, axes - 1);
  EXPECT_EQ(plane[64] - plane[0], static_cast<std::ptrdiff_t>(64 * words / 2));
}

}  // namespace
}  // namespace quixo::cube
