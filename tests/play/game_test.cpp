// SPDX-License-Identifier: MIT
#include "play/game.h"

#include "tests/play/support.h"

namespace quixo {
namespace {

Move move_of(const Game& game, const char* text) { return parse_move(game.geometry(), text); }

TEST(Game, StartsWithTheEmptyBoard) {
  const Game game(parse_rules("3x3"));
  EXPECT_EQ(game.position(), Position{});
  EXPECT_EQ(game.winner(), std::nullopt);
  EXPECT_FALSE(game.is_repeated());
}

TEST(Game, KeepsItsRecordAndTakesMovesBack) {
  Game game(parse_game("3x3\nX2/3/2O x\na3c3"));
  game.play(move_of(game, "c1a1"));
  EXPECT_EQ(to_string(game.record()), "3x3\nX2/3/2O x\n1. a3c3 c1a1\n");
  EXPECT_EQ(to_string(game.geometry(), game.position()), "2X/3/O2 x");
  game.undo();
  EXPECT_EQ(to_string(game.record()), "3x3\nX2/3/2O x\n1. a3c3\n");
  EXPECT_EQ(to_string(game.geometry(), game.position()), "2X/3/2O o");
}

TEST(Game, RefusesAnIllegalMoveAndStaysAsItWas) {
  Game game(parse_game("3x3\n1. a3c3"));
  EXPECT_EQ(message_of([&] { game.play(move_of(game, "c3a3")); }), "c3 holds the opponent's cube");
  EXPECT_EQ(to_string(game.record()), "3x3\n1. a3c3\n");
}

TEST(Game, KnowsItsWinner) {
  Game game(parse_game("3x3\nXX1/OO1/3 x"));
  EXPECT_EQ(game.winner(), std::nullopt);
  game.play(move_of(game, "c1c3"));
  EXPECT_EQ(game.winner(), Player::x);
  EXPECT_EQ(message_of([&] { game.play(move_of(game, "c2c1")); }),
            "the game is over: the position holds a line and has no moves");
}

/// Each player pushes a cube of her own from corner to corner: after four moves the position is back.
TEST(Game, CountsAPositionThatComesBack) {
  Game game(parse_game("3x3\nX2/3/O2 x"));
  for (const int time : {2, 3}) {
    for (const char* move : {"a3c3", "a1c1", "c3a3", "c1a1"}) {
      EXPECT_FALSE(game.is_repeated()) << time;
      game.play(move_of(game, move));
    }
    EXPECT_EQ(to_string(game.geometry(), game.position()), "X2/3/O2 x");
  }
  EXPECT_TRUE(game.is_repeated());
  game.undo();
  EXPECT_FALSE(game.is_repeated());
}

}  // namespace
}  // namespace quixo
