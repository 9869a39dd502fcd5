// SPDX-License-Identifier: MIT
//
// The search of the official game against values that a table has: positions of games and random ones. The
// file is written by make_5x5_values. Each line has a position, its outcome and its distance:
//
//   X4/2O2/5/5/OX2X o  loss 12
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "quixo/notation.h"
#include "quixo/search.h"
#include "tests/search/support.h"

namespace quixo {
namespace {

TEST(Values5x5, AreWhatTheTableSays) {
  std::ifstream file(VALUES_5X5);
  if (!file) GTEST_SKIP() << VALUES_5X5 << " is not there";
  const Rules rules = parse_rules("5x5");
  Search search(rules);
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    std::istringstream words(line);
    std::string cubes;
    std::string player;
    std::string outcome;
    int distance = 0;
    ASSERT_TRUE(words >> cubes >> player >> outcome >> distance) << line;
    Value value{Outcome::draw, static_cast<std::uint16_t>(distance)};
    for (const Outcome each : {Outcome::win, Outcome::loss})
      if (outcome == outcome_name(each)) value.outcome = each;
    ASSERT_EQ(outcome, outcome_name(value.outcome)) << line;
    const Position position = parse_position(rules, cubes + ' ' + player);
    const int farthest = lines % 20 == 0 ? 12 : 9;
    for (int horizon = 0; horizon <= farthest; ++horizon)
      ASSERT_EQ(search.value(position, {.horizon = horizon}), within(value, horizon)) << line;
  }
  EXPECT_GE(lines, 2'000);
}

}  // namespace
}  // namespace quixo
