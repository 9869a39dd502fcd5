// SPDX-License-Identifier: MIT
//
// The computer players. They differ in whom they ask and in how much of the answer they use:
//
//   level-1 to level-9   see the end of the game only when it is near and, the lower the level and the
//             farther the end, now and then overlook it. What they do not see, they take for a draw; where
//             they see nothing, they take a blank cube. A search sees as far as they do, so they play on
//             every board, and with the same seed the same moves whether there is a table or not.
//   searcher  thinks as long as it may and asks no table: it wins if it can prove it and avoids what it can
//             prove to lose; else it takes a blank cube. It sees farther than any level and is the strongest
//             without a table.
//   winner    the paper's probabilistic winner: a uniformly random move of those that keep the outcome. It
//             makes no use of distances, and wins with probability 1 all the same. It needs a table.
//   perfect   wins as fast as possible and loses as late as possible. In a draw it sets traps: of the moves
//             that hold the draw it takes one after which the fewest replies do, and of those one after which
//             it can set the best trap again. It needs a table; with one of outcomes it hurries only when a
//             search sees the end.
//
// All of them vary among equal moves.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/knowledge.h"
#include "play/random.h"

namespace quixo {

/// How long a player thinks.
struct Thinking {
  // Of the searcher.
  int horizon = 17;                                                         ///< How far ahead at the most.
  std::optional<std::chrono::milliseconds> time = std::chrono::seconds(1);  ///< None: to the horizon.
  // Of all. The others are as quick as their table, or search for some milliseconds on most boards.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};  ///< What is not seen by then, is not.
  std::stop_token stop = {};  ///< The choice then throws Interrupted.
};

class Computer {
 public:
  static constexpr int levels = 9;

  /// The names of all players: levels, searcher, winner, perfect.
  static std::vector<std::string> all();

  /// Throws Error, listing the names above, when there is no such player.
  explicit Computer(std::string_view name);

  const std::string& name() const { return name_; }
  /// For people: "Level 4 · Steady", "Perfect".
  std::string title() const;

  bool needs_table() const { return kind_ == Kind::winner || kind_ == Kind::perfect; }
  /// Whether it has all it needs; if not, choose() refuses.
  bool can_play(const Knowledge& knowledge) const { return !needs_table() || knowledge.table(); }

  /// A move in a position that is not over. `perfect` in a drawn position asks a table of 5x5 for the moves
  /// of at most 585 positions, the others for those of one. Throws Error when the player cannot play. Safe
  /// from many threads, each with its own random numbers.
  KnownMove choose(const Knowledge& knowledge, Position position, Random& random,
                   const Thinking& thinking = {}) const;

 private:
  enum class Kind { perfect, winner, searcher, level };

  std::string name_;
  Kind kind_ = Kind::perfect;
  int level_ = 0;
};

}  // namespace quixo
