// SPDX-License-Identifier: MIT
//
// What is known of a position: its value where a table has it, an end that a search has proved, or that there
// is no end within so many moves. A table's Value says less: there every position is known.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>

#include "quixo/move.h"
#include "quixo/position.h"
#include "quixo/value.h"

namespace quixo {

/// What proves an outcome.
enum class Proof : std::uint8_t { none, search, table };

constexpr const char* proof_name(Proof proof) {
  return proof == Proof::none ? "none" : proof == Proof::search ? "search" : "table";
}

/// Of a position for the player to move, or of a move for the player who makes it.
///
///   {win, 7, 0, search}      the player wins in 7 moves, a search has proved it
///   {draw, -, 0, table}      a table says that it is a draw
///   {win, -, 12, table}      a table of outcomes says that she wins; it takes more than 12 moves
///   {-, -, 12, none}         nobody can force the end within 12 moves; more is not known
struct Known {
  std::optional<Outcome> outcome = {};
  std::optional<int> distance = {};  ///< In moves to the end, of a win or a loss.
  int horizon = 0;                   ///< Without a distance: no end can be forced within so many moves.
  Proof proof = Proof::none;

  constexpr bool operator==(const Known&) const = default;
};

/// Whether the horizon says something: the end is not known, and it is no draw.
constexpr bool has_horizon(const Known& known) { return !known.distance && known.outcome != Outcome::draw; }

/// The same for the player who moved here, seen from one move earlier.
constexpr Known known_of_move(Known child) {
  if (child.outcome) child.outcome = opposite(*child.outcome);
  if (child.distance)
    ++*child.distance;
  else if (has_horizon(child))
    ++child.horizon;
  return child;
}

/// Whether a player prefers one to the other: she hurries to win and delays a loss, and what is not known is
/// as good to her as a draw. A win at an unknown distance comes after those that are proved to be near, a
/// loss at one before them.
constexpr bool is_better(const Known& one, const Known& two) {
  const auto rank = [](const Known& known) {
    constexpr int far = 1 << 20;
    const int distance = known.distance ? *known.distance : far;
    if (known.outcome == Outcome::win) return 2 * far - distance;
    if (known.outcome == Outcome::loss) return distance - 2 * far;
    return 0;
  };
  return rank(one) > rank(two);
}

/// In words: "wins in 7", "draws", "wins" when the distance is not known, "nothing within 12 moves".
std::string in_words(const Known& known);

struct KnownMove {
  Move move;
  Position position;  ///< The position it leads to.
  Known known;        ///< For the player who makes the move; distance and horizon count the move itself.
};

}  // namespace quixo
