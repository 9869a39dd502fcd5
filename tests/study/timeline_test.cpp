// SPDX-License-Identifier: MIT
//
// The game as data, against the game as it is played.
#include "study/timeline.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "tests/game/support.h"

namespace quixo::study {
namespace {

/// Where a cube lies still at a moment, if it does.
std::optional<Cell> cell_at(const Timeline::Cube& cube, double moment) {
  for (const auto& [from, to] : cube.held)
    if (from <= moment && moment < to) return std::nullopt;
  Cell cell = cube.path.front().cell;
  for (const auto& [when, where] : cube.path)
    if (when <= moment) cell = where;
  return cell;
}

/// The board at a moment of rest.
Position board_at(const Timeline& timeline, double moment) {
  Cells cubes[2] = {0, 0};
  Cells seen = 0;
  for (const Timeline::Cube& cube : timeline.cubes) {
    const std::optional<Cell> cell = cell_at(cube, moment);
    EXPECT_TRUE(cell);
    if (!cell) continue;
    EXPECT_EQ(seen & cell_bit(*cell), 0U) << "two cubes in one place";
    seen |= cell_bit(*cell);
    if (cube.symbol && cube.turned <= moment)
      cubes[static_cast<std::size_t>(*cube.symbol)] |= cell_bit(*cell);
  }
  return make_position(cubes[0], cubes[1], Player::x);
}

TEST(Timeline, RestsOnThePositionsOfTheGame) {
  for (const char* text :
       {"3/3/3 x", "4/4/4/4 x", "2OX/4/XOO1/4 x", "XO1/1X1/O1O o", "1XX1/O1OX/OXXX/OXXO x"}) {
    const Table table = solve_in_memory(rules_for_position(text));
    const Position start = parse_position(geometry_of(table), text);
    const std::vector<MoveValue> line = table.line(start);
    const Timeline timeline = timeline_of(geometry_of(table), start, shown_moves(line));
    ASSERT_EQ(timeline.hand.size(), line.size());
    EXPECT_EQ(board_at(timeline, 0).bits, start.bits) << text;
    for (std::size_t i = 0; i < line.size(); ++i)
      EXPECT_EQ(board_at(timeline, timeline.hand[i].pushed).bits, line[i].position.bits) << text << ' ' << i;
    EXPECT_EQ(timeline.winner, winner(geometry_of(table), line.back().position));
    EXPECT_EQ(timeline.winning_lines.empty(), !timeline.winner);
  }
}

TEST(Timeline, OneCubeIsHeldInEachMoveAndComesFromOutside) {
  const Table table = solve_in_memory(parse_rules("3x4"));
  const Geometry& geometry = geometry_of(table);
  const std::vector<MoveValue> line = table.line({});
  const Timeline timeline = timeline_of(geometry, {}, shown_moves(line));
  Player mover = Player::x;
  for (std::size_t i = 0; i < line.size(); ++i, mover = other(mover)) {
    const Timeline::Hold& hold = timeline.hand[i];
    EXPECT_EQ(hold.player, mover);
    EXPECT_EQ(hold.move, line[i].move);
    const double moments[] = {hold.start, hold.risen, hold.there, hold.pushed};
    EXPECT_TRUE(std::ranges::is_sorted(moments));
    int held = 0;
    for (const Timeline::Cube& cube : timeline.cubes)
      held += !cell_at(cube, hold.start) && !cell_at(cube, (hold.there + hold.pushed) / 2);
    EXPECT_EQ(held, 1);
    const int row = geometry.row_of(hold.move.inserted) + hold.rows_out;
    const int col = geometry.col_of(hold.move.inserted) + hold.cols_out;
    EXPECT_TRUE(row < 0 || row >= geometry.rules().rows || col < 0 || col >= geometry.rules().cols);
    EXPECT_EQ(std::abs(hold.rows_out) + std::abs(hold.cols_out), 1);
  }
}

TEST(Timeline, CaptionsFollowOneAnotherWithoutAGap) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  const Timeline timeline = timeline_of(geometry_of(table), {}, shown_moves(table.line({})));
  ASSERT_EQ(timeline.captions.size(), 1 + 7 + 1U);
  EXPECT_EQ(timeline.captions.front().words, "X to move");
  EXPECT_EQ(timeline.captions.back().words, "X has won after 7 moves");
  double moment = 0;
  for (const Timeline::Caption& caption : timeline.captions) {
    EXPECT_EQ(caption.shown.from, moment);
    EXPECT_GT(caption.shown.to, moment);
    moment = caption.shown.to;
  }
  EXPECT_EQ(moment, timeline.seconds);
  EXPECT_LT(timeline.over, timeline.still);
  EXPECT_LT(timeline.still, timeline.seconds);
}

TEST(Timeline, OfAPositionThatIsOverShowsItsLineAtOnce) {
  const Geometry geometry(parse_rules("3x3"));
  const Timeline timeline = timeline_of(geometry, parse_position(geometry, "XXX/OO1/3 o"), {});
  EXPECT_TRUE(timeline.hand.empty());
  EXPECT_EQ(timeline.over, 0);
  EXPECT_EQ(timeline.winning_lines, (std::vector<Cells>{parse_position(geometry, "XXX/3/3 o").occupied()}));
  ASSERT_EQ(timeline.captions.size(), 1U);
  EXPECT_EQ(timeline.captions[0].words, "X has won");
}

}  // namespace
}  // namespace quixo::study
