// SPDX-License-Identifier: MIT
//
// What the paper says of 5x5, asked of a table of it where `quixo solve 5x5` puts it.
#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "catalog/catalog.h"
#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "tests/game/support.h"
#include "tests/search/values_5x5.h"

namespace quixo {
namespace {

class Board5x5 : public testing::Test {
 protected:
  Outcome outcome(std::string_view position) const {
    return table_.probe(parse_position(geometry_of(table_), position)).outcome;
  }

  const Table table_ = open_table(parse_rules("5x5"));
};

TEST_F(Board5x5, HasThePapersTotalsAndIsADraw) {
  EXPECT_EQ(table_.summary().census.totals(),
            (OutcomeCounts{441'815'157'309, 279'746'227'956, 125'727'224'178}));
  EXPECT_EQ(outcome("5/5/5/5/5 x"), Outcome::draw);
}

TEST_F(Board5x5, HasTheOutcomesOfThePapersExamples) {
  EXPECT_EQ(outcome("XX2O/5/5/5/5 x"), Outcome::win);
  EXPECT_EQ(outcome("XX1X1/5/5/5/1O1OO x"), Outcome::win);
  EXPECT_EQ(outcome("OOOO1/5/3X1/5/2XXX x"), Outcome::loss);
}

// "One of those with the smallest numbers of tiles such that the outcome is not draw", and "the outcome of
// all reachable states in C_2,1 with active player X is X wins".
TEST_F(Board5x5, OfAGameIsADrawWithTwoCubesAndWonWithTwoAgainstOne) {
  std::set<Bits> seen;
  std::vector<Position> open{{}};
  int drawn = 0;
  int won = 0;
  while (!open.empty()) {
    const Position position = open.back();
    open.pop_back();
    const int own = std::popcount(position.cubes(Player::x));
    const int others = std::popcount(position.cubes(Player::o));
    if (own + others > 3 || !seen.insert(position.bits).second) continue;
    const Outcome found = table_.probe(position).outcome;
    if (own + others < 3) {
      EXPECT_EQ(found, Outcome::draw) << position;
      ++drawn;
    } else if (own == 2) {
      EXPECT_EQ(found, Outcome::win) << position;
      ++won;
    }
    for (const Position child : children(geometry_of(table_), position))
      open.push_back(with_x_to_move(child));
  }
  EXPECT_GT(drawn, 100);
  EXPECT_GT(won, 100);
}

/// What the tests of the search believe, and what players are judged by.
TEST_F(Board5x5, HasTheFrozenValues) {
  for (const char* path : {VALUES_5X5, SUITE_5X5}) {
    const std::vector<FrozenValue> values = frozen_values_5x5(path);
    EXPECT_GE(values.size(), 1000U) << path;
    for (const FrozenValue& frozen : values) {
      const Value value = table_.probe(frozen.position);
      EXPECT_EQ(value.outcome, frozen.outcome) << frozen.position;
      if (frozen.distance && table_.metric() == Metric::distance) {
        EXPECT_EQ(value.distance, *frozen.distance) << frozen.position;
      }
    }
  }
}

}  // namespace
}  // namespace quixo
