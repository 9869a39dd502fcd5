// SPDX-License-Identifier: MIT
#include "solve/lists.h"

#include <gtest/gtest.h>

namespace quixo::solve {
namespace {

TEST(KeepIf, AsksOnceForEachAndKeepsTheOrder) {
  std::vector<int> values = {5, 2, 2, 9, 4, 1};
  std::vector<int> asked;
  keep_if(values, [&](int value) {
    asked.push_back(value);
    return value != 2;
  });
  EXPECT_EQ(asked, (std::vector<int>{5, 2, 2, 9, 4, 1}));
  EXPECT_EQ(values, (std::vector<int>{5, 9, 4, 1}));
  keep_if(values, [](int) { return false; });
  EXPECT_TRUE(values.empty());
  keep_if(values, [](int) { return true; });
  EXPECT_TRUE(values.empty());
}

TEST(SortUnique, MakesThemAscendingEachOnce) {
  std::vector<int> values = {3, 1, 3, 2, 1};
  sort_unique(values);
  EXPECT_EQ(values, (std::vector<int>{1, 2, 3}));
}

}  // namespace
}  // namespace quixo::solve
