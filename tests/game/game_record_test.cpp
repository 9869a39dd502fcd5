// SPDX-License-Identifier: MIT
//
// Games in writing: what is printed reads back, people's own styles read as the same game, and an error names
// the line and the move.
#include "game/notation.h"
#include "game/play.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

/// A random game of at most `most_moves` moves.
GameRecord random_game(std::mt19937_64& random, const Rules& rules, Position start, int most_moves) {
  const Geometry geometry(rules);
  GameRecord game{rules, start, {}};
  Position position = start;
  for (int i = 0; i < most_moves; ++i) {
    const auto moves = legal_moves(geometry, position);
    if (moves.empty()) break;
    game.moves.push_back(moves[random() % moves.size()]);
    position = play(geometry, position, game.moves.back());
  }
  return game;
}

TEST(GameRecord, RandomGamesOfEveryVariantReadBack) {
  std::mt19937_64 random(43);
  for (const Rules& rules : all_rules())
    for (int most_moves = 0; most_moves < 8; ++most_moves)
      for (const Position start : {Position{}, random_position(random, rules)}) {
        const GameRecord game = random_game(random, rules, start, most_moves);
        ASSERT_EQ(parse_game(to_string(game)), game) << to_string(game);
      }
}

TEST(GameRecord, PrintsTwoMovesALineAndAStartPositionIfNeedBe) {
  const Geometry geometry(Rules{5, 5, 5});
  const auto move = [&](std::string_view text) { return parse_move(geometry, text); };
  EXPECT_EQ(to_string(GameRecord{geometry.rules(), {}, {}}), "5x5\n");
  EXPECT_EQ(to_string(GameRecord{geometry.rules(), {}, {move("a5e5"), move("a1a5"), move("e5a5")}}),
            "5x5\n1. a5e5 a1a5\n2. e5a5\n");
  EXPECT_EQ(to_string(GameRecord{{5, 5, 4}, {0, Player::o}, {move("a5e5"), move("a1a5")}}),
            "5x5-line4\n5/5/5/5/5 o\n1. a5e5 a1a5\n");
}

TEST(GameRecord, ReadsTheStylesPeopleWrite) {
  const GameRecord game = parse_game("5x5\n1. a5e5 a1a5\n2. e5a5\n");
  ASSERT_EQ(game.moves.size(), 3U);
  for (const char* text : {
           "5x5\na5e5 a1a5 e5a5",
           "5x5\na5e5\na1a5\n\n\ne5a5\n",
           "5x5\n1.a5e5 a1a5 2.e5a5",
           "5x5\n1. a5e5 2. a1a5 3. e5a5\n",
           "5x5\n1.\na5e5 a1a5 2.\te5a5 3.",
           "\n  # played in the train\n5x5   # the usual board\n\n1. a5e5 a1a5 # 2. e1a1\n# the end\n2. e5a5",
           "5x5\r\n1. a5e5 a1a5\r\n2. e5a5\r\n",
           "  5x5\n\t5/5/5/5/5 x\n  1. a5e5   a1a5 \n2. e5a5",
       })
    EXPECT_EQ(parse_game(text), game) << text;
}

TEST(GameRecord, ReadsAStartPosition) {
  const GameRecord game = parse_game("4x4-line3-double-wins\nX3/4/4/3O o # her turn\n1. d1a1");
  const Geometry geometry(game.rules);
  EXPECT_EQ(game.rules, (Rules{4, 4, 3, DoubleLine::wins}));
  EXPECT_EQ(game.start, parse_position(geometry, "X3/4/4/3O o"));
  EXPECT_EQ(game.moves, (std::vector<Move>{parse_move(geometry, "d1a1")}));
}

TEST(GameRecord, ErrorsNameTheLineAndTheMove) {
  const auto refusal = [](std::string_view text) { return message_of([&] { parse_game(text); }); };
  const std::string empty = "the game is empty: expected a rules name such as 5x5 on the first line";
  EXPECT_EQ(refusal(""), empty);
  EXPECT_EQ(refusal("\n # 5x5\n"), empty);
  EXPECT_EQ(
      refusal("# a game\n\n5y5\na5e5"),
      "line 3: '5y5' is not a rules name from 'y5' on: expected ROWSxCOLS[-lineK][-double-wins], such as 5x5 "
      "or 4x5-line3");
  EXPECT_EQ(refusal("5x5\n1. a5e5 c3c5\n"), "line 2: move 2 ('c3c5'): c3 is not on the border");
  EXPECT_EQ(refusal("5x5\n\n1. a5e5\n2. e5a5"), "line 4: move 2 ('e5a5'): e5 holds the opponent's cube");
  EXPECT_EQ(refusal("5x5\n1.a5e4"), "line 2: move 1 ('a5e4'): e4 is not an end of a5's row or column");
  EXPECT_EQ(
      refusal("5x5\n1. a5\n"),
      "line 2: move 1 ('a5'): move 'a5': expected the inserted cell at its end, a column from a to e and a "
      "row from 1 to 5");
  EXPECT_EQ(refusal("2x2\n1. a1a2 b1b2 a1a2 b2b1"),
            "line 2: move 4 ('b2b1'): the game is over: the position holds a line and has no moves");
  EXPECT_EQ(refusal("5x5\nXXXXX/5/5/5/5 o\na1e1"),
            "line 3: move 1 ('a1e1'): the game is over: the position holds a line and has no moves");
  EXPECT_EQ(refusal("5x5\n5/6/5/5/5 x"), "line 2: row 2 has 6 cells, 5x5 needs 5");
  const std::string misplaced = "a start position must come once, before the moves";
  EXPECT_EQ(refusal("5x5\na5e5\n5/5/5/5/5 x"), "line 3: " + misplaced);
  EXPECT_EQ(refusal("5x5\n5/5/5/5/5 x\n5/5/5/5/5 x"), "line 3: " + misplaced);
}

}  // namespace
}  // namespace quixo
