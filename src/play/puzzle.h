// SPDX-License-Identifier: MIT
//
// Positions with something to find, for people who want to learn the game. They come from games between
// players, so they can arise.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "analysis/analysis.h"

namespace quixo {

/// What is to be found. Moves that are the same but for a symmetry count as one. Without a table "wins" and
/// "does not lose" are true as far as the search sees, 12 moves.
enum class PuzzleKind : std::uint8_t {
  near,    ///< The only move that wins, in 1 or 3 moves.
  longer,  ///< In 5 or 7.
  far,     ///< In 9 or more.
  only,    ///< The only move that does not lose, and does not win.
  trap,    ///< The move that leaves the opponent the fewest replies that hold.
};

constexpr PuzzleKind all_puzzle_kinds[] = {PuzzleKind::near, PuzzleKind::longer, PuzzleKind::far,
                                           PuzzleKind::only, PuzzleKind::trap};

/// As the API calls it: "near", "trap".
constexpr const char* puzzle_name(PuzzleKind kind) {
  switch (kind) {
    case PuzzleKind::near:
      return "near";
    case PuzzleKind::longer:
      return "longer";
    case PuzzleKind::far:
      return "far";
    case PuzzleKind::only:
      return "only";
    case PuzzleKind::trap:
      return "trap";
  }
  return "";
}

struct Puzzle {
  Analysis position;
  std::vector<Move> right;  ///< The moves to be found, one and those that are the same.
};

/// How long to look.
struct PuzzleLimits {
  std::chrono::steady_clock::time_point deadline;
  std::stop_token stop = {};
};

/// Nothing when none was found in time. The same seed gives the same puzzle, as long as there is time enough.
std::optional<Puzzle> find_puzzle(const Knowledge& knowledge, PuzzleKind kind, std::uint64_t seed,
                                  const PuzzleLimits& limits);

}  // namespace quixo
