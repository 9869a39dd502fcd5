// SPDX-License-Identifier: MIT
//
// The generated tables, counted by formulas of their own and read cell by cell: no line, move or cell number
// may depend on the loops that made it.
#include "game/geometry.h"

#include <set>
#include <tuple>

#include "tests/game/support.h"

namespace quixo {
namespace {

// A border cell can go to the two ends of its row and the two of its column, but not to itself: a corner is
// an end twice, every other border cell once.
int expected_moves(const Rules& rules) {
  const int corners = 4;
  const int sides = 2 * (rules.rows - 2) + 2 * (rules.cols - 2);
  return corners * 2 + sides * 3;
}

int expected_lines(const Rules& rules) {
  const int along_row = std::max(0, rules.cols - rules.line + 1);
  const int along_col = std::max(0, rules.rows - rules.line + 1);
  return rules.rows * along_row + rules.cols * along_col + 2 * along_row * along_col;
}

TEST(Geometry, CountsMovesLinesAndSymmetries) {
  const auto counts = [](const Rules& rules) {
    const Geometry geometry(rules);
    return std::tuple(geometry.slides().size(), geometry.lines().size(), geometry.symmetries().size());
  };
  EXPECT_EQ(counts({5, 5, 5}), std::tuple(44, 12, 8));
  EXPECT_EQ(counts({5, 5, 4}), std::tuple(44, 28, 8));
  EXPECT_EQ(counts({4, 4, 4}), std::tuple(32, 10, 8));
  EXPECT_EQ(counts({3, 3, 3}), std::tuple(20, 8, 8));
  EXPECT_EQ(counts({2, 2, 2}), std::tuple(8, 6, 8));
  EXPECT_EQ(counts({4, 5, 4}), std::tuple(38, 17, 4));
  for (const Rules& rules : all_rules())
    EXPECT_EQ(counts(rules),
              std::tuple(expected_moves(rules), expected_lines(rules), rules.rows == rules.cols ? 8 : 4))
        << to_string(rules);
}

TEST(Geometry, NumbersCellsFromTheBottomRight) {
  const Geometry geometry(Rules{4, 5, 4});
  EXPECT_EQ(geometry.cell_at(0, 0), 19);
  EXPECT_EQ(geometry.cell_at(0, 4), 15);
  EXPECT_EQ(geometry.cell_at(3, 0), 4);
  EXPECT_EQ(geometry.cell_at(3, 4), 0);
  EXPECT_EQ(geometry.all_cells(), 0xf'ffffU);
}

TEST(Geometry, KnowsWhereEachCellIs) {
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    int inner = 0;
    for (int row = 0; row < rules.rows; ++row)
      for (int col = 0; col < rules.cols; ++col) {
        const Cell cell = geometry.cell_at(row, col);
        ASSERT_EQ(geometry.row_of(cell), row);
        ASSERT_EQ(geometry.col_of(cell), col);
        inner += !geometry.on_border(cell);
      }
    EXPECT_EQ(inner, (rules.rows - 2) * (rules.cols - 2)) << to_string(rules);
  }
}

// Enough to be a line and nothing to spare: with it the twin sees a line, with any cell less it does not.
TEST(Geometry, LinesAreLinesForTheTwin) {
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    const slow::Game game = slow_game(rules);
    const auto is_line = [&](Cells cells) {
      return game.has_line(to_slow(rules, make_position(cells, 0, Player::x)).board, 'X');
    };
    for (const Cells line : geometry.lines()) {
      ASSERT_EQ(std::popcount(line), rules.line);
      ASSERT_TRUE(is_line(line)) << to_string(rules);
      for (Cells rest = line; rest != 0; rest &= rest - 1)
        ASSERT_FALSE(is_line(line & ~(rest & -rest))) << to_string(rules);
    }
    EXPECT_EQ(std::set(geometry.lines().begin(), geometry.lines().end()).size(), geometry.lines().size());
  }
}

TEST(Geometry, SegmentsRunFromTheHoleToTheInsertedEnd) {
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    std::set<Move> moves;
    for (const Slide& slide : geometry.slides()) {
      const auto [taken, inserted] = slide.move;
      moves.insert(slide.move);
      const int down = geometry.row_of(inserted) - geometry.row_of(taken);
      const int right = geometry.col_of(inserted) - geometry.col_of(taken);
      ASSERT_TRUE((down == 0) != (right == 0)) << to_string(rules);
      const int steps = std::abs(down + right);
      Cells segment = 0;
      for (int step = 0; step <= steps; ++step)
        segment |= cell_bit(geometry.cell_at(geometry.row_of(taken) + down / steps * step,
                                             geometry.col_of(taken) + right / steps * step));
      ASSERT_EQ(slide.segment, both_halves(segment)) << to_string(rules);
      ASSERT_TRUE(geometry.on_border(taken));
    }
    EXPECT_EQ(moves.size(), geometry.slides().size()) << to_string(rules);
  }
}

// A corner is an end of its own row and column, so a move between corners can be made the other way round.
TEST(Geometry, MovesBetweenCornersHaveTheirReverse) {
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    const Cells corners = cell_bit(geometry.cell_at(0, 0)) | cell_bit(geometry.cell_at(0, rules.cols - 1)) |
                          cell_bit(geometry.cell_at(rules.rows - 1, 0)) |
                          cell_bit(geometry.cell_at(rules.rows - 1, rules.cols - 1));
    int between_corners = 0;
    for (const Slide& slide : geometry.slides()) {
      if ((slide.taken() & corners) == 0 || (slide.inserted() & corners) == 0) continue;
      ++between_corners;
      const auto reverse =
          std::ranges::find(geometry.slides(), Move{slide.move.inserted, slide.move.taken}, &Slide::move);
      ASSERT_NE(reverse, geometry.slides().end()) << to_string(rules);
      EXPECT_EQ(reverse->segment, slide.segment);
      EXPECT_EQ(reverse->shift, -slide.shift);
    }
    EXPECT_EQ(between_corners, 8) << to_string(rules);
  }
}

TEST(Position, KeepsTheTwoHalvesApart) {
  const Position position = make_position(0x1ff'ffff, 0, Player::x);
  EXPECT_EQ(position.bits, 0x01ff'ffff'0000'0000U);
  EXPECT_EQ(position.cubes(Player::x), 0x1ff'ffffU);
  EXPECT_EQ(position.cubes(Player::o), 0U);
  EXPECT_EQ(make_position(5, 2, Player::x).occupied(), 7U);
  EXPECT_EQ(swap_colours(position), make_position(0, 0x1ff'ffff, Player::o));
  EXPECT_EQ(with_x_to_move(position), position);
  EXPECT_EQ(with_x_to_move(make_position(1, 6, Player::o)), make_position(6, 1, Player::x));
}

}  // namespace
}  // namespace quixo
