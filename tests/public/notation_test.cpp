// SPDX-License-Identifier: MIT
//
// The functions of quixo/notation.h that take rules: what is printed reads back.
#include "quixo/notation.h"

#include <gtest/gtest.h>

#include "tests/public/support.h"

namespace quixo {
namespace {

TEST(PublicNotation, PositionsAndMovesReadBack) {
  std::mt19937_64 random(3);
  for (const Rules& rules : some_rules())
    for (int i = 0; i < 40; ++i) {
      const Position position = random_position(random, rules);
      EXPECT_EQ(parse_position(rules, to_string(rules, position)), position);
      for (const Move& move : legal_moves(rules, position))
        EXPECT_EQ(parse_move(rules, to_string(rules, move)), move);
    }
}

TEST(PublicNotation, IsTheOneOfItsHeader) {
  const Rules rules = parse_rules("5x5");
  const Position position = parse_position(rules, "XX2O/5/5/5/5 x");
  EXPECT_EQ(position, make_position(1U << 24 | 1U << 23, 1U << 20, Player::x));
  EXPECT_EQ(to_string(rules, Move{24, 20}), "a5e5");
  EXPECT_EQ(diagram(rules, position),
            " 5 X X . . O\n 4 . . . . .\n 3 . . . . .\n 2 . . . . .\n 1 . . . . .\n   a b c d e\n");
  EXPECT_EQ(rules_for_position("4/4/4/4 x"), parse_rules("4x4"));
}

TEST(PublicNotation, SaysWhatIsWrong) {
  const Rules rules = parse_rules("3x3");
  EXPECT_EQ(message_of([&] { parse_position(rules, "4/3/3 x"); }), "row 1 has 4 cells, 3x3 needs 3");
  EXPECT_EQ(message_of([&] { parse_move(rules, "a4a1"); }),
            "move 'a4a1': expected the taken cell at 'a4a1', a column from a to c and a row from 1 to 3");
  EXPECT_THROW(parse_position({1, 1, 1}, "1 x"), Error);
}

TEST(PublicNotation, GamesReadBack) {
  const GameRecord game = parse_game("3x3\n1. a3c3 b1b3\n");
  EXPECT_EQ(game.moves.size(), 2U);
  EXPECT_EQ(parse_game(to_string(game)), game);
}

}  // namespace
}  // namespace quixo
