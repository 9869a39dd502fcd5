// SPDX-License-Identifier: MIT
#include "tests/solve/upper_layers.h"

#include "solve/directory.h"
#include "solve/pack.h"
#include "tests/files.h"

namespace quixo::solve {
namespace {

// Planes of the second layer take 0.6 GB, and there are seven at a time.
TEST(UpperLayers, Of5x6FollowFromTheRules) { expect_upper_layers("5x6", 2, 50'000); }
TEST(UpperLayers, Of3x10FollowFromTheRules) { expect_upper_layers("3x10-line5", 1, 50'000); }
TEST(UpperLayers, Of2x15FollowFromTheRules) { expect_upper_layers("2x15-line6", 1, 50'000); }
// 0.9 GB each.
TEST(UpperLayers, Of4x7FollowFromTheRules) { expect_upper_layers("4x7", 3, 50'000); }

/// Bitmaps of up to 1,024 blocks: what is written of them is what is read, bitmap by bitmap.
TEST(UpperLayers, Of5x6AreReadAsTheyWerePacked) {
  UpperLayers upper(parse_rules("5x6"));
  const TemporaryDirectory files;
  Alone alone;
  const Directory directory(files.path(), upper.layout().geometry(), Metric::outcome, alone);
  for (const int layer : {30, 29, 28}) {  // 10 GB, and 2 GB of disk
    upper.solve_next();
    ASSERT_EQ(upper.layer(), layer);
    const LayerShape shape = upper.layout().shape(layer);
    PackTarget target;
    target.create_blocks = directory.create_blocks();
    table::LayerEntry entry;
    entry.bitmaps = shape.bitmaps;
    entry.outcomes =
        pack_outcomes(upper.layout(), layer, upper.planes(), upper.workers(), upper.sharing(), target);
    directory.check_blocks(shape, table::Part::outcomes, entry);
    for (std::size_t bitmap = 0; bitmap < shape.bitmaps; ++bitmap) {
      const OutcomePlanes read = directory.load_outcomes(shape, entry, {bitmap, bitmap + 1}, upper.workers());
      ASSERT_TRUE(std::equal(read.loss[bitmap].words(), read.loss[bitmap].words() + shape.bitmap_words(),
                             upper.planes().loss[bitmap].words()));
      ASSERT_TRUE(std::equal(read.not_win[bitmap].words(),
                             read.not_win[bitmap].words() + shape.bitmap_words(),
                             upper.planes().not_win[bitmap].words()));
    }
  }
}

}  // namespace
}  // namespace quixo::solve
