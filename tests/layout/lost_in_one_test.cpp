// SPDX-License-Identifier: MIT
//
// Losses in one, by subcubes, against the rules position by position.
#include "layout/lost_in_one.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <random>

#include "game/play.h"
#include "layout/layer_shape.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

bool loses_in_one(const Geometry& geometry, Position position) {
  return !is_over(geometry, position) && !any_child(geometry, position, [&](const Slide&, Position child) {
    return winner(geometry, child) != other(position.to_move);
  });
}

/// Returns how many there are in the block.
int expect_right(const Layout& layout, const LostInOne& lost_in_one, int layer, std::size_t block) {
  const LayerShape shape = layout.shape(layer);
  int found = 0;
  for_each_bitmap(shape, block, [&](std::size_t bitmap, std::size_t first, std::size_t words, std::size_t) {
    std::vector<LostInOne::Word> lost(words);
    const bool any = lost_in_one.find(layout.occupancies(layer)[bitmap], first, words, lost.data());
    int here = 0;
    for (std::size_t i = 0; i < words * 64; ++i) {
      const std::size_t bit = first * 64 + i;
      const bool is_lost = any && (lost[i / 64] >> i % 64 & 1) != 0;
      const bool by_rules =
          bit < shape.bitmap_positions() &&
          loses_in_one(layout.geometry(), layout.position(layer, static_cast<std::uint32_t>(bitmap),
                                                          static_cast<std::uint32_t>(bit)));
      EXPECT_EQ(is_lost, by_rules) << layer << ' ' << bitmap << ' ' << bit;
      here += by_rules ? 1 : 0;
    }
    EXPECT_EQ(any, here > 0);
    found += here;
  });
  return found;
}

class LostInOneOf : public testing::TestWithParam<Rules> {};

TEST_P(LostInOneOf, EveryPosition) {
  const Geometry geometry(GetParam());
  const Layout layout(geometry);
  const LostInOne lost_in_one(layout);
  for (int layer = 0; layer <= geometry.cells(); ++layer)
    for (std::size_t block = 0; block < layout.shape(layer).blocks(); ++block)
      expect_right(layout, lost_in_one, layer, block);
}

INSTANTIATE_TEST_SUITE_P(Boards, LostInOneOf, testing::ValuesIn(all_rules(10)), test_name);

/// Calls visit(occupancy, lost, words) for the parts of bitmaps in a block that have losses.
template <class Visit>
void for_each_part(const Layout& layout, const LostInOne& lost_in_one, int layer, std::size_t block,
                   const Visit& visit) {
  std::array<LostInOne::Word, block_words> lost;
  for_each_bitmap(layout.shape(layer), block,
                  [&](std::size_t bitmap, std::size_t first, std::size_t words, std::size_t) {
                    const Cells occupancy = layout.occupancies(layer)[bitmap];
                    if (lost_in_one.find(occupancy, first, words, lost.data()))
                      visit(occupancy, lost.data(), words);
                  });
}

// Of a layer a random block, and the first that has losses.
TEST(LostInOne, BlocksOf5x5) {
  for (const char* name : {"5x5", "5x5-double-wins", "5x5-line4"}) {
    const Geometry geometry(parse_rules(name));
    const Layout layout(geometry);
    const LostInOne lost_in_one(layout);
    std::mt19937_64 random(5);
    int found = 0;
    for (const int layer : {12, 16, 18, 25}) {
      const LayerShape shape = layout.shape(layer);
      expect_right(layout, lost_in_one, layer, random() % shape.blocks());
      bool any = false;
      for (std::size_t block = 0; block < shape.blocks() && !any; ++block) {
        for_each_part(layout, lost_in_one, layer, block, [&](auto&&...) { any = true; });
        if (any) found += expect_right(layout, lost_in_one, layer, block);
      }
    }
    EXPECT_GT(found, 0) << name;
  }
}

// docs/results.md has the number, which a table gave.
TEST(LostInOne, AllOf5x5) {
  const Geometry geometry(parse_rules("5x5"));
  const Layout layout(geometry);
  const LostInOne lost_in_one(layout);
  int positions = 0;
  for (int layer = 0; layer <= geometry.cells(); ++layer)
    for (std::size_t block = 0; block < layout.shape(layer).blocks(); ++block)
      for_each_part(layout, lost_in_one, layer, block,
                    [&](Cells occupancy, const LostInOne::Word* lost, std::size_t words) {
                      for (std::size_t i = 0; i < words; ++i)
                        positions += std::popcount(lost[i]) * layout.orbit_size(occupancy);
                    });
  EXPECT_EQ(positions, 137'806);
}

}  // namespace
}  // namespace quixo
