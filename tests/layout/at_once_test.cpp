// SPDX-License-Identifier: MIT
//
// What the rules say at once, by subcubes, against the rules position by position.
#include "layout/at_once.h"

#include <gtest/gtest.h>

#include <random>

#include "game/play.h"
#include "layout/layer_shape.h"
#include "tests/game/support.h"

namespace quixo::probe {
namespace {

void expect_right(const Layout& layout, const AtOnce& at_once, int layer, std::size_t block) {
  const Geometry& geometry = layout.geometry();
  const LayerShape shape{layer, layout.occupancies(layer).size()};
  std::vector<AtOnce::Word> over(block_words);
  std::vector<AtOnce::Word> won(block_words);
  at_once.fill(shape, block, over.data(), won.data());
  const std::size_t cube_slots = cube::words_of(layer) * 64;
  for (std::size_t slot = 0; slot < shape.words_in(block) * 64; ++slot) {
    const std::size_t number = block * block_slots + slot;
    const bool is_over_here = over[slot / 64] >> slot % 64 & 1;
    const bool is_won_here = won[slot / 64] >> slot % 64 & 1;
    if (number % cube_slots >> layer != 0) {
      ASSERT_FALSE(is_over_here || is_won_here) << "no position has this slot";
      continue;
    }
    const Position position = layout.position(layer, static_cast<std::uint32_t>(number / cube_slots),
                                              static_cast<std::uint32_t>(number % cube_slots));
    bool wins = false;
    for_each_child(geometry, position, [&](const Slide&, Position child) {
      wins = wins || winner(geometry, child) == position.to_move;
    });
    ASSERT_EQ(is_over_here, is_over(geometry, position)) << position;
    ASSERT_EQ(is_won_here, wins) << position;
  }
}

class AtOnceOf : public testing::TestWithParam<Rules> {};

TEST_P(AtOnceOf, EveryPosition) {
  const Geometry geometry(GetParam());
  const Layout layout(geometry);
  const AtOnce at_once(layout);
  for (int layer = 0; layer <= geometry.cells(); ++layer)
    for (std::size_t block = 0; block < LayerShape{layer, layout.occupancies(layer).size()}.blocks(); ++block)
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
      const LayerShape shape{layer, layout.occupancies(layer).size()};
      expect_right(layout, at_once, layer, random() % shape.blocks());
    }
  }
}

}  // namespace
}  // namespace quixo::probe
