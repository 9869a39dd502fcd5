// SPDX-License-Identifier: MIT
//
// Cells, moves and positions as people write them: everything printed reads back, and what cannot be read is
// answered with the character, row or cell that is wrong.
#include "game/notation.h"

#include "tests/game/support.h"

namespace quixo {
namespace {

TEST(Notation, NamesCellsByColumnFromTheLeftAndRowFromTheBottom) {
  const Geometry square(Rules{5, 5, 5});
  EXPECT_EQ(cell_name(square, 24), "a5");
  EXPECT_EQ(cell_name(square, 20), "e5");
  EXPECT_EQ(cell_name(square, 12), "c3");
  EXPECT_EQ(cell_name(square, 4), "a1");
  EXPECT_EQ(cell_name(square, 0), "e1");
  EXPECT_EQ(cell_name(Geometry(Rules{15, 2, 2}), 29), "a15");
  EXPECT_EQ(cell_name(Geometry(Rules{2, 15, 2}), 15), "o2");
}

TEST(Notation, ValuesInWords) {
  EXPECT_EQ(in_words({Outcome::win, 7}, Metric::distance), "wins in 7");
  EXPECT_EQ(in_words({Outcome::loss, 8}, Metric::distance), "loses in 8");
  EXPECT_EQ(in_words({Outcome::loss, unknown_distance}, Metric::distance), "loses");
  EXPECT_EQ(in_words({Outcome::win, 0}, Metric::outcome), "wins");
  EXPECT_EQ(in_words({Outcome::draw, 0}, Metric::distance), "draws");
  EXPECT_EQ(game_in_words({Outcome::win, 7}, Metric::distance), "the first player wins in 7 moves");
  EXPECT_EQ(game_in_words({Outcome::loss, 0}, Metric::outcome), "the second player wins");
  EXPECT_EQ(game_in_words({Outcome::draw, 0}, Metric::distance), "a draw");
}

TEST(Notation, EveryMoveReadsBack) {
  EXPECT_EQ(move_name(Geometry(Rules{5, 5, 5}), {24, 20}), "a5e5");
  EXPECT_EQ(move_name(Geometry(Rules{15, 2, 2}), {29, 28}), "a15b15");
  EXPECT_EQ(move_name(Geometry(Rules{15, 2, 2}), {11, 29}), "a6a15");
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    for (const Slide& slide : geometry.slides())
      ASSERT_EQ(parse_move(geometry, move_name(geometry, slide.move)), slide.move) << to_string(rules);
  }
}

// Whether a move is legal is not for the parser to say, only whether the cells exist.
TEST(Notation, AnyTwoCellsReadAsAMove) {
  const Geometry geometry(Rules{5, 5, 5});
  EXPECT_EQ(parse_move(geometry, "c3c3"), (Move{12, 12}));
  EXPECT_EQ(parse_move(geometry, "a1e5"), (Move{4, 20}));
}

TEST(Notation, BadMovesAreShownWithTheCellThatIsMissing) {
  const Geometry geometry(Rules{5, 5, 5});
  const auto refusal = [&](std::string_view text) { return message_of([&] { parse_move(geometry, text); }); };
  const std::string cells = ", a column from a to e and a row from 1 to 5";
  EXPECT_EQ(refusal(""), "move '': expected the taken cell at its end" + cells);
  EXPECT_EQ(refusal("a"), "move 'a': expected the taken cell at 'a'" + cells);
  EXPECT_EQ(refusal("a5"), "move 'a5': expected the inserted cell at its end" + cells);
  EXPECT_EQ(refusal("f5e5"), "move 'f5e5': expected the taken cell at 'f5e5'" + cells);
  EXPECT_EQ(refusal("A5e5"), "move 'A5e5': expected the taken cell at 'A5e5'" + cells);
  EXPECT_EQ(refusal("a6e5"), "move 'a6e5': expected the taken cell at 'a6e5'" + cells);
  EXPECT_EQ(refusal("a0e5"), "move 'a0e5': expected the taken cell at 'a0e5'" + cells);
  EXPECT_EQ(refusal("a05e5"), "move 'a05e5': expected the taken cell at 'a05e5'" + cells);
  EXPECT_EQ(refusal("a5e55"), "move 'a5e55': expected the inserted cell at 'e55'" + cells);
  EXPECT_EQ(refusal("a5-e5"), "move 'a5-e5': expected the inserted cell at '-e5'" + cells);
  EXPECT_EQ(refusal("a5\xff"), "move 'a5\\xff': expected the inserted cell at '\\xff'" + cells);
  EXPECT_EQ(refusal("a5e5!"), "move 'a5e5!': expected nothing after the two cells, found '!'");
  EXPECT_EQ(refusal(std::string(41, 'z')), "move '" + std::string(40, 'z') +
                                               "...': expected the taken cell at '" + std::string(40, 'z') +
                                               "...'" + cells);
}

TEST(Notation, EveryPositionOf3x3ReadsBack) {
  const Geometry geometry(Rules{3, 3, 3});
  for (const Position position : all_positions(geometry.rules()))
    ASSERT_EQ(parse_position(geometry, to_string(geometry, position)), position);
}

TEST(Notation, RandomPositionsOfEveryBoardReadBackAndTellTheirSize) {
  std::mt19937_64 random(41);
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    for (int i = 0; i < 50; ++i) {
      const Position position = random_position(random, rules);
      const std::string text = to_string(geometry, position);
      ASSERT_EQ(parse_position(geometry, text), position) << text;
      ASSERT_EQ(rules_for_position(text), rules_for_size(rules.rows, rules.cols)) << text;
    }
  }
}

