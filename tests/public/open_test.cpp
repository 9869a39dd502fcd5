// SPDX-License-Identifier: MIT
//
// Boards solved on the spot, as quixo/open.h promises them: any number of threads, a progress that rises to
// the end, a stop that is heeded, and a clear refusal of what is too large.
#include "quixo/open.h"

#include <gtest/gtest.h>

#include "tests/public/support.h"

namespace quixo {
namespace {

TEST(SolveInMemory, GivesTheSameWithAnyNumberOfThreads) {
  const Rules rules = parse_rules("3x4");
  const Table alone = solve_in_memory(rules, {.threads = 1});
  const Table together = solve_in_memory(rules, {.threads = 3});
  const Table all = solve_in_memory(rules);
  EXPECT_EQ(alone.rules(), rules);
  EXPECT_EQ(alone.metric(), Metric::distance);
  EXPECT_EQ(alone.summary().signature, together.summary().signature);
  EXPECT_EQ(alone.summary().signature, all.summary().signature);
  EXPECT_EQ(alone.summary().census, together.summary().census);
  EXPECT_EQ(alone.summary().census.totals().total(), 531'441U);  // 3^12
  EXPECT_EQ(alone.probe({}), alone.summary().empty_board);
}

TEST(SolveInMemory, ShowsProgressUntilAllIsDone) {
  std::vector<double> shares;
  solve_in_memory(parse_rules("3x4"),
                  {.threads = 2, .progress = [&](double share) { shares.push_back(share); }});
  ASSERT_FALSE(shares.empty());
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_GE(shares.front(), 0);
  EXPECT_LE(shares.back(), 1);
  EXPECT_GT(shares.back(), 0.9);
}

TEST(SolveInMemory, IsStoppedOnRequest) {
  std::stop_source stop;
  EXPECT_THROW(solve_in_memory(parse_rules("4x4"), {.threads = 2,
                                                    .stop = stop.get_token(),
                                                    .progress = [&](double) { stop.request_stop(); }}),
               Interrupted);
  EXPECT_THROW(solve_in_memory(parse_rules("2x2"), {.stop = stop.get_token()}), Interrupted);
}

TEST(SolveInMemory, RefusesWhatIsTooLargeOrImpossible) {
  EXPECT_EQ(message_of([] { solve_in_memory(parse_rules("4x5")); }),
            "4x5 has 20 cells, and at most 16 are solved in memory: make a table with quixo solve 4x5");
  EXPECT_THROW(solve_in_memory({1, 2, 2}), Error);
  EXPECT_EQ(most_cells_in_memory, 16);
}

TEST(OpenTable, SolvesASmallBoardThatHasNoTable) {
  const Table table = open_table(parse_rules("3x3"), {});
  EXPECT_EQ(table.probe({}), (Value{Outcome::win, 7}));
  const std::vector<MoveValue> line = table.line({});
  EXPECT_EQ(line.size(), 7U);
  EXPECT_EQ(winner(table.rules(), line.back().position), Player::x);
}

TEST(OpenTable, SaysThatALargeOneIsMissing) {
  EXPECT_NE(message_of([] {
              open_table(parse_rules("5x5"), "/nowhere");
            }).find("there is no table of 5x5 in /nowhere: quixo solve 5x5 makes it"),
            std::string::npos);
  EXPECT_NE(message_of([] {
              open_table(parse_rules("5x5"), {});
            }).find("there is no table of 5x5, and neither XDG_DATA_HOME nor HOME says where to look"),
            std::string::npos);
}

TEST(Table, RefusesImpossiblePositions) {
  const Table table = solve_in_memory(parse_rules("2x2"));
  for (const Position& position : {Position{both_halves(1), Player::x}, Position{Bits{1} << 4, Player::o}}) {
    EXPECT_THROW(table.probe(position), Error);
    EXPECT_THROW(table.outcome(position), Error);
    EXPECT_THROW(table.moves(position), Error);
    EXPECT_THROW(table.line(position), Error);
  }
}

}  // namespace
}  // namespace quixo
