// SPDX-License-Identifier: MIT
//
// Exact search for ends that are near, where there is no table: it proves "wins in n" and "loses in n" with
// the numbers that a table gives, or that no end can be forced within so many moves. It never guesses.
//
//   quixo::Search search(quixo::parse_rules("5x5"));
//   search.value(position, {.horizon = 11});   // {win, 7}: proved; or nothing within 11 moves
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "quixo/known.h"
#include "quixo/position.h"
#include "quixo/rules.h"

namespace quixo {

namespace search {
class Engine;
}

/// How far ahead, and how long. What is cut off in time says what it has proved until then.
struct SearchLimits {
  /// In moves, at most longest_horizon.
  int horizon = 12;
  /// Looked at every millisecond or so; every 50 or so while the table of bounds of 5x5 is made. What ends
  /// within one move is found even after it.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  /// Cuts off, too.
  std::stop_token stop = {};
};

/// A position to look at, and its outcome when a table has it: then only its distance is looked for, and a
/// draw is answered at once. Where no distance is found, the answer is this outcome, proved by the table.
struct Asked {
  Position position;
  std::optional<Outcome> outcome = {};
};

constexpr int longest_horizon = 40;

/// Remembers what it has proved, so that the next position of a game costs less; its answers do not depend on
/// that, but for those that are cut off. For one thread at a time; any number of them share the table of
/// bounds of their rules, which is made as far as the first of them needs it (on 5x5 in less than a second).
/// Within 64 MB, of which 8 MB are its own; 16 MB on boards of more than 25 cells, all its own.
///
/// On 5x5 a position takes some microseconds to a horizon of 7, a millisecond or so to 11, and five to ten
/// times as long for each two moves more; some take ten times as long as most (docs/search.md).
class Search {
 public:
  /// Throws Error when the rules are impossible.
  explicit Search(const Rules& rules);
  ~Search();
  Search(Search&& other) noexcept;
  Search& operator=(Search&& other) noexcept;

  const Rules& rules() const;

  /// For the player to move. Throws Error when the position is impossible on the board.
  Known value(Position position, const SearchLimits& limits = {});

  /// The same of several positions, in their order. All of them go deeper together, so that when they are
  /// cut off none is more than a move ahead of another.
  std::vector<Known> values(const std::vector<Asked>& asked, const SearchLimits& limits = {});

  /// Every legal move, best first, each looked at to the same horizon, which counts the move itself, and
  /// all of them together. Moves to symmetric positions are looked at once. Empty when the game is over.
  std::vector<KnownMove> moves(Position position, const SearchLimits& limits = {});

 private:
  std::unique_ptr<search::Engine> engine_;
};

}  // namespace quixo
