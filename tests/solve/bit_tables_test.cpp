// SPDX-License-Identifier: MIT
#include "solve/bit_tables.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace quixo::solve {
namespace {

TEST(BitTables, MoveTheBitsOfTheExample) {
  const BitTables tables(std::vector<std::uint32_t>{0b100, 0b001, 0b010});
  EXPECT_EQ(tables(0b011), 0b101U);
  EXPECT_EQ(tables(0), 0U);
}

TEST(BitTables, MoveEachBitToItsImage) {
  std::mt19937 random(3);
  for (const std::size_t size : {0U, 1U, 4U, 5U, 6U, 10U, 11U, 25U, 26U, 30U}) {
    std::vector<std::uint32_t> images(size);
    for (std::uint32_t& image : images)
      image = random() % 4 == 0 ? 0 : static_cast<std::uint32_t>(random());  // some go nowhere
    const BitTables tables(images);
    for (int round = 0; round < 200; ++round) {
      const std::uint32_t bits = static_cast<std::uint32_t>(random()) & ((1U << size) - 1);
      std::uint32_t expected = 0;
      for (std::size_t bit = 0; bit < size; ++bit)
        if (bits >> bit & 1) expected |= images[bit];
      ASSERT_EQ(tables(bits), expected) << size << " bits, " << bits;
    }
  }
}

}  // namespace
}  // namespace quixo::solve
