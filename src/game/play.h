// SPDX-License-Identifier: MIT
//
// The game itself: when it is over, what can be played, and what could have been played to get here. The
// visitors allocate nothing, for the solvers; the vectors are for everyone else.
#pragma once

#include <cassert>
#include <optional>
#include <vector>

#include "game/geometry.h"

namespace quixo {

/// Who has won, if the position holds a line; then it has no moves. When both players have one, the player
/// who just moved made both lines, and the rules say what that means for her.
constexpr std::optional<Player> winner(const Geometry& geometry, Position position) {
  const Player last_mover = other(position.to_move);
  const bool own_line = geometry.has_line(position.cubes(last_mover));
  const bool other_line = geometry.has_line(position.cubes(position.to_move));
  if (own_line && other_line)
    return geometry.rules().double_line == DoubleLine::wins ? last_mover : position.to_move;
  if (own_line) return last_mover;
  if (other_line) return position.to_move;
  return std::nullopt;
}

constexpr bool is_over(const Geometry& geometry, Position position) {
  return geometry.has_line(position.cubes(Player::x)) || geometry.has_line(position.cubes(Player::o));
}

/// The position after the move, which must be legal.
constexpr Position play(Position position, const Slide& slide) {
  assert((position.cubes(other(position.to_move)) & slide.taken()) == 0);
  return {slide.apply(position.bits, position.to_move), other(position.to_move)};
}

/// Calls visit(slide, child) for every legal move.
template <class Visit>
constexpr void for_each_child(const Geometry& geometry, Position position, Visit&& visit) {
  if (is_over(geometry, position)) return;
  const Cells opponent = position.cubes(other(position.to_move));
  for (const Slide& slide : geometry.slides())
    if ((slide.taken() & opponent) == 0) visit(slide, play(position, slide));
}

/// Whether test(slide, child) holds for a legal move, up to the first for which it does. The position must be
/// open: nearly all callers know that it is, and looking for lines costs more than most tests.
template <class Test>
constexpr bool any_child(const Geometry& geometry, Position position, Test&& test) {
  assert(!is_over(geometry, position));
  const Cells opponent = position.cubes(other(position.to_move));
  for (const Slide& slide : geometry.slides())
    if ((slide.taken() & opponent) == 0 && test(slide, play(position, slide))) return true;
  return false;
}

/// Whether it holds for all legal moves, up to the first for which it does not. The same.
template <class Test>
constexpr bool all_children(const Geometry& geometry, Position position, Test&& test) {
  return !any_child(geometry, position,
                    [&](const Slide& slide, Position child) { return !test(slide, child); });
}

/// Whether a move may complete a line of the player to move: true where one does, and only sometimes where
/// none does, at the cost of a look at each line. A slide changes a single cell of every line but those along
/// it, and along it pushes one cube into a line and at most one out: a line that is to be completed lacks one
/// cube.
constexpr bool may_complete_line(const Geometry& geometry, Position position) {
  const Cells own = position.cubes(position.to_move);
  for (const Cells line : geometry.lines())
    if (const Cells missing = line & ~own; (missing & (missing - 1)) == 0) return true;
  return false;
}

/// Calls visit(slide, parent) for every position and move that lead here: the paper's parent links. A
/// position that is over is nobody's parent.
template <class Visit>
constexpr void for_each_parent(const Geometry& geometry, Position position, Visit&& visit) {
  const Player mover = other(position.to_move);
  const Cells own = position.cubes(mover);
  for (const Slide& slide : geometry.slides()) {
    if ((slide.inserted() & own) == 0) continue;
    for (const Bits bits : {slide.undo_blank(position.bits), slide.undo_own(position.bits, mover)})
      if (const Position parent{bits, mover}; !is_over(geometry, parent)) visit(slide, parent);
  }
}

/// Throws Error when the position has cubes outside the board, or two on one cell: text cannot say so, bits
/// can.
void check_on_board(const Geometry& geometry, Position position);
/// Throws Error when the move has a cell outside the board. It need not be legal.
void check_on_board(const Geometry& geometry, Move move);

std::vector<Move> legal_moves(const Geometry& geometry, Position position);

/// One entry per legal move (parent: per un-move), so equal positions may repeat.
std::vector<Position> children(const Geometry& geometry, Position position);
std::vector<Position> parents(const Geometry& geometry, Position position);

/// The position after the move. Throws Error, saying why, when the move is not legal.
Position play(const Geometry& geometry, Position position, Move move);

/// The least of the symmetric positions, by its bits. The player to move stays.
Position canonical(const Geometry& geometry, Position position);

/// How many different positions the symmetries make of this one.
int orbit_size(const Geometry& geometry, Position position);

}  // namespace quixo
