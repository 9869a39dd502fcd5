// SPDX-License-Identifier: MIT
//
// What is counted of a player's moves: how many keep the outcome, how much longer they win or sooner they
// lose than need be, and how many only-moves are found. A table knows all of it. A search may not: then a
// count has a third part, unclear, and a share has two ends, as if all of these were wrong and as if all were
// right.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace quixo::judge {

/// Of a share, from 0 to 1.
struct Interval {
  double least = 0;
  double most = 1;
};

/// Wilson's interval for a share of which so many cases were seen: it holds the true share in 95 % of all
/// samples, if the cases do not depend on each other.
Interval wilson(std::uint64_t yes, std::uint64_t all);

/// How many of some moves did what they should.
struct Share {
  std::uint64_t yes = 0;
  std::uint64_t no = 0;
  std::uint64_t unclear = 0;

  std::uint64_t all() const { return yes + no + unclear; }
  /// The share itself, between the two ends that are known; the same where nothing is unclear. There must be
  /// a case.
  Interval seen() const {
    assert(all() > 0);
    return {static_cast<double>(yes) / static_cast<double>(all()),
            static_cast<double>(yes + unclear) / static_cast<double>(all())};
  }
  /// The lower end of Wilson's interval of the one end, the upper end of that of the other.
  Interval interval() const { return {wilson(yes, all()).least, wilson(yes + unclear, all()).most}; }

  /// Counts one more case; nothing is unclear.
  void add(std::optional<bool> good) { ++(!good ? unclear : *good ? yes : no); }
  Share& operator+=(const Share& more) {
    yes += more.yes;
    no += more.no;
    unclear += more.unclear;
    return *this;
  }
  bool operator==(const Share&) const = default;
};

/// The moves in positions that are alike.
struct Tally {
  Share kept;  ///< The outcome.
  std::uint64_t moves_lost =
      0;  ///< To the end, beside the best move: later when it wins, sooner when it loses.
  std::uint64_t measured = 0;  ///< Over so many moves: those that keep the outcome at a known distance.

  /// Per move; nothing when none was measured.
  std::optional<double> mean_moves_lost() const {
    if (measured == 0) return std::nullopt;
    return static_cast<double>(moves_lost) / static_cast<double>(measured);
  }
};

/// A game has four, by the cubes on the board.
constexpr int phases = 4;
constexpr int phase_of(int cubes, int cells) { return cubes * phases / (cells + 1); }

struct Marks {
  Tally won;  ///< In positions that are won for the player to move.
  Tally drawn;
  Tally lost;        ///< Where every move keeps the outcome, and a player can but delay.
  Tally unclear;     ///< Nothing is proved: a move is no good if it is proved to lose, and not all are.
  Share only_moves;  ///< Found, of those there were.
  std::array<Share, phases> by_phase;  ///< Kept the outcome, in won and drawn positions.
  std::map<std::string, int>
      forfeits;  ///< How often no move was made, by the reason. Each counts as no good.
};

}  // namespace quixo::judge
