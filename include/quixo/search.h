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
  int horizon = 12;                                                    ///< At most longest_horizon.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};  ///< Looked at every millisecond or so.
  std::stop_token stop = {};                                           ///< Cuts off, too.
  std::optional<Outcome> outcome =
      {};  ///< Known already, of the position: then only its distance is looked for.
};

constexpr int longest_horizon = 40;

/// Remembers what it has proved, so that the next position of a game costs less. For one thread at a time;
/// any number of them share the table of bounds of their rules, which is made when the first of them needs
/// it (on 5x5 in less than a second). Within 64 MB.
class Search {
 public:
  /// Throws Error when the rules are impossible.
  explicit Search(const Rules& rules);
  ~Search();
  Search(Search&&) noexcept;
  Search& operator=(Search&&) noexcept;

  const Rules& rules() const;

  /// For the player to move. Throws Error when the position is impossible on the board.
  Known value(Position position, const SearchLimits& limits = {});

  /// Every legal move, best first, each looked at to the same horizon, which counts the move itself; with a
  /// deadline all of them move by move deeper. Empty when the game is over.
  std::vector<KnownMove> moves(Position position, const SearchLimits& limits = {});

 private:
  std::unique_ptr<search::Engine> engine_;
};

}  // namespace quixo
