// SPDX-License-Identifier: MIT
//
// The functions of quixo/move.h and quixo/notation.h that take rules: those of this folder, with the geometry
// of the rules made on the way.
#include <algorithm>
#include <optional>

#include "game/geometry.h"
#include "game/notation.h"
#include "game/play.h"

namespace quixo {
namespace {

/// The geometry that this thread used last, since nearly all callers ask about the same rules again and
/// again.
const Geometry& geometry_of(const Rules& rules) {
  thread_local std::optional<Geometry> last;
  if (!last || last->rules() != rules) last.emplace(checked(rules));
  return *last;
}

/// The same, for a question about a position that the board must be able to hold.
const Geometry& geometry_for(const Rules& rules, Position position) {
  const Geometry& geometry = geometry_of(rules);
  check_on_board(geometry, position);
  return geometry;
}

}  // namespace

std::optional<Player> winner(const Rules& rules, Position position) {
  return winner(geometry_for(rules, position), position);
}

std::vector<Move> legal_moves(const Rules& rules, Position position) {
  return legal_moves(geometry_for(rules, position), position);
}

Position play(const Rules& rules, Position position, Move move) {
  return play(geometry_for(rules, position), position, move);
}

std::vector<Position> parents(const Rules& rules, Position position) {
  return parents(geometry_for(rules, position), position);
}

std::vector<Position> symmetric_positions(const Rules& rules, Position position) {
  std::vector<Position> images;
  for (const CellPermutation& symmetry : geometry_for(rules, position).symmetries())
    images.push_back(symmetry(position));
  return images;
}

Position canonical(const Rules& rules, Position position) {
  return canonical(geometry_for(rules, position), position);
}

std::string to_string(const Rules& rules, Move move) {
  const Geometry& geometry = geometry_of(rules);
  check_on_board(geometry, move);
  return move_name(geometry, move);
}

Move parse_move(const Rules& rules, std::string_view text) { return parse_move(geometry_of(rules), text); }

std::string to_string(const Rules& rules, Position position) {
  return to_string(geometry_for(rules, position), position);
}

Position parse_position(const Rules& rules, std::string_view text) {
  return parse_position(geometry_of(rules), text);
}

std::string diagram(const Rules& rules, Position position) {
  return diagram(geometry_for(rules, position), position);
}

}  // namespace quixo
