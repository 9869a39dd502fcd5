// SPDX-License-Identifier: MIT
//
// The census of a table against the solver's own, which is compared with the paper elsewhere.
#include "study/census.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "tests/game/support.h"

namespace quixo::study {
namespace {

class CensusOf : public testing::TestWithParam<Rules> {};

TEST_P(CensusOf, IsWhatSolvingGives) {
  const Table table = Table::solve(GetParam());
  const solve::Result solved = solve::solve(table.geometry(), {});
  const TableCensus one = take_census(table);
  EXPECT_EQ(one.empty_board, solved.empty_board);
  EXPECT_EQ(one.census, solved.census);
  EXPECT_EQ(one.win, solved.win);
  EXPECT_EQ(one.loss, solved.loss);
  EXPECT_EQ(take_census(table, {.threads = 3}), one);
}

INSTANTIATE_TEST_SUITE_P(Boards, CensusOf,
                         testing::Values(parse_rules("2x2"), parse_rules("3x3"), parse_rules("3x4"),
                                         parse_rules("3x3-double-wins"), parse_rules("4x4")),
                         test_name);

TEST(Census, ReportsItsProgressAndStops) {
  const Table table = Table::solve(parse_rules("4x4"));
  std::vector<double> shares;
  take_census(table, {.threads = 2, .progress = [&](double share) { shares.push_back(share); }});
  ASSERT_GE(shares.size(), 3U);
  EXPECT_GT(shares.front(), 0);
  EXPECT_LE(*std::ranges::max_element(shares), 1);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(take_census(table, {.threads = 2, .stop = stop.get_token()}), solve::Interrupted);
}

}  // namespace
}  // namespace quixo::study
