// SPDX-License-Identifier: MIT
//
// The bijection against the examples printed in the paper, and against what a bijection is.
#include "paper/ranking.h"

#include <gtest/gtest.h>

#include <vector>

#include "game/notation.h"

namespace quixo::paper {
namespace {

TEST(Ranking, MatchesThePapersTable) {
  struct Row {
    Cells set;
    int pop;
    std::uint32_t ord;
  };
  const Ranking ranking(8);
  for (const auto& [set, pop, ord] : {
           Row{0b00000000, 0, 0}, {0b00000001, 1, 0}, {0b00000010, 1, 1}, {0b00000011, 2, 0},
           {0b00000100, 1, 2},    {0b00000101, 2, 1}, {0b00000110, 2, 2}, {0b00000111, 3, 0},
           {0b00001000, 1, 3},    {0b00001001, 2, 3}, {0b00001010, 2, 4}, {0b00001011, 3, 1},
           {0b00001100, 2, 5},    {0b00001101, 3, 2}, {0b00001110, 3, 3}, {0b00001111, 4, 0},
           {0b00010000, 1, 4},    {0b00010001, 2, 6}, {0b00010010, 2, 7}, {0b00010011, 3, 4},
           {0b00010100, 2, 8},    {0b00010101, 3, 5}, {0b00010110, 3, 6}, {0b00010111, 4, 1},
       }) {
    EXPECT_EQ(ranking.pop(set), pop) << set;
    EXPECT_EQ(ranking.ord(set), ord) << set;
    EXPECT_EQ(ranking.inverse(pop, ord), set);
  }
}

/// The order by the combinatorial number system: the j-th lowest one at place p counts binomial(p, j).
std::size_t order_by_formula(Cells set) {
  std::size_t order = 0;
  int seen = 0;
  for (Cell place = 0; place < max_cells; ++place) {
    if ((set >> place & 1) == 0) continue;
    ++seen;
    std::size_t binomial = 1;
    for (int i = 0; i < seen; ++i)
      binomial =
          binomial * static_cast<std::size_t>(std::max(place - i, 0)) / static_cast<std::size_t>(i + 1);
    order += binomial;
  }
  return order;
}

TEST(Ranking, MatchesThePapersFigure) {
  const Geometry geometry(parse_rules("5x5"));
  const Position state = parse_position(geometry, ".XOX./.XX../OO.XX/.O..X/XO... x");
  const Cells s_x = state.cubes(Player::x);
  const Cells s_o = close_gaps(state.cubes(Player::o), s_x);
  EXPECT_EQ(s_x, 0b01010'01100'00011'00001'10000U);
  EXPECT_EQ(s_o, 0b01000011001001000U);
  EXPECT_EQ(open_gaps(s_o, s_x), state.cubes(Player::o));

  const Ranking ranking(25);
  constexpr std::size_t places_of_o = 6188;  // binomial(25 - 8, 5)
  const std::size_t index = order_by_formula(s_x) * places_of_o + order_by_formula(s_o);
  EXPECT_EQ(ranking.index(state), index);
  EXPECT_EQ(ranking.state(8, 5, index), state);
  EXPECT_EQ(ranking.size(8, 5), 1'081'575 * places_of_o);
  EXPECT_EQ(ranking.size(8, 8), 26'293'088'250);  // the paper's largest class
}

TEST(Ranking, IsABijectionOnEveryClass) {
  for (const int cells : {4, 9, 12}) {
    const Ranking ranking(cells);
    std::size_t total = 0;
    for (int x = 0; x <= cells; ++x)
      for (int o = 0; x + o <= cells; ++o) {
        for (std::size_t index = 0; index < ranking.size(x, o); ++index) {
          const Position state = ranking.state(x, o, index);
          ASSERT_EQ(state.cubes(Player::x) & state.cubes(Player::o), 0U);
          ASSERT_EQ(state.occupied() >> cells, 0U);
          ASSERT_EQ(std::popcount(state.cubes(Player::x)), x);
          ASSERT_EQ(std::popcount(state.cubes(Player::o)), o);
          ASSERT_EQ(ranking.index(state), index);
        }
        total += ranking.size(x, o);
      }
    std::size_t all = 1;
    for (int cell = 0; cell < cells; ++cell) all *= 3;
    EXPECT_EQ(total, all) << cells;
  }
}

TEST(Ranking, ClosesAndOpensGaps) {
  EXPECT_EQ(close_gaps(0, 0), 0U);
  EXPECT_EQ(close_gaps(0b1'0000'0000'0000'0000'0000'0000, 0), 0b1'0000'0000'0000'0000'0000'0000U);
  EXPECT_EQ(close_gaps(0b1'0000'0000'0000'0000'0000'0000, 0b0'1111'1111'1111'1111'1111'1111), 1U);
  EXPECT_EQ(open_gaps(1, 0b0'1111'1111'1111'1111'1111'1111), 0b1'0000'0000'0000'0000'0000'0000U);
  EXPECT_EQ(close_gaps(0b10'0101'0010, 0b00'1010'0101), 0b101101U);
  EXPECT_EQ(open_gaps(0b101101, 0b00'1010'0101), 0b10'0101'0010U);
}

}  // namespace
}  // namespace quixo::paper
