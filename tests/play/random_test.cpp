// SPDX-License-Identifier: MIT
//
// Random choices are those of GCC's library, number by number.
#include "play/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace quixo {
namespace {

TEST(Random, GivesTheSameEverywhere) {
  Random random(7);
  std::vector<std::size_t> picked;
  for (const std::size_t count : {2U, 3U, 9U, 44U, 1000U}) picked.push_back(pick(random, count));
  std::vector<int> things(9);
  std::iota(things.begin(), things.end(), 0);
  shuffle(things, random);
  int happened = 0;
  for (int i = 0; i < 100; ++i) happened += happens(random, 0.24) ? 1 : 0;
  EXPECT_EQ(picked, (std::vector<std::size_t>{1, 2, 1, 39, 141}));
  EXPECT_EQ(things, (std::vector<int>{8, 4, 7, 3, 0, 5, 1, 6, 2}));
  EXPECT_EQ(happened, 31);
}

#ifdef __GLIBCXX__
TEST(Random, IsThatOfTheLibrary) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random ours(seed);
    Random theirs(seed);
    for (std::size_t count = 1; count < 100; ++count)
      EXPECT_EQ(pick(ours, count), std::uniform_int_distribution<std::size_t>(0, count - 1)(theirs));
    for (std::size_t size = 0; size < 50; ++size) {
      std::vector<std::size_t> one(size);
      std::iota(one.begin(), one.end(), 0);
      std::vector<std::size_t> two = one;
      shuffle(one, ours);
      std::ranges::shuffle(two, theirs);
      EXPECT_EQ(one, two);
    }
    for (const double probability : {0.0, 0.005, 0.24, 0.5, 0.999, 1.0})
      EXPECT_EQ(happens(ours, probability), std::bernoulli_distribution(probability)(theirs));
    EXPECT_EQ(ours, theirs);  // as many numbers were used
  }
}

TEST(Random, DrawsAgainWhatWouldFavourSome) {
  Random ours(1);
  Random theirs(1);
  const std::size_t count = (std::size_t{1} << 63) + 1;  // every other number is drawn again
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(pick(ours, count), std::uniform_int_distribution<std::size_t>(0, count - 1)(theirs));
  EXPECT_EQ(ours, theirs);
}
#endif

}  // namespace
}  // namespace quixo
