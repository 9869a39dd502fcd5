// SPDX-License-Identifier: MIT
//
// The computer players. All of them ask a table; they differ in how much of the answer they use:
//
//   perfect   wins as fast as possible and loses as late as possible. In a draw it sets traps: of the moves
//             that hold the draw it takes one after which the fewest replies do, and of those one after which
//             it can set the best trap again.
//   winner    the paper's probabilistic winner: a uniformly random move of those that keep the outcome. It
//             makes no use of distances, and wins with probability 1 all the same.
//   level-1 to level-9   see the end of the game only when it is near and, the lower the level and the
//             farther the end, now and then overlook it. What they do not see, they take for a draw; where
//             they see nothing, they take a blank cube.
//
// All of them vary among equal moves. A table without distances serves `winner` fully; `perfect` then keeps
// the outcome and sets its traps but does not hurry, and the levels refuse, for they are made of distances.
#pragma once

#include <random>
#include <string>
#include <string_view>

#include "quixo/table.h"

namespace quixo {

using Random = std::mt19937_64;

class Computer {
 public:
  static constexpr int levels = 9;

  /// Throws Error, listing the names above, when there is no such player.
  explicit Computer(std::string_view name);

  const std::string& name() const { return name_; }

  /// A move in a position that is not over. Asks the table for the moves of one position, `perfect` in a
  /// drawn one of at most 585 on the 5x5 board. Throws Error when the player needs distances and the table
  /// has none. Safe from many threads, each with its own random numbers.
  MoveValue choose(const Table& table, Position position, Random& random) const;

 private:
  enum class Kind { perfect, winner, level };

  std::string name_;
  Kind kind_ = Kind::perfect;
  int level_ = 0;
};

}  // namespace quixo
