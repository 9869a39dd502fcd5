// SPDX-License-Identifier: MIT
#include "quixo/move.h"

#include "game/geometry_of.h"
#include "game/play.h"

namespace quixo {

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

}  // namespace quixo
