// SPDX-License-Identifier: MIT
//
// What the rules say at once, by subcubes, against the rules position by position.
#include "layout/at_once.h"

#include <gtest/gtest.h>

#include <random>

#include "game/play.h"
#include "layout/layer_shape.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

void expect_right(const Layout& layout, const AtOnce& at_once, int layer, std::size_t block) {
  const Geometry& geometry = layout.geometry();
  const LayerShape shape = layout.shape(layer);
  std::vector<AtOnce::Word> over(block_words);
  std::vector<AtOnce::Word> won(block_words);
  at_once.fill(shape, block, over.data(), won.data());
  for (std::size_t slot = 0; slot < shape.slots_in(block); ++slot) {
    const std::size_t bitmap = shape.bitmap_at(block, slot / 64);
    const std::size_t bit = shape.word_in_bitmap(block, slot / 64) * 64 + slot % 64;
    const bool is_over_here = over[slot / 64] >> slot % 64 & 1;
    const bool is_won_here = won[slot / 64] >> slot % 64 & 1;
    if (bit >= shape.bitmap_positions()) {
      ASSERT_FALSE(is_over_here || is_won_here) << "no position has this slot";
      continue;
    }
    const Position position =
        layout.position(layer, static_cast<std::uint32_t>(bitmap), static_cast<std::uint32_t>(bit));
    const bool over_by_rules = is_over(geometry, position);
    const bool wins = !over_by_rules && any_child(geometry, position, [&](const Slide&, Position child) {
      return winner(geometry, child) == position.to_move;
    });
    ASSERT_EQ(is_over_here, over_by_rules) << position;
    ASSERT_EQ(is_won_here, wins) << position;
  }
}

class AtOnceOf : public testing::TestWithParam<Rules> {};

TEST_P(AtOnceOf, EveryPosition) {
  const Geometry geometry(GetParam());
  const Layout layout(geometry);
  const AtOnce at_once(layout);
  for (int layer = 0; layer <= geometry.cells(); ++layer)
    for (std::size_t block = 0; block < layout.shape(layer).blocks(); ++block)
      expect_right(layout, at_once, layer, block);
}

INSTANTIATE_TEST_SUITE_P(Boards, AtOnceOf, testing::ValuesIn(all_rules(10)), test_name);

TEST(AtOnce, BlocksOf5x5) {
  for (const char* name : {"5x5", "5x5-double-wins", "5x5-line4"}) {
    const Geometry geometry(parse_rules(name));
    const Layout layout(geometry);
    const AtOnce at_once(layout);
    std::mt19937_64 random(5);
    for (int layer = 8; layer <= 25; layer += 3) {
      const LayerShape shape = layout.shape(layer);
      expect_right(layout, at_once, layer, random() % shape.blocks());
    }
  }
}

}  // namespace
}  // namespace quixo
