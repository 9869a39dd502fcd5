// SPDX-License-Identifier: MIT
//
// The arithmetic of slots, words, blocks, bitmaps and units, against walking through a layer slot by slot.
#include "layout/layer_shape.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace quixo {
namespace {

TEST(LayerShape, NumbersAreThoseOfTheDefinition) {
  struct Row {
    LayerShape shape;
    std::size_t bitmap_words, blocks, blocks_of_bitmap, units, blocks_of_unit, bitmaps_of_unit;
  };
  for (const Row& row : {Row{{0, 1}, 1, 1, 1, 1, 1, 1024},
                         {{5, 1100}, 1, 2, 1, 2, 1, 1024},
                         {{6, 1024}, 1, 1, 1, 1, 1, 1024},
                         {{7, 600}, 2, 2, 1, 2, 1, 512},
                         {{15, 3}, 512, 2, 1, 2, 1, 2},
                         {{16, 3}, 1024, 3, 1, 3, 1, 1},
                         {{17, 2}, 2048, 4, 2, 2, 2, 1},
                         {{25, 1}, 524288, 512, 512, 1, 512, 1},
                         {{30, 1}, 16777216, 16384, 16384, 1, 16384, 1}}) {
    const LayerShape& shape = row.shape;
    EXPECT_EQ(shape.bitmap_words(), row.bitmap_words) << "layer " << shape.layer;
    EXPECT_EQ(shape.bitmap_slots(), row.bitmap_words * 64);
    EXPECT_EQ(shape.bitmap_positions(), std::size_t{1} << shape.layer);
    EXPECT_EQ(shape.words(), shape.bitmaps * row.bitmap_words);
    EXPECT_EQ(shape.positions(), std::uint64_t{shape.bitmaps} << shape.layer);
    EXPECT_EQ(shape.blocks(), row.blocks) << "layer " << shape.layer;
    EXPECT_EQ(shape.blocks_of_bitmap(), row.blocks_of_bitmap) << "layer " << shape.layer;
    EXPECT_EQ(shape.units(), row.units) << "layer " << shape.layer;
    EXPECT_EQ(shape.blocks_of_unit(), row.blocks_of_unit) << "layer " << shape.layer;
    EXPECT_EQ(shape.bitmaps_of_unit(), row.bitmaps_of_unit) << "layer " << shape.layer;
    EXPECT_EQ(shape.unit_slots(), row.blocks_of_unit * block_slots);
    EXPECT_EQ(shape.unit_words(), row.blocks_of_unit * block_words);
    EXPECT_EQ(shape.positions_of_unit(), std::uint64_t{row.bitmaps_of_unit} << shape.layer);
  }
}

class Shapes : public testing::TestWithParam<LayerShape> {
 protected:
  const LayerShape shape_ = GetParam();
};

TEST_P(Shapes, BlocksHoldEveryWordOnce) {
  std::size_t word = 0;  // of the layer
  for (std::size_t block = 0; block < shape_.blocks(); ++block) {
    ASSERT_EQ(shape_.slots_in(block), shape_.words_in(block) * 64);
    for (std::size_t in_block = 0; in_block < shape_.words_in(block); ++in_block, ++word) {
      ASSERT_EQ(shape_.bitmap_at(block, in_block), word / shape_.bitmap_words());
      ASSERT_EQ(shape_.word_in_bitmap(block, in_block), word % shape_.bitmap_words());
    }
  }
  EXPECT_EQ(word, shape_.words());
}

TEST_P(Shapes, SlotsFollowEachOther) {
  const std::size_t last = shape_.bitmap_positions() - 1;
  for (const std::size_t bitmap : std::set<std::size_t>{0, shape_.bitmaps / 2, shape_.bitmaps - 1})
    for (const std::size_t bit : std::set<std::size_t>{0, last / 2, last}) {
      const LayerShape::Slot slot = shape_.slot_of(bitmap, bit);
      ASSERT_LT(slot.block, shape_.blocks());
      ASSERT_LT(slot.in_block, shape_.slots_in(slot.block));
      EXPECT_EQ(slot.block * block_slots + slot.in_block, bitmap * shape_.bitmap_slots() + bit);
      EXPECT_EQ(shape_.bitmap_at(slot.block, slot.in_block / 64), bitmap);
      EXPECT_EQ(shape_.word_in_bitmap(slot.block, slot.in_block / 64) * 64 + slot.in_block % 64, bit);
    }
}

TEST_P(Shapes, TheBitmapsOfABlockFillIt) {
  for (std::size_t block = 0; block < shape_.blocks(); ++block) {
    std::size_t filled = 0;
    for_each_bitmap(shape_, block,
                    [&](std::size_t bitmap, std::size_t first, std::size_t words, std::size_t at) {
                      ASSERT_EQ(at, filled);
                      ASSERT_EQ(bitmap, shape_.bitmap_at(block, at));
                      ASSERT_EQ(first, shape_.word_in_bitmap(block, at));
                      ASSERT_LE(first + words, shape_.bitmap_words());
                      filled += words;
                    });
    ASSERT_EQ(filled, shape_.words_in(block));
  }
}

TEST_P(Shapes, UnitsHoldEveryBitmapOnceAndWholeBlocks) {
  std::size_t next = 0;
  for (std::size_t unit = 0; unit < shape_.units(); ++unit) {
    for_each_bitmap_of_unit(shape_, unit, [&](std::uint32_t bitmap) {
      ASSERT_EQ(bitmap, next++);
      ASSERT_EQ(shape_.unit_of(bitmap), unit);
      ASSERT_EQ(unit * shape_.unit_slots() + shape_.slot_in_unit(bitmap), bitmap * shape_.bitmap_slots());
    });
    ASSERT_LE((unit + 1) * shape_.blocks_of_unit(), shape_.blocks()) << "a unit has all its blocks";
  }
  EXPECT_EQ(next, shape_.bitmaps);
}

INSTANTIATE_TEST_SUITE_P(, Shapes,
                         testing::Values(LayerShape{0, 1}, LayerShape{0, 2000}, LayerShape{5, 1},
                                         LayerShape{5, 1024}, LayerShape{5, 1025}, LayerShape{6, 1},
                                         LayerShape{6, 3000}, LayerShape{15, 1}, LayerShape{15, 5},
                                         LayerShape{16, 1}, LayerShape{16, 4}, LayerShape{17, 1},
                                         LayerShape{17, 3}, LayerShape{25, 1}),
                         [](const auto& test) {
                           return "layer_" + std::to_string(test.param.layer) + "_bitmaps_" +
                                  std::to_string(test.param.bitmaps);
                         });

TEST(LayerShape, ABatchHasAtLeastEightBitmapsAndEightMegabytes) {
  EXPECT_EQ(bitmaps_per_batch(0), std::size_t{1} << 20);
  EXPECT_EQ(bitmaps_per_batch(6), std::size_t{1} << 20);
  EXPECT_EQ(bitmaps_per_batch(16), 1024U);
  EXPECT_EQ(bitmaps_per_batch(25), 8U);
  EXPECT_EQ(bitmaps_per_batch(30), 8U);
}

}  // namespace
}  // namespace quixo
