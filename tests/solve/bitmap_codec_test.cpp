// SPDX-License-Identifier: MIT
#include "solve/bitmap_codec.h"

#include <gtest/gtest.h>

#include "tests/game/support.h"
#include "tests/solve/bitmaps.h"

namespace quixo::solve {
namespace {

TEST(BitmapCodec, DecodesWhatItEncodes) {
  std::mt19937_64 random(7);
  for (int layer = 0; layer <= 16; ++layer) {
    const BitmapCodec codec(layer);
    OwnPlane planes(2, layer);
    States decoded(layer);
    const std::span<const Word> before(planes[0].words(), cube::words_of(layer));
    const std::span<const Word> after(planes[1].words(), cube::words_of(layer));
    for (const unsigned sparsity : {1U, 2U, 3U, 10U, 60U, 64U, 300U, 3000U, 60'000U})
      for (int round = 0; round < 4; ++round) {
        fill(planes[0], layer, sparsity, random);
        const auto [bitmap, list] = both_ways(planes[0], layer);
        Bytes code = {42};  // codes are appended
        codec.encode(bitmap, code);
        EXPECT_EQ(code.front(), 42);
        Bytes again = {42};
        codec.encode(list, again);
        EXPECT_EQ(code, again);
        if (is_empty(planes[0], layer)) {
          EXPECT_EQ(code.size(), 1U);
          continue;
        }
        decoded.set_bitmap([&](OwnBitmap any) { fill(any, layer, 2, random); });  // does not matter
        codec.decode(std::span(code).subspan(1), decoded);
        EXPECT_EQ(decoded.count(), count(planes[0], layer));
        decoded.copy_to(planes[1]);
        ASSERT_TRUE(std::ranges::equal(before, after)) << "layer " << layer << ", one in " << sparsity;
      }
  }
}

Bytes code_of(int layer, const std::vector<std::uint32_t>& bits) {
  States states(layer);
  states.set_list([&](std::vector<OwnIndex>& list) {
    for (const std::uint32_t bit : bits) list.push_back(OwnIndex{bit});
  });
  Bytes code;
  BitmapCodec(layer).encode(states, code);
  return code;
}

/// The examples of the header.
TEST(BitmapCodec, WritesTheDocumentedBytes) {
  EXPECT_EQ(code_of(9, {3, 4, 300}), (Bytes{0x00, 0x03, 0x00, 0xa7, 0x02}));
  EXPECT_EQ(code_of(9, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 64}),
            (Bytes{0x02, 0x03, 0x01, 0, 0, 0, 0, 0, 0, 0xff, 0x03, 0x01}));
  EXPECT_EQ(code_of(9, {}), Bytes{});
}

TEST(BitmapCodec, CodesUpToOnePositionIn64AsGaps) {
  for (const int layer : {0, 5, 7, 9, 12}) {
    const std::uint64_t most = BitmapCodec(layer).most_gaps();
    EXPECT_EQ(most, layer < 8 ? 2U : 1U << (layer - 6));
    for (const std::uint64_t count : {most - 1, most, most + 1}) {
      if (count == 0 || count > std::uint64_t{1} << layer) continue;
      std::vector<std::uint32_t> bits;
      for (std::uint32_t bit = 0; bit < count; ++bit) bits.push_back(bit);
      EXPECT_EQ(code_of(layer, bits).front() == 0, count <= most) << layer << ' ' << count;
    }
  }
}

TEST(BitmapCodec, RefusesWhatIsNotACode) {
  const BitmapCodec codec(7);
  States states(7);
  for (const Bytes& code : {Bytes{3}, Bytes{0, 0x80}, Bytes{0, 128 | 0, 1}, Bytes{0, 127, 0}, Bytes{1, 2},
                            Bytes{2, 0}, Bytes{2, 1, 0}, Bytes{2, 0, 0, 9}})
    EXPECT_THROW(codec.decode(code, states), NotACode);
  codec.decode(Bytes{0, 127}, states);
  EXPECT_EQ(bit_of(states.first()), 127U);
}

}  // namespace
}  // namespace quixo::solve
