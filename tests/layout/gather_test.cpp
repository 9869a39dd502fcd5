// SPDX-License-Identifier: MIT
//
// Bits moved together and apart, against moving them one by one.
#include "layout/gather.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "quixo/rules.h"

namespace quixo {
namespace {

constexpr Cells all_cells = (Cells{1} << max_cells) - 1;

TEST(Gather, DoesTheExampleOfItsHeader) {
  EXPECT_EQ(gather(0b10110, 0b00110), 0b011U);
  EXPECT_EQ(scatter(0b10110, 0b011), 0b00110U);
}

TEST(Gather, MovesTheChosenBitsTogether) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 10'000; ++round) {
    const auto mask = static_cast<Cells>(random()) & all_cells;
    const auto cells = static_cast<Cells>(random()) & all_cells;
    Cells expected = 0;
    for (int bit = 0, next = 0; bit < max_cells; ++bit)
      if (mask >> bit & 1) expected |= (cells >> bit & 1) << next++;
    ASSERT_EQ(gather(mask, cells), expected);
  }
}

TEST(Scatter, IsTheOtherWay) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 10'000; ++round) {
    const auto mask = static_cast<Cells>(random()) & all_cells;
    const auto cells = static_cast<Cells>(random()) & mask;
    ASSERT_EQ(scatter(mask, gather(mask, cells)), cells);
    const std::uint32_t bits = static_cast<std::uint32_t>(random()) & ((1U << std::popcount(mask)) - 1);
    ASSERT_EQ(gather(mask, scatter(mask, bits)), bits);
  }
  EXPECT_EQ(scatter(0, 0), 0U);
  EXPECT_EQ(scatter(all_cells, all_cells), all_cells);
}

}  // namespace
}  // namespace quixo
