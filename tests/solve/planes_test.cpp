// SPDX-License-Identifier: MIT
#include "solve/planes.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "tests/solve/bitmaps.h"

namespace quixo::solve {
namespace {

// What the types are for.
static_assert(!std::is_convertible_v<OwnBitmap, OpponentBitmap>);
static_assert(!std::is_convertible_v<OwnBitmap, ConstOpponentBitmap>);
static_assert(!std::is_convertible_v<ConstOwnBitmap, OwnBitmap>);
static_assert(std::is_convertible_v<OwnBitmap, ConstOwnBitmap>);
static_assert(!std::is_convertible_v<std::uint32_t, OwnIndex>);

TEST(Flip, IsTheSamePositionsByTheOtherIndex) {
  std::mt19937_64 random(4);
  for (const int layer : {0, 1, 5, 6, 9}) {
    OwnPlane own(2, layer);
    OpponentPlane opponent(1, layer);
    fill(own[0], layer, 3, random);
    flip(own[0], opponent[0], layer);
    flip(opponent[0], own[1], layer);
    for (std::uint32_t bit = 0; bit < 1U << layer; ++bit) {
      const OwnIndex index{bit};
      EXPECT_EQ(own[0].test(index), opponent[0].test(flipped(index, layer)));
      EXPECT_EQ(own[0].test(index), own[1].test(flipped(flipped(index, layer), layer)));
    }
  }
}

TEST(CountedPlane, CountsWhatIsLeft) {
  constexpr int layer = 8;
  std::mt19937_64 random(5);
  OwnPlane positions(2, layer);
  fill(positions[0], layer, 2, random);
  CountedPlane<OwnIndex> counted({0, 2}, layer);
  EXPECT_TRUE(counted.is_empty());
  counted.assign(1, positions[0]);
  const std::uint32_t before = count(positions[0], layer);
  EXPECT_EQ(counted.count(0), 0U);
  EXPECT_EQ(counted.count(1), before);
  EXPECT_FALSE(counted.is_empty());
  std::vector<OwnIndex> some;
  for_each(positions[0], layer, [&](OwnIndex index) {
    if (some.size() < 3) some.push_back(index);
  });
  counted.take(1, some.size(), [&](OwnBitmap left) {
    for (const OwnIndex index : some) left.clear(index);
  });
  EXPECT_EQ(counted.count(1), before - 3);
  EXPECT_FALSE(counted[1].test(some[0]));
  counted.take(1, before - 3, [&](OwnBitmap left) { clear(left, layer); });
  EXPECT_TRUE(counted.is_empty());
}

}  // namespace
}  // namespace quixo::solve
