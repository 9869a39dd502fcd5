// SPDX-License-Identifier: MIT
//
// The census of a table against the solver's own, which is compared with the paper elsewhere.
#include "study/census.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "solve/solver.h"
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
  ASSERT_EQ(one.examples.size(), one.census.distances.size());
  for (const auto& [distance, examples] : one.examples) {
    const OutcomeCounts& counts = one.census.distances.at(distance);
    const auto value = static_cast<std::uint16_t>(distance);
    ASSERT_EQ(examples.win.has_value(), counts.win > 0);
    ASSERT_EQ(examples.loss.has_value(), counts.loss > 0);
    for (const auto& [example, outcome] :
         {std::pair{examples.win, Outcome::win}, {examples.loss, Outcome::loss}}) {
      if (!example) continue;
      EXPECT_EQ(table.probe(*example), (Value{outcome, value})) << *example;
    }
  }
}

TEST(Census, ExamplesHaveTheFewestCubes) {
  const Table table = Table::solve(parse_rules("3x3"));
  const TableCensus census = take_census(table, {.threads = 2});
  for (const Position& position : all_positions(table.rules())) {
    if (position.to_move != Player::x) continue;
    const Value value = table.probe(position);
    const DistanceExamples& examples = census.examples.at(value.distance);
    const std::optional<Position>& example = value.outcome == Outcome::win ? examples.win : examples.loss;
    ASSERT_LE(std::popcount(example->occupied()), std::popcount(position.occupied()));
  }
  EXPECT_EQ(census.examples.at(7).win, Position{});
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
