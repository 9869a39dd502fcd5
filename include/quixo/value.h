// SPDX-License-Identifier: MIT
//
// What solving a game gives: the value of a position for the player to move, and the census of all positions.
// Everything that solves, stores, proves or asks speaks these types.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>

#include "quixo/position.h"
#include "quixo/rules.h"

namespace quixo {

enum class Outcome : std::uint8_t { draw, win, loss };

constexpr const char* outcome_name(Outcome outcome) {
  return outcome == Outcome::win ? "win" : outcome == Outcome::loss ? "loss" : "draw";
}

/// What is known of every position: its outcome alone, or its distance too.
enum class Metric : std::uint8_t { outcome, distance };

constexpr const char* metric_name(Metric metric) {
  return metric == Metric::outcome ? "outcome" : "distance";
}

/// The paper's step: `distance` moves to the end when the winner hurries and the loser delays. 0 for a draw
/// and for a position that is over.
struct Value {
  Outcome outcome = Outcome::draw;
  std::uint16_t distance = 0;
  constexpr bool operator==(const Value&) const = default;
};

/// Stands for the distance of a loss as a table on disk has it: it stores none, and Table::probe() derives it
/// from the children.
constexpr std::uint16_t unknown_distance = 0xffff;

/// How good a position is for the other player.
constexpr Outcome opposite(Outcome outcome) {
  return outcome == Outcome::draw ? Outcome::draw : outcome == Outcome::win ? Outcome::loss : Outcome::win;
}

/// What a move is worth to the player who makes it, given the value of the position it leads to for the
/// player who is then to move. The distance counts the move itself.
constexpr Value value_of_move(Value child) {
  return {opposite(child.outcome),
          static_cast<std::uint16_t>(child.outcome == Outcome::draw ? 0 : child.distance + 1)};
}

/// Whether a player prefers one value to another: she hurries to win and delays a loss.
constexpr bool is_better(Value one, Value two) {
  const auto rank = [](Outcome outcome) {
    return outcome == Outcome::win ? 2 : outcome == Outcome::draw ? 1 : 0;
  };
  if (one.outcome != two.outcome) return rank(one.outcome) > rank(two.outcome);
  return one.outcome == Outcome::win ? one.distance < two.distance : one.distance > two.distance;
}

struct OutcomeCounts {
  std::uint64_t win = 0;
  std::uint64_t loss = 0;
  std::uint64_t draw = 0;

  constexpr std::uint64_t total() const { return win + loss + draw; }
  constexpr bool operator==(const OutcomeCounts&) const = default;
  constexpr OutcomeCounts& operator+=(const OutcomeCounts& more) {
    win += more.win;
    loss += more.loss;
    draw += more.draw;
    return *this;
  }
};

/// Counts of all positions with X to move, symmetric ones counted each: they sum to 3^cells.
struct Census {
  /// classes[x][o]: the positions with x cubes of the player to move and o of the opponent.
  std::array<std::array<OutcomeCounts, max_cells + 1>, max_cells + 1> classes{};
  /// Wins and losses by distance (draw is unused); empty when only outcomes were solved.
  std::map<int, OutcomeCounts> distances;

  OutcomeCounts totals() const {
    OutcomeCounts sum;
    for (const auto& row : classes)
      for (const OutcomeCounts& counts : row) sum += counts;
    return sum;
  }
  bool operator==(const Census&) const = default;
};

/// A position that takes longest to win or to lose.
struct Longest {
  int distance = 0;
  Position position;  ///< X to move.
  bool operator==(const Longest&) const = default;
};

/// What a solved game comes down to.
struct Summary {
  Value empty_board;
  Census census;
  std::optional<Longest> win;  ///< With distances.
  std::optional<Longest> loss;
  /// A hash over all values: the same for any engine, machine and interruption.
  std::uint64_t signature = 0;
};

}  // namespace quixo
