// SPDX-License-Identifier: MIT
//
// A game in progress: its record, the positions it went through, taking moves back. The rules of Quixo know
// no draw, so a game that is played here ends in one when a position comes up for the third time.
#pragma once

#include <optional>
#include <vector>

#include "game/notation.h"

namespace quixo {

class Game {
 public:
  explicit Game(const Rules& rules) : Game(GameRecord{rules, {}, {}}) {}
  /// Throws Error when a move of the record is not legal.
  explicit Game(const GameRecord& record);

  const Geometry& geometry() const { return geometry_; }
  const GameRecord& record() const { return record_; }
  Position position() const { return positions_.back(); }

  /// Throws Error, saying why, when the move is not legal.
  void play(Move move);
  /// Takes the last move back; there must be one.
  void undo();

  std::optional<Player> winner() const;
  /// Whether the position is on the board for the third time with the same player to move.
  bool is_repeated() const;

 private:
  Geometry geometry_;
  GameRecord record_;
  std::vector<Position> positions_;
};

}  // namespace quixo
