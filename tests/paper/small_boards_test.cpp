// SPDX-License-Identifier: MIT
//
// The engine on boards small enough to hold every value against its definition. Outcomes that fit their
// children do not prove a game with cycles; steps that do, prove outcomes and steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

#include "game/notation.h"
#include "game/play.h"
#include "paper/paper.h"

namespace quixo::paper {
namespace {

Options with(bool distances, int threads) { return {{.threads = threads}, distances}; }

/// Calls visit(position) for every board with X to move. The Os run through the subsets of the free cells.
template <class Visit>
void for_each_position(const Geometry& geometry, Visit&& visit) {
  for (Cells x = 0; x <= geometry.all_cells(); ++x) {
    const Cells free = geometry.all_cells() & ~x;
    Cells o = 0;
    do {
      visit(make_position(x, o, Player::x));
      o = (o - free) & free;
    } while (o != 0);
  }
}

/// The value that the definition gives a position, once its children have theirs.
Value value_by_definition(const Geometry& geometry, Position position, const Solution& solution) {
  if (const auto won = winner(geometry, position))
    return {won == position.to_move ? Outcome::win : Outcome::loss, 0};
  int nearest_loss = -1;
  int farthest_win = -1;
  bool draw = false;
  for_each_child(geometry, position, [&](const Slide&, Position child) {
    const Value value = solution.value(child);
    if (value.outcome == Outcome::draw) draw = true;
    if (value.outcome == Outcome::win) farthest_win = std::max<int>(farthest_win, value.distance);
    if (value.outcome == Outcome::loss && (nearest_loss < 0 || value.distance < nearest_loss))
      nearest_loss = value.distance;
  });
  if (nearest_loss >= 0) return {Outcome::win, static_cast<std::uint16_t>(nearest_loss + 1)};
  if (draw) return {Outcome::draw, 0};
  return {Outcome::loss, static_cast<std::uint16_t>(farthest_win + 1)};
}

class SmallBoards : public testing::TestWithParam<std::string> {
 protected:
  const Geometry geometry_{parse_rules(GetParam())};
};

TEST_P(SmallBoards, EveryValueFollowsFromItsChildren) {
  const Solution solution = solve(geometry_, with(true, 2));
  for_each_position(geometry_, [&](Position position) {
    ASSERT_EQ(solution.value(position), value_by_definition(geometry_, position, solution))
        << to_string(geometry_, position);
  });
}

TEST_P(SmallBoards, TheCensusCountsTheValues) {
  const Solution solution = solve(geometry_, with(true, 1));
  Census census;
  for_each_position(geometry_, [&](Position position) {
    const auto x = static_cast<std::size_t>(std::popcount(position.cubes(Player::x)));
    const auto o = static_cast<std::size_t>(std::popcount(position.cubes(Player::o)));
    const Value value = solution.value(position);
    OutcomeCounts one;
    one.win = value.outcome == Outcome::win;
    one.loss = value.outcome == Outcome::loss;
    one.draw = value.outcome == Outcome::draw;
    census.classes[x][o] += one;
    if (one.draw == 0) census.distances[value.distance] += one;
  });
  EXPECT_EQ(solution.census(), census);
}

TEST_P(SmallBoards, OutcomesAloneAgreeWithDistancesAtAnyThreadCount) {
  const Solution full = solve(geometry_, with(true, 1));
  for (const bool distances : {false, true})
    for (const int threads : {1, 2, 3}) {
      const Solution solution = solve(geometry_, with(distances, threads));
      EXPECT_EQ(solution.census().classes, full.census().classes);
      if (distances)
        EXPECT_EQ(solution.census().distances, full.census().distances);
      else
        EXPECT_TRUE(solution.census().distances.empty());
      for_each_position(geometry_, [&](Position position) {
        Value expected = full.value(position);
        if (!distances) expected.distance = 0;
        ASSERT_EQ(solution.value(position), expected)
            << to_string(geometry_, position) << " with " << threads << " threads";
      });
    }
}

INSTANTIATE_TEST_SUITE_P(, SmallBoards,
                         testing::Values("2x2", "2x2-double-wins", "2x3", "2x3-line3-double-wins", "3x3",
                                         "3x3-line2", "3x3-double-wins", "3x3-line2-double-wins", "2x5",
                                         "2x5-line3", "2x5-line4", "2x5-line5", "2x5-double-wins",
                                         "2x5-line3-double-wins", "2x5-line4-double-wins",
                                         "2x5-line5-double-wins", "3x4", "3x4-line2", "3x4-line4",
                                         "3x4-double-wins", "3x4-line2-double-wins", "3x4-line4-double-wins"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Paper, TheFirstPlayerWins3x3InSeven) {
  const Geometry geometry(parse_rules("3x3"));
  const Solution solution = solve(geometry, {});
  EXPECT_EQ(solution.value({}), (Value{Outcome::win, 7}));
}

TEST(Paper, AValueDoesNotDependOnTheColours) {
  const Geometry geometry(parse_rules("3x3"));
  const Solution solution = solve(geometry, {});
  for_each_position(geometry, [&](Position position) {
    const Position swapped = swap_colours(position);
    ASSERT_EQ(swapped.to_move, Player::o);
    ASSERT_EQ(solution.value(swapped), solution.value(position)) << to_string(geometry, position);
  });
}

TEST(Paper, TheDoubleLineRuleDecidesWhoWinsTwoLines) {
  for (const auto& [rules, outcome] :
       {std::pair{"3x3", Outcome::win}, std::pair{"3x3-double-wins", Outcome::loss}}) {
    const Geometry geometry(parse_rules(rules));
    const Position both = parse_position(geometry, "XXX/3/OOO x");
    for (const bool distances : {false, true})
      EXPECT_EQ(solve(geometry, with(distances, 1)).value(both), (Value{outcome, 0})) << rules;
  }
}

TEST(Paper, ProgressVisitsEveryPairOfClassesOnceAndEndsAtOne) {
  const Geometry geometry(parse_rules("3x3"));
  for (const bool distances : {false, true}) {
    Options options = with(distances, 2);
    std::set<std::string> pairs;
    double share = 0;
    options.progress = [&](const Progress& progress) {
      EXPECT_GT(progress.share, share);
      EXPECT_TRUE(pairs.insert(progress.phase).second) << progress.phase;
      share = progress.share;
    };
    solve(geometry, options);
    EXPECT_EQ(pairs.size(), 30U);  // x <= o, x + o <= 9
    EXPECT_EQ(share, 1.0);
  }
}

TEST(Paper, WhatProgressThrowsEndsTheSolving) {
  Options options = with(true, 2);
  options.progress = [](const Progress&) { throw std::runtime_error("enough"); };
  EXPECT_THROW(solve(Geometry(parse_rules("3x3")), options), std::runtime_error);
}

TEST(Paper, MemoryIsThreeBytesAStateOrOne) {
  constexpr std::size_t states = 43'046'721;
  const Rules rules = parse_rules("4x4");
  EXPECT_GE(memory_needed(rules, false), states);
  EXPECT_LT(memory_needed(rules, false), states + 1'000'000);
  EXPECT_EQ(memory_needed(rules, true) - memory_needed(rules, false), 2 * states);
  EXPECT_GT(memory_needed(parse_rules("5x5"), true), 3 * std::size_t{847'288'609'443});
}

}  // namespace
}  // namespace quixo::paper
