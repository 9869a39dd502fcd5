// SPDX-License-Identifier: MIT
#include "study/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "game/notation.h"
#include "game/play.h"
#include "study/boards.h"

namespace quixo::study {
namespace {

// How long things take, in seconds.
constexpr double before_game = 1.2;
constexpr double rise = 0.35;
constexpr double fly = 0.5;
constexpr double push = 0.45;
constexpr double rest = 0.4;
constexpr double whole_move = rise + fly + push + rest;
constexpr double after_game = 4;

double start_of(std::size_t move) { return before_game + static_cast<double>(move) * whole_move; }

const Slide& slide_of(const Geometry& geometry, Move move) {
  const auto found = std::ranges::find(geometry.slides(), move, &Slide::move);
  assert(found != geometry.slides().end());
  return *found;
}

Timeline::Hold hold_of(const Slide& slide, Player player, double start) {
  const bool in_row = std::abs(slide.shift) == 1;
  const int out = slide.shift > 0 ? 1 : -1;
  Timeline::Hold hold{player, slide.move, in_row ? out : 0, in_row ? 0 : out};
  hold.start = start;
  hold.risen = start + rise;
  hold.there = start + rise + fly;
  hold.pushed = hold.there + push;
  return hold;
}

std::vector<Timeline::Cube> cubes_at_start(const Geometry& geometry, Position start) {
  std::vector<Timeline::Cube> cubes;
  for (Cell cell = geometry.cells() - 1; cell >= 0; --cell)
    cubes.push_back({.path = {{0, cell}}, .held = {}, .symbol = symbol_at(start, cell)});
  return cubes;
}

void move_cube(Timeline::Cube& cube, const Slide& slide, const Timeline::Hold& hold) {
  const Cell cell = cube.cell();
  const bool taken = cell == hold.move.taken;
  if (!taken && (slide.segment & cell_bit(cell)) == 0) return;
  cube.path.push_back({hold.there, cell});
  cube.path.push_back({hold.pushed, taken ? hold.move.inserted : cell + slide.shift});
  if (!taken) return;
  assert(!cube.symbol || cube.symbol == hold.player);  // nobody takes the opponent's cubes
  cube.held.push_back({hold.start, hold.pushed});
  if (!cube.symbol) cube.turned = hold.start;
  cube.symbol = hold.player;
}

std::vector<Timeline::Caption> captions_of(const Geometry& geometry, Position start,
                                           const std::vector<ShownMove>& line, const Timeline& timeline,
                                           const std::string& unfinished) {
  std::vector<Timeline::Caption> captions;
  if (!line.empty()) captions.push_back({fmt::format("{} to move", letter(start.to_move)), {0, start_of(0)}});
  for (std::size_t i = 0; i < line.size(); ++i)
    captions.push_back({fmt::format("{}. {} {}  ({})", i + 1, letter(timeline.hand[i].player),
                                    move_name(geometry, line[i].move), line[i].words),
                        {start_of(i), i + 1 < line.size() ? start_of(i + 1) : timeline.over}});
  const std::string end =
      !timeline.winner ? unfinished
      : line.empty()   ? fmt::format("{} has won", letter(*timeline.winner))
                       : fmt::format("{} has won after {}", letter(*timeline.winner), number_of_moves(line));
  captions.push_back({end, {timeline.over, timeline.seconds}});
  return captions;
}

}  // namespace

std::vector<ShownMove> shown_moves(const std::vector<MoveValue>& line) {
  std::vector<ShownMove> moves;
  moves.reserve(line.size());
  for (const MoveValue& move : line)
    moves.push_back({move.move, move.position, in_words(move.value, Metric::distance)});
  return moves;
}

std::string number_of_moves(const std::vector<ShownMove>& line) {
  return fmt::format("{} {}", line.size(), line.size() == 1 ? "move" : "moves");
}

Timeline timeline_of(const Geometry& geometry, Position start, const std::vector<ShownMove>& line,
                     const std::string& unfinished) {
  Timeline timeline;
  timeline.cubes = cubes_at_start(geometry, start);
  Player mover = start.to_move;
  for (std::size_t i = 0; i < line.size(); ++i, mover = other(mover)) {
    const Slide& slide = slide_of(geometry, line[i].move);
    timeline.hand.push_back(hold_of(slide, mover, start_of(i)));
    for (Timeline::Cube& cube : timeline.cubes) move_cube(cube, slide, timeline.hand.back());
  }
  timeline.still = start_of(line.size());
  timeline.over = line.empty() ? 0 : timeline.still - rest;
  timeline.seconds = timeline.still + after_game;

  const Position last = line.empty() ? start : line.back().position;
  timeline.winner = winner(geometry, last);
  if (timeline.winner)
    for (const Cells cells : geometry.lines())
      if ((last.cubes(*timeline.winner) & cells) == cells) timeline.winning_lines.push_back(cells);
  timeline.captions = captions_of(geometry, start, line, timeline, unfinished);
  return timeline;
}

}  // namespace quixo::study
