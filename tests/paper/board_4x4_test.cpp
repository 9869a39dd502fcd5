// SPDX-License-Identifier: MIT
//
// 4x4 against everything that the paper prints about it. One solve is dear, so one test asks it everything.
#include <gtest/gtest.h>

#include <array>

#include "game/notation.h"
#include "paper/paper.h"
#include "tests/paper/steps_4x4.h"

namespace quixo::paper {
namespace {

TEST(Paper4x4, OutcomesMatchThePaper) {
  const Geometry geometry(parse_rules("4x4"));
  const Solution solution = solve(geometry, {{.threads = 2}, false});
  EXPECT_EQ(solution.census().totals(), (OutcomeCounts{26'434'489, 15'003'736, 1'608'496}));
  EXPECT_TRUE(solution.census().distances.empty());
  EXPECT_EQ(solution.value({}), (Value{Outcome::win, 0}));
}

// They take minutes under a sanitizer, and the small boards run through the same code.
#ifndef QUIXO_SLOW_BUILD
TEST(Paper4x4, StepsMatchThePaper) {
  const Geometry geometry(parse_rules("4x4"));
  const Solution solution = solve(geometry, {{.threads = 2}, true});
  EXPECT_EQ(solution.census().totals(), (OutcomeCounts{26'434'489, 15'003'736, 1'608'496}));

  EXPECT_EQ(solution.census().distances, paper_steps_4x4);

  const auto value = [&](const char* text) { return solution.value(parse_position(geometry, text)); };
  EXPECT_EQ(value("4/4/4/4 x"), (Value{Outcome::win, 21}));
  EXPECT_EQ(value("4/4/4/4 o"), (Value{Outcome::win, 21}));
  EXPECT_EQ(value("XOOO/OOXO/OXXO/OOOX x"), (Value{Outcome::loss, 1}));
  EXPECT_EQ(value("OXXX/XXOX/XOOX/XXXO o"), (Value{Outcome::loss, 1}));
  EXPECT_EQ(value("2OX/4/XOO1/4 x"), (Value{Outcome::loss, 22}));
  EXPECT_EQ(value(".XX./O.OX/OXXX/OXXO x"), (Value{Outcome::draw, 0}));
}
#endif

}  // namespace
}  // namespace quixo::paper
