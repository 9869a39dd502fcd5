// SPDX-License-Identifier: MIT
//
// 4x4 against everything that the paper prints about it. One solve is dear, so one test asks it everything.
#include <gtest/gtest.h>

#include <array>

#include "game/notation.h"
#include "paper/paper.h"

namespace quixo::paper {
namespace {

TEST(Paper4x4, OutcomesMatchThePaper) {
  const Geometry geometry(parse_rules("4x4"));
  const Solution solution = solve(geometry, {.distances = false, .threads = 2, .progress = {}});
  EXPECT_EQ(solution.census().totals(), (OutcomeCounts{26'434'489, 15'003'736, 1'608'496}));
  EXPECT_TRUE(solution.census().distances.empty());
  EXPECT_EQ(solution.value({}), (Value{Outcome::win, 0}));
}

TEST(Paper4x4, StepsMatchThePaper) {
  const Geometry geometry(parse_rules("4x4"));
  const Solution solution = solve(geometry, {.distances = true, .threads = 2, .progress = {}});
  EXPECT_EQ(solution.census().totals(), (OutcomeCounts{26'434'489, 15'003'736, 1'608'496}));

  const std::map<int, OutcomeCounts> table = {
      {0, {4'697'505, 4'530'779, 0}},
      {1, {15'277'446, 528, 0}},
      {2, {0, 3'775'611, 0}},
      {3, {2'419'938, 0, 0}},
      {4, {0, 2'970'384, 0}},
      {5, {1'740'992, 0, 0}},
      {6, {0, 1'982'339, 0}},
      {7, {1'214'497, 0, 0}},
      {8, {0, 1'034'097, 0}},
      {9, {658'834, 0, 0}},
      {10, {0, 438'138, 0}},
      {11, {287'864, 0, 0}},
      {12, {0, 182'954, 0}},
      {13, {100'374, 0, 0}},
      {14, {0, 66'280, 0}},
      {15, {29'314, 0, 0}},
      {16, {0, 18'014, 0}},
      {17, {6'656, 0, 0}},
      {18, {0, 4'084, 0}},
      {19, {1'012, 0, 0}},
      {20, {0, 520, 0}},
      {21, {57, 0, 0}},
      {22, {0, 8, 0}},
  };
  EXPECT_EQ(solution.census().distances, table);

  const auto value = [&](const char* text) { return solution.value(parse_position(geometry, text)); };
  EXPECT_EQ(value("4/4/4/4 x"), (Value{Outcome::win, 21}));
  EXPECT_EQ(value("4/4/4/4 o"), (Value{Outcome::win, 21}));
  EXPECT_EQ(value("XOOO/OOXO/OXXO/OOOX x"), (Value{Outcome::loss, 1}));
  EXPECT_EQ(value("OXXX/XXOX/XOOX/XXXO o"), (Value{Outcome::loss, 1}));
  EXPECT_EQ(value("2OX/4/XOO1/4 x"), (Value{Outcome::loss, 22}));
  EXPECT_EQ(value(".XX./O.OX/OXXX/OXXO x"), (Value{Outcome::draw, 0}));
}

}  // namespace
}  // namespace quixo::paper
