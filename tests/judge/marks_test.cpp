// SPDX-License-Identifier: MIT
#include "judge/marks.h"

#include <gtest/gtest.h>

namespace quixo::judge {
namespace {

/// Numbers that were worked out by hand from the formula, to four places.
TEST(Wilson, IsTheFormula) {
  const auto expect = [](std::uint64_t yes, std::uint64_t all, double least, double most) {
    const Interval interval = wilson(yes, all);
    EXPECT_NEAR(interval.least, least, 5e-5) << yes << " of " << all;
    EXPECT_NEAR(interval.most, most, 5e-5) << yes << " of " << all;
  };
  expect(5, 10, 0.2366, 0.7634);
  expect(90, 100, 0.8256, 0.9448);
  expect(0, 10, 0, 0.2775);
  expect(10, 10, 0.7225, 1);
  expect(1, 1, 0.2065, 1);
}

TEST(Wilson, HoldsTheShareAndNarrows) {
  for (std::uint64_t all = 1; all < 60; ++all)
    for (std::uint64_t yes = 0; yes <= all; ++yes) {
      const Interval interval = wilson(yes, all);
      const double share = static_cast<double>(yes) / static_cast<double>(all);
      EXPECT_LE(0, interval.least);
      EXPECT_LE(interval.least, share);
      EXPECT_LE(share, interval.most);
      EXPECT_LE(interval.most, 1);
      const Interval more = wilson(10 * yes, 10 * all);
      EXPECT_LE(more.most - more.least, interval.most - interval.least);
    }
  EXPECT_EQ(wilson(0, 0).least, 0);
  EXPECT_EQ(wilson(0, 0).most, 1);
}

TEST(Share, HasTwoEndsWhereSomethingIsUnclear) {
  Share share;
  for (const std::optional<bool> good :
       {std::optional(true), std::optional(true), std::optional(false), std::optional<bool>()})
    share.add(good);
  EXPECT_EQ(share, (Share{2, 1, 1}));
  EXPECT_EQ(share.seen().least, 0.5);
  EXPECT_EQ(share.seen().most, 0.75);
  EXPECT_EQ(share.interval().least, wilson(2, 4).least);
  EXPECT_EQ(share.interval().most, wilson(3, 4).most);
}

TEST(Phase, HasAsManyCubesAsTheOthers) {
  EXPECT_EQ(phase_of(0, 16), 0);
  EXPECT_EQ(phase_of(4, 16), 0);
  EXPECT_EQ(phase_of(5, 16), 1);
  EXPECT_EQ(phase_of(12, 16), 2);
  EXPECT_EQ(phase_of(16, 16), 3);
  EXPECT_EQ(phase_of(25, 25), 3);
}

}  // namespace
}  // namespace quixo::judge
