// SPDX-License-Identifier: MIT
#include "game/play.h"

#include <fmt/format.h>

#include <algorithm>

#include "game/notation.h"
#include "quixo/error.h"

namespace quixo {

void check_on_board(const Geometry& geometry, Position position) {
  const Cells x = position.cubes(Player::x);
  const Cells o = position.cubes(Player::o);
  if (((x | o) & ~geometry.all_cells()) != 0)
    throw Error(fmt::format("the position has cubes outside the {} board", to_string(geometry.rules())));
  if ((x & o) != 0)
    throw Error("the position has cubes of both players on " + cell_name(geometry, std::countr_zero(x & o)));
}

void check_on_board(const Geometry& geometry, Move move) {
  for (const Cell cell : {Cell{move.taken}, Cell{move.inserted}})
    if (cell < 0 || cell >= geometry.cells())
      throw Error(fmt::format("there is no cell {} on the {} board", cell, to_string(geometry.rules())));
}

std::vector<Move> legal_moves(const Geometry& geometry, Position position) {
  std::vector<Move> moves;
  for_each_child(geometry, position, [&](const Slide& slide, Position) { moves.push_back(slide.move); });
  return moves;
}

std::vector<Position> children(const Geometry& geometry, Position position) {
  std::vector<Position> found;
  for_each_child(geometry, position, [&](const Slide&, Position child) { found.push_back(child); });
  return found;
}

std::vector<Position> parents(const Geometry& geometry, Position position) {
  std::vector<Position> found;
  for_each_parent(geometry, position, [&](const Slide&, Position parent) { found.push_back(parent); });
  return found;
}

Position play(const Geometry& geometry, Position position, Move move) {
  check_on_board(geometry, move);
  const std::string taken = cell_name(geometry, move.taken);
  const std::string inserted = cell_name(geometry, move.inserted);
  if (is_over(geometry, position))
    throw Error("the game is over: the position holds a line and has no moves");
  if (!geometry.on_border(move.taken)) throw Error(taken + " is not on the border");
  if (position.cubes(other(position.to_move)) & cell_bit(move.taken))
    throw Error(taken + " holds the opponent's cube");
  if (move.taken == move.inserted)
    throw Error(fmt::format("{0} cannot go back in at {0}: the cube must move", taken));
  const auto slide = std::ranges::find(geometry.slides(), move, &Slide::move);
  if (slide == geometry.slides().end())
    throw Error(fmt::format("{} is not an end of {}'s row or column", inserted, taken));
  return play(position, *slide);
}

Position canonical(const Geometry& geometry, Position position) {
  Position least = position;  // the identity is among the symmetries
  for (const CellPermutation& symmetry : geometry.symmetries()) least = std::min(least, symmetry(position));
  return least;
}

int orbit_size(const Geometry& geometry, Position position) {
  const auto& symmetries = geometry.symmetries();
  std::ptrdiff_t fixing = 1;  // the identity, which comes first
  for (std::size_t g = 1; g < symmetries.size(); ++g)
    if (symmetries[g](position) == position) ++fixing;
  return static_cast<int>(static_cast<std::ptrdiff_t>(symmetries.size()) / fixing);
}

}  // namespace quixo