TEST(Notation, PositionsPrintRunsOfBlanksAsOneNumber) {
  const Geometry square(Rules{5, 5, 5});
  EXPECT_EQ(to_string(square, {}), "5/5/5/5/5 x");
  const Position position = make_position(0x180'0000, 0x10'0001, Player::o);
  EXPECT_EQ(to_string(square, position), "XX2O/5/5/5/4O o");
  const Geometry wide(Rules{2, 15, 2});
  EXPECT_EQ(to_string(wide, {}), "15/15 x");
  EXPECT_EQ(to_string(wide, make_position(1, 0x2000'0000, Player::x)), "O14/14X x");
}

TEST(Notation, PositionsMayBeWrittenInOtherWays) {
  const Geometry square(Rules{5, 5, 5});
  const Position position = parse_position(square, "XX2O/5/5/5/4O o");
  EXPECT_EQ(parse_position(square, "XX..O/...../5/3../....O o"), position);
  EXPECT_EQ(parse_position(square, "  XX.1O/5/5/5/4O \t o\r\n"), position);
  const Geometry wide(Rules{2, 15, 2});
  EXPECT_EQ(parse_position(wide, "15/.13. x"), Position{});
}

TEST(Notation, BadPositionsAreAnsweredWithWhatIsWrong) {
  const Geometry geometry(Rules{5, 5, 5});
  const auto refusal = [&](std::string_view text) {
    return message_of([&] { parse_position(geometry, text); });
  };
  EXPECT_EQ(refusal("5/6/5/5/5 x"), "row 2 has 6 cells, 5x5 needs 5");
  EXPECT_EQ(refusal("5/XXXXXX/5/5/5 x"), "row 2 has 6 cells, 5x5 needs 5");
  EXPECT_EQ(refusal("5/5/1/5/5 x"), "row 3 has 1 cell, 5x5 needs 5");
  EXPECT_EQ(refusal("5//5/5/5 x"), "row 2 has 0 cells, 5x5 needs 5");
  EXPECT_EQ(refusal("5/5/5/5/5/ x"), "row 6 has 0 cells, 5x5 needs 5");
  EXPECT_EQ(refusal("5/5/5/5/31 x"), "row 5 has more than 30 cells");
  EXPECT_EQ(refusal("99999999999999999999/5 x"), "row 1 has more than 30 cells");
  EXPECT_EQ(refusal("5/5/5/5 x"), "the board has 4 rows, 5x5 needs 5");
  EXPECT_EQ(refusal("5 x"), "the board has 1 row, 5x5 needs 5");
  EXPECT_EQ(refusal("5/5/5/5/5/X4 x"), "the board has 6 rows, 5x5 needs 5");
  EXPECT_EQ(refusal(""), "the position is empty: expected 5 rows with / between them");
  EXPECT_EQ(refusal(" \n"), "the position is empty: expected 5 rows with / between them");
  const std::string expected_player = "expected the player to move, x or o, after the board; found ";
  EXPECT_EQ(refusal("5/5/5/5/5"), expected_player + "nothing");
  EXPECT_EQ(refusal("5/5/5/5/5 X"), expected_player + "'X'");
  EXPECT_EQ(refusal("5/5/5/5/5 x o"), expected_player + "'x o'");
  const std::string expected_cubes = ": expected X, O, a number of blanks, . or /";
  EXPECT_EQ(refusal("XZ3/5/5/5/5 x"), "character 2 of the board is 'Z'" + expected_cubes);
  EXPECT_EQ(refusal("x4/5/5/5/5 x"), "character 1 of the board is 'x'" + expected_cubes);
  EXPECT_EQ(refusal("5/5/05/5/5 x"), "character 5 of the board is '0'" + expected_cubes);
  EXPECT_EQ(refusal("5/\x01/5/5/5 x"), "character 3 of the board is byte 0x01" + expected_cubes);
}

TEST(Notation, SizesNoBoardHasAreRefused) {
  const auto refusal = [](std::string_view text) { return message_of([&] { rules_for_position(text); }); };
  const std::string limits =
      " board is not supported: it needs at least 2 rows and 2 columns and at most 30 cells";
  EXPECT_EQ(refusal(""), "a 1x0" + limits);
  EXPECT_EQ(refusal("5 x"), "a 1x5" + limits);
  EXPECT_EQ(refusal("6/6/6/6/6/6 x"), "a 6x6" + limits);
  EXPECT_EQ(refusal("30/1 x"), "a 2x30" + limits);
  EXPECT_EQ(refusal("5/5/?/5/5 x"),
            "character 5 of the board is '?': expected X, O, a number of blanks, . or /");
}

// So that the one wrong row is what the error is about, not the size of the board.
TEST(Notation, OneWrongRowDoesNotChangeTheSize) {
  EXPECT_EQ(rules_for_position("5/6/5/5/5 x"), (Rules{5, 5, 5}));
  EXPECT_EQ(rules_for_position("6/5/5/5/5 x"), (Rules{5, 5, 5}));
}

TEST(Notation, DrawsTheBoardWithItsCoordinates) {
  const Geometry square(Rules{3, 3, 3});
  EXPECT_EQ(diagram(square, parse_position(square, "XO1/3/2X o")),
            " 3 X O .\n"
            " 2 . . .\n"
            " 1 . . X\n"
            "   a b c\n");
  const Geometry tall(Rules{15, 2, 2});
  EXPECT_EQ(diagram(tall, {}).substr(0, 14), "15 . .\n14 . .\n");
}

}  // namespace
}  // namespace quixo
