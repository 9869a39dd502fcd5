// SPDX-License-Identifier: MIT
//
// What people read: numbers, sizes, times, and text that comes from outside.
#include "base/text.h"

#include <gtest/gtest.h>

#include <string>

namespace quixo {
namespace {

TEST(Text, GroupsDigitsByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(43'046'721), "43,046,721");
  EXPECT_EQ(grouped(847'288'609'443), "847,288,609,443");
}

TEST(Text, SizesHaveTheUnitThatSuitsThem) {
  EXPECT_EQ(size_text(0), "0 bytes");
  EXPECT_EQ(size_text(999), "999 bytes");
  EXPECT_EQ(size_text(2'812), "2.8 kB");
  EXPECT_EQ(size_text(275'400'000), "275 MB");
  EXPECT_EQ(size_text(14'808'130'471), "14.8 GB");
  EXPECT_EQ(size_text(2'542'200'000'000), "2.5 TB");
  EXPECT_EQ(size_text(1'234'500'000'000'000), "1234 TB");
}

TEST(Text, EstimatedTimesAreRoundedUp) {
  EXPECT_EQ(rough_time(0.2), "1 s");
  EXPECT_EQ(rough_time(120), "120 s");
  EXPECT_EQ(rough_time(121), "3 min");
  EXPECT_EQ(rough_time(7'200), "120 min");
  EXPECT_EQ(rough_time(7'201), "3 h");
  EXPECT_EQ(rough_time(172'800), "48 h");
  EXPECT_EQ(rough_time(172'801), "3 days");
}

TEST(Text, QuotesShowWhatCannotBePrintedAndCutWhatIsLong) {
  EXPECT_EQ(quixo::quoted(""), "''");
  EXPECT_EQ(quixo::quoted("5x5"), "'5x5'");
  EXPECT_EQ(quixo::quoted("a\tb\x7f"), "'a\\x09b\\x7f'");
  EXPECT_EQ(quixo::quoted("\xc3\xa4"), "'\\xc3\\xa4'");
  EXPECT_EQ(quixo::quoted(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
  EXPECT_EQ(quixo::quoted(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
}

}  // namespace
}  // namespace quixo
