// SPDX-License-Identifier: MIT
#include "solve/states.h"

#include <gtest/gtest.h>

#include "tests/solve/bitmaps.h"

namespace quixo::solve {
namespace {

TEST(States, AreTheSameInABitmapAndInAList) {
  std::mt19937_64 random(8);
  for (const int layer : {0, 3, 6, 11})
    for (const unsigned sparsity : {1U, 2U, 50U}) {
      OwnPlane plane(1, layer);
      fill(plane[0], layer, sparsity, random);
      if (is_empty(plane[0], layer)) continue;
      const auto [bitmap, list] = both_ways(plane[0], layer);
      EXPECT_FALSE(bitmap.listed());
      EXPECT_TRUE(list.listed());
      EXPECT_EQ(bitmap.count(), list.count());
      EXPECT_EQ(bitmap.first(), list.first());
      std::vector<OwnIndex> visited;
      bitmap.for_each([&](OwnIndex index) { visited.push_back(index); });
      EXPECT_TRUE(std::ranges::equal(visited, list.list()));
      OwnPlane other(3, layer);
      fill(other[0], layer, 2, random);
      const auto apply = [&](const States& states, std::size_t to, auto&& change) {
        copy(other[0], other[to], layer);
        change(states, other[to]);
        return std::vector<Word>(other[to].words(), other[to].words() + cube::words_of(layer));
      };
      const auto add = [](const States& states, OwnBitmap others) { states.add_to(others); };
      const auto remove = [](const States& states, OwnBitmap others) { states.remove_from(others); };
      EXPECT_EQ(apply(bitmap, 1, add), apply(list, 2, add));
      EXPECT_EQ(apply(bitmap, 1, remove), apply(list, 2, remove));
      for (std::size_t i = 0; i < cube::words_of(layer); ++i) {
        EXPECT_EQ(apply(list, 1, add)[i], other[0].words()[i] | plane[0].words()[i]);
        EXPECT_EQ(apply(list, 1, remove)[i], other[0].words()[i] & ~plane[0].words()[i]);
      }
    }
}

}  // namespace
}  // namespace quixo::solve
