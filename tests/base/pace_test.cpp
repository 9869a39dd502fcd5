// SPDX-License-Identifier: MIT
#include "base/pace.h"

#include <gtest/gtest.h>

namespace quixo {
namespace {

using namespace std::chrono_literals;

const Pace::Clock::time_point begin{};

TEST(Pace, SaysNothingWhereItWouldGuess) {
  Pace pace(0, begin);
  EXPECT_EQ(pace.seconds_left(begin + 1s), std::nullopt);
  pace.see(0.5);  // was done before
  EXPECT_EQ(pace.seconds_left(begin + 1s), std::nullopt);
  pace.see(0.51);
  EXPECT_EQ(pace.seconds_left(begin + 1s), std::nullopt);
}

TEST(Pace, GoesOnAsItWent) {
  Pace pace(0, begin);
  pace.see(0.5);
  pace.see(0.75);
  EXPECT_DOUBLE_EQ(pace.seconds_left(begin + 10s).value(), 10);
  pace.see(1);
  EXPECT_DOUBLE_EQ(pace.seconds_left(begin + 20s).value(), 0);
}

TEST(Pace, BelievesWhatWasExpectedUntilItKnowsBetter) {
  Pace pace(100, begin);
  EXPECT_DOUBLE_EQ(pace.seconds_left(begin).value(), 100);
  pace.see(0);
  EXPECT_DOUBLE_EQ(pace.seconds_left(begin).value(), 100);
  pace.see(0.5);  // twice as fast
  EXPECT_NEAR(pace.seconds_left(begin + 25s).value(), 25, 1.1);
}

}  // namespace
}  // namespace quixo
