// SPDX-License-Identifier: MIT
//
// The figures of "Quixo Is Solved", copied from its source as the lists of numbers they are drawn from, so
// that this program and the paper are known to speak of the same game and of the same 64 bits.
#include <array>
#include <sstream>

#include "game/notation.h"
#include "game/play.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

std::vector<int> numbers(std::string list) {
  std::ranges::replace(list, ',', ' ');
  std::istringstream stream(list);
  return {std::istream_iterator<int>(stream), {}};
}

/// A board from the top left: 0 or 10 is a blank, 1 or 20 an X, 2 or 30 an O.
Position drawn(const Geometry& geometry, const std::string& list, Player to_move = Player::x) {
  Cells x = 0;
  Cells o = 0;
  Cell cell = geometry.cells();
  for (const int number : numbers(list)) {
    const int cube = number < 10 ? number : number / 10 - 1;
    --cell;
    if (cube == 1) x |= cell_bit(cell);
    if (cube == 2) o |= cell_bit(cell);
  }
  EXPECT_EQ(cell, 0) << list;
  return make_position(x, o, to_move);
}

Bits bits(const std::string& list) {
  Bits value = 0;
  for (const int bit : numbers(list)) value = value << 1 | static_cast<Bits>(bit);
  return value;
}

const std::string figure_1c = "0,0,2,2,0, 2,0,1,2,0, 1,1,1,2,1, 2,1,0,0,0, 0,2,1,0,0";

class PaperOn5x5 : public testing::Test {
 protected:
  Position played(Position position, std::string_view move) const {
    return play(geometry, position, parse_move(geometry, move));
  }

  const Geometry geometry{Rules{5, 5, 5}};
};

// Figure 1b is drawn without the O that 1c and the 64-bit figure have at a2. The move is in another row, so
// it leads to 1c but for that cube.
TEST_F(PaperOn5x5, MoveOfFigure1) {
  const Position figure_1b =
      drawn(geometry, "0,0,2,2,0, 0,1,2,0,0, 1,1,1,2,1, 0,1,0,0,0, 0,2,1,0,0", Player::o);
  Position without_a2 = drawn(geometry, figure_1c);
  without_a2.bits &= ~half_of(Player::o, cell_bit(geometry.cell_at(3, 0)));
  EXPECT_EQ(played(figure_1b, "e4a4"), without_a2);
}

TEST_F(PaperOn5x5, BitsAndConstantsOfThe64BitFigure) {
  const Bits s = bits(
      "0,0,0,0,0,0,0, 0,0,0,0,0, 0,1,0,0,0, 1,1,1,0,1, 0,1,0,0,0, 0,0,1,0,0, 0,0,0,0,0,0,0, 0,0,1,1,0, "
      "0,0,1,0,0, "
      "0,0,0,1,0, 1,0,0,0,0, 0,1,0,0,0");
  const Bits b = bits(
      "0,0,0,0,0,0,0, 0,0,0,0,0, 1,1,1,1,1, 0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0,0,0, 0,0,0,0,0, "
      "1,1,1,1,1, "
      "0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0");
  const Bits c = bits(
      "0,0,0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0,0,0, 0,0,0,0,0, "
      "1,0,0,0,0, "
      "0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0");
  // With the O at a2 that the drawing of Figure 1b forgets.
  const Position before = drawn(geometry, "0,0,2,2,0, 0,1,2,0,0, 1,1,1,2,1, 2,1,0,0,0, 0,2,1,0,0", Player::o);
  EXPECT_EQ(before.bits, s);
  const auto slide = std::ranges::find(geometry.slides(), parse_move(geometry, "e4a4"), &Slide::move);
  ASSERT_NE(slide, geometry.slides().end());
  EXPECT_EQ(slide->segment, b);
  EXPECT_EQ(half_of(Player::o, slide->inserted()), c);
  const Bits after = (((s & b) >> 1) & b) | (s & ~b) | c;
  EXPECT_EQ(slide->apply(s, Player::o), after);
  EXPECT_EQ(drawn(geometry, figure_1c).bits, after);
  EXPECT_EQ(played(before, "e4a4"), drawn(geometry, figure_1c));
}

TEST_F(PaperOn5x5, BitsOfTheStateInTheIndexFigure) {
  const Position state = drawn(geometry, "0,1,2,1,0, 0,1,1,0,0, 2,2,0,1,1, 0,2,0,0,1, 1,2,0,0,0");
  EXPECT_EQ(
      state.bits,
      bits("0,0,0,0,0,0,0, 0,1,0,1,0, 0,1,1,0,0, 0,0,0,1,1, 0,0,0,0,1, 1,0,0,0,0, 0,0,0,0,0,0,0, 0,0,1,0,0, "
           "0,0,0,0,0, 1,1,0,0,0, 0,1,0,0,0, 0,1,0,0,0"));
  EXPECT_EQ(std::popcount(state.cubes(Player::x)), 8);
  EXPECT_EQ(std::popcount(state.cubes(Player::o)), 5);
}

class PaperOn4x4 : public testing::Test {
 protected:
  const Geometry geometry{Rules{4, 4, 4}};
};

