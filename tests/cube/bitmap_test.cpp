// SPDX-License-Identifier: MIT
//
// The plain operations against their definitions, point by point. Cubes of every size up to a few vectors of
// words are tried, since small ones take other paths than large ones.
#include "cube/bitmap.h"

#include <bit>
#include <vector>

#include "cube/sparse_bytes.h"
#include "tests/cube/bitmap.h"

namespace quixo::cube {
namespace {

constexpr int most_axes = 14;

/// Calls test(axes, bitmap) for bitmaps of every size from empty over sparse to full.
template <class Test>
void for_each_bitmap(Test&& test) {
  std::mt19937_64 random(2);
  for (int axes = 0; axes <= most_axes && !testing::Test::HasFatalFailure(); ++axes) {
    test(axes, Bitmap(axes));
    for (const unsigned sparsity : {1U, 2U, 7U, 100U, 3000U})
      for (int round = 0; round < 3; ++round) test(axes, random_bitmap(axes, random, sparsity));
  }
}

using BitmapOnEveryTarget = EveryTarget;

TEST_P(BitmapOnEveryTarget, ReverseComplementsTheIndex) {
  for_each_bitmap([](int axes, const Bitmap& in) {
    Bitmap expected(axes);
    for (std::size_t i = 0; i < in.points(); ++i)
      if (in.get(in.points() - 1 - i)) expected.set(i);
    Bitmap out(axes);
    out.set(0);  // what was there before does not matter
    reverse(in.words(), out.words(), axes);
    ASSERT_TRUE(out == expected) << axes << " axes";
  });
}

TEST_P(BitmapOnEveryTarget, CountsPoints) {
  for_each_bitmap([](int axes, const Bitmap& bitmap) {
    std::uint64_t all = 0;
    CountsByOnes by_ones{};
    for (std::size_t i = 0; i < bitmap.points(); ++i) {
      if (!bitmap.get(i)) continue;
      ++all;
      ++by_ones[static_cast<std::size_t>(std::popcount(i))];
    }
    ASSERT_EQ(count(bitmap.words(), axes), all) << axes << " axes";
    ASSERT_EQ(is_empty(bitmap.words(), axes), all == 0) << axes << " axes";
    CountsByOnes counted{};
    counted.fill(5);  // they are added
    count_by_ones(bitmap.words(), axes, counted);
    for (std::size_t ones = 0; ones < counted.size(); ++ones)
      ASSERT_EQ(counted[ones], by_ones[ones] + 5) << axes << " axes, " << ones << " ones";
  });
}

TEST_P(BitmapOnEveryTarget, RemovesAndCountsWhatIsLeft) {
  std::mt19937_64 random(4);
  for_each_bitmap([&](int axes, const Bitmap& bitmap) {
    const Bitmap some = random_bitmap(axes, random, 3);
    Bitmap expected(axes);
    std::uint64_t left = 0;
    for (std::size_t i = 0; i < bitmap.points(); ++i) {
      if (!bitmap.get(i) || some.get(i)) continue;
      expected.set(i);
      ++left;
    }
    Bitmap removed = bitmap;
    remove(some.words(), removed.words(), axes);
    ASSERT_TRUE(removed == expected) << axes << " axes";
    removed = bitmap;
    ASSERT_EQ(remove_and_count(some.words(), removed.words(), axes), left) << axes << " axes";
    ASSERT_TRUE(removed == expected) << axes << " axes";
  });
}

TEST_P(BitmapOnEveryTarget, InterleavesBits) {
  std::mt19937_64 random(3);
  for (std::size_t words = 0; words <= 9; ++words) {
    std::vector<Word> even(words);
    std::vector<Word> odd(words);
    for (Word& word : even) word = random();
    for (Word& word : odd) word = random();
    std::vector<std::uint8_t> out(words * 16 + 1, 0xa5);
    interleave(even.data(), odd.data(), words, out.data());
    EXPECT_EQ(out.back(), 0xa5);
    for (std::size_t i = 0; i < words * 128; ++i)
      ASSERT_EQ(out[i / 8] >> i % 8 & 1, (i % 2 == 0 ? even : odd)[i / 128] >> i / 2 % 64 & 1)
          << words << " words, bit " << i;
  }
}

TEST_P(BitmapOnEveryTarget, SparseBytesAreTheBytesThatAreNotZero) {
  std::mt19937_64 random(6);
  for (const std::size_t words : {0U, 1U, 2U, 3U, 40U, 256U}) {
    std::vector<Word> bitmap(words);
    std::vector<std::uint8_t> expected;
    std::vector<std::uint8_t> bytes;
    for (Word& word : bitmap) {
      std::uint64_t present = random() & 255;
      present &= random();  // a quarter of the bytes
      for (unsigned i = 0; i < 8; ++i)
        if (present >> i & 1) word |= (random() % 255 + 1) << 8 * i;
      expected.push_back(static_cast<std::uint8_t>(present));
      for (Word rest = word; rest != 0; rest >>= 8)
        if ((rest & 255) != 0) bytes.push_back(static_cast<std::uint8_t>(rest));
    }
    expected.insert(expected.end(), bytes.begin(), bytes.end());
    std::vector<std::uint8_t> out(most_sparse_bytes(words));
    out.resize(static_cast<std::size_t>(write_sparse_bytes(bitmap.data(), words, out.data()) - out.data()));
    ASSERT_EQ(out, expected) << words << " words";

    std::vector<Word> again(words, 0xa5);
    EXPECT_TRUE(read_sparse_bytes(out, again.data(), words));
    EXPECT_EQ(again, bitmap);
    std::vector<std::uint8_t> longer = out;
    longer.push_back(0);
    EXPECT_FALSE(read_sparse_bytes(longer, again.data(), words));
    for (std::size_t size = 0; size < out.size(); ++size) {
      const std::vector<std::uint8_t> shorter(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_FALSE(read_sparse_bytes(shorter, again.data(), words));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, BitmapOnEveryTarget, testing::ValuesIn(simd_targets()),
                         [](const auto& target) { return target.param; });

TEST(Bitmap, SetsTheSubcubeOfASetOfAxes) {
  std::mt19937_64 random(3);
  for (int axes = 0; axes <= most_axes; ++axes) {
    const std::uint32_t all = (1U << axes) - 1;
    for (std::uint32_t round = 0; round <= 60; ++round) {
      const std::uint64_t bits = random();
      const std::uint32_t set = axes <= 5 ? round & all : static_cast<std::uint32_t>(bits & bits >> 32) & all;
      const Bitmap before = random_bitmap(axes, random, 9);
      Bitmap expected = before;
      for (std::size_t i = 0; i < before.points(); ++i)
        if ((i & set) == set) expected.set(i);
      Bitmap bitmap = before;
      set_subcube(bitmap.words(), axes, set);
      ASSERT_TRUE(bitmap == expected) << axes << " axes, set " << set;
    }
  }
}

TEST(Bitmap, IsCoveredUnlessAPointIsMissing) {
  std::mt19937_64 random(4);
  for (int axes = 0; axes <= most_axes; ++axes) {
    const Bitmap some = random_bitmap(axes, random);
    Bitmap all = some;
    for (std::size_t i = 0; i < all.points(); i += 3) all.set(i);
    EXPECT_TRUE(is_covered(some.words(), all.words(), axes)) << axes << " axes";
    EXPECT_TRUE(is_covered(Bitmap(axes).words(), some.words(), axes)) << axes << " axes";
    for (int round = 0; round < 20; ++round) {
      const std::size_t point = random() % all.points();
      if (all.get(point)) continue;
      Bitmap more = some;
      more.set(point);
      EXPECT_FALSE(is_covered(more.words(), all.words(), axes)) << axes << " axes, point " << point;
    }
  }
}

TEST(Bitmap, VisitsItsPointsInAscendingOrder) {
  for_each_bitmap([](int axes, const Bitmap& bitmap) {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < bitmap.points(); ++i)
      if (bitmap.get(i)) expected.push_back(i);
    std::vector<std::uint32_t> visited;
    for_each_point(bitmap.words(), axes, [&](std::uint32_t point) { visited.push_back(point); });
    ASSERT_EQ(visited, expected) << axes << " axes";
  });
}

}  // namespace
}  // namespace quixo::cube
