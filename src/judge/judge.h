// SPDX-License-Identifier: MIT
//
// How good a player is, by the truth: its moves are held against what is known of the position and of every
// move there. It is asked in games against others, in positions that it gets into by itself, and on a suite,
// where all are asked the same.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/knowledge.h"
#include "judge/marks.h"
#include "judge/suite.h"
#include "play/contestant.h"
#include "play/match.h"

namespace quixo::judge {

/// Whom the judge asks, and how far a search looks where there is no table with distances.
struct Judge {
  Knowledge knowledge;
  Effort effort;

  /// Every move in an open position, best first.
  std::vector<KnownMove> moves(Position position) const { return knowledge.moves(position, effort); }
};

/// Counts one move of a player, nothing when it made none, given what is known of the position and of its
/// moves.
void count(const Geometry& geometry, Position position, const Known& before,
           const std::vector<KnownMove>& moves, std::optional<Move> made, Marks& marks);

/// Counts the moves of `who`, contestant one, in a match. Throws Error when it makes none in so many games
/// one after the other that nothing can be said.
Score judge_games(const Judge& judge, Contestant& who, Contestant& opponent, MatchOptions options,
                  Marks& marks);

/// Of each player its marks on a suite, in their order. Every position is a game of its own. Throws Error for
/// the same reason, and when the suite says what is known to be wrong: it is of other rules, or damaged.
std::vector<Marks> judge_suite(const Judge& judge, const std::vector<Contestant*>& players,
                               const std::vector<SuitePosition>& suite, std::uint64_t seed,
                               const std::function<void(double share)>& progress = {});

}  // namespace quixo::judge