TEST_F(PaperOn4x4, TheFourEquivalentStatesAreOneClass) {
  const Position s1 = drawn(geometry, "0,0,2,2, 0,1,2,0, 1,0,1,0, 0,0,0,0");
  const Position turned = drawn(geometry, "0,1,0,0, 0,0,1,0, 0,1,2,2, 0,0,0,2");
  const Position mirrored = drawn(geometry, "2,2,0,0, 0,2,1,0, 0,1,0,1, 0,0,0,0");
  const Position swapped = drawn(geometry, "0,0,1,1, 0,2,1,0, 2,0,2,0, 0,0,0,0", Player::o);
  EXPECT_EQ(swap_colours(s1), swapped);
  for (const Position state : {turned, mirrored, swapped}) {
    EXPECT_NE(state, s1);
    EXPECT_EQ(canonical(geometry, with_x_to_move(state)), canonical(geometry, s1));
  }
}

TEST_F(PaperOn4x4, TheUnreachableStateHasNoParent) {
  const Position state = drawn(geometry, "0,0,1,1, 2,2,2,1, 0,1,2,0, 1,0,2,0");
  EXPECT_FALSE(is_over(geometry, state));
  EXPECT_TRUE(parents(geometry, state).empty());
}

TEST_F(PaperOn4x4, EveryMoveLosesInTheStateThatLosesInOneStep) {
  const Position state = drawn(geometry, "1,2,2,2, 2,2,1,2, 2,1,1,2, 2,2,2,1");
  EXPECT_FALSE(is_over(geometry, state));
  const auto after = children(geometry, state);
  EXPECT_FALSE(after.empty());
  for (const Position child : after) {
    EXPECT_TRUE(geometry.has_line(child.cubes(Player::o)));
    EXPECT_EQ(winner(geometry, child), Player::o);
  }
}

// The appendix: the boards between the moves as drawn, the moves as its coloured cubes show them.
TEST_F(PaperOn4x4, TheOptimalGameOfTheAppendix) {
  const std::array boards = {"10,10,10,10, 10,10,10,10, 10,10,10,10, 10,10,10,10",
                             "10,10,10,10, 10,10,10,20, 10,10,10,10, 10,10,10,10",
                             "10,10,10,10, 10,10,10,20, 10,10,10,10, 30,10,10,10",
                             "10,10,10,10, 10,10,10,20, 10,10,10,10, 20,30,10,10",
                             "10,10,10,20, 10,10,10,10, 10,10,10,10, 20,30,10,30",
                             "10,10,10,20, 10,10,10,10, 10,10,10,30, 20,30,10,20",
                             "10,10,10,20, 10,10,10,10, 20,10,10,30, 30,30,10,20",
                             "10,10,10,20, 20,10,10,10, 30,10,10,30, 20,30,10,20",
                             "10,10,10,20, 20,10,10,10, 30,10,10,30, 20,30,20,30",
                             "10,10,10,20, 20,10,10,30, 30,10,10,30, 20,30,20,20",
                             "10,10,10,20, 20,10,10,30, 30,10,20,30, 20,30,30,20",
                             "10,10,20,20, 20,10,10,30, 30,10,20,30, 20,30,30,20",
                             "30,10,20,20, 20,10,10,30, 30,10,20,30, 20,30,30,20",
                             "20,30,20,20, 20,10,10,30, 30,10,20,30, 20,30,30,20",
                             "20,30,30,20, 20,10,20,30, 30,10,10,30, 20,30,20,20",
                             "20,30,30,20, 20,10,20,30, 30,10,10,30, 30,20,20,20",
                             "20,30,30,20, 20,10,20,30, 30,10,10,20, 30,20,20,30",
                             "20,30,30,20, 20,10,20,30, 20,30,10,10, 30,20,20,30",
                             "20,30,30,20, 30,20,10,20, 20,30,10,10, 30,20,20,30",
                             "20,30,30,20, 30,20,10,20, 20,30,10,30, 30,20,20,20",
                             "20,30,30,20, 20,10,20,30, 20,30,10,30, 30,20,20,20",
                             "20,30,30,20, 20,10,20,30, 30,30,10,30, 20,20,20,20"};
  const GameRecord game = parse_game(
      "4x4\n"
      "1. a3d3 a4a1\n"
      "2. d1a1 d4d1\n"
      "3. d3d1 a4a1\n"
      "4. a4a1 c1d1\n"
      "5. d3d1 c4c1\n"
      "6. a4d4 b4a4\n"
      "7. b4a4 c1c4\n"
      "8. a1d1 d2d1\n"
      "9. d2a2 d3a3\n"
      "10. d2d1 a3d3\n"
      "11. a2a1\n");
  ASSERT_EQ(game.moves.size(), 21U);
  ASSERT_EQ(boards.size(), 22U);
  Position position = game.start;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    ASSERT_EQ(position, drawn(geometry, boards[i], i % 2 == 0 ? Player::x : Player::o))
        << "before move " << i + 1;
    ASSERT_EQ(winner(geometry, position), std::nullopt);
    position = play(geometry, position, game.moves[i]);
  }
  EXPECT_EQ(position, drawn(geometry, boards.back(), Player::o));
  EXPECT_EQ(winner(geometry, position), Player::x);
  EXPECT_EQ(parse_game(to_string(game)), game);
}

}  // namespace
}  // namespace quixo
