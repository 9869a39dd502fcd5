// SPDX-License-Identifier: MIT
//
// Contestants against each other. Every opening, a few random moves that do not end the game, is played
// twice with the colours exchanged, so that neither player gains by it. A game is drawn when a position comes
// up for the third time or after a number of moves.
#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "play/contestant.h"
#include "play/game.h"

namespace quixo {

struct MatchOptions {
  int games = 100;
  int opening_moves = 2;
  int most_moves = 200;  ///< Of both sides, without the opening.
  /// How far the searcher looks ahead: by moves and not by time, so that a match can be repeated. One move
  /// farther than level 9.
  int horizon = 13;
  std::uint64_t seed = 1;
  std::function<void(int games)> progress = {};  ///< Told after every game how many are done.
  /// Told of every move of a contestant, and of the position it was made in.
  std::function<void(const Contestant& who, Position position, Move move)> on_move = {};
  /// Told of every game that was lost for want of a move, and where; there is no position when it did not
  /// even begin.
  std::function<void(const Contestant& who, std::optional<Position> position, const std::string& reason)>
      on_forfeit = {};
};

/// How the first player of a match did.
struct Score {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  /// Half a point for a draw. There must have been a game.
  double percent() const {
    assert(wins + draws + losses > 0);
    return 100 * (wins + draws * 0.5) / (wins + draws + losses);
  }
  bool operator==(const Score&) const = default;
};

/// Who throws Forfeit loses the game. Two computer players make the result depend on nothing but the options.
Score play_match(const Rules& rules, Contestant& one, Contestant& two, const MatchOptions& options);
/// The same of two computer players, who must be able to play.
Score play_match(const Knowledge& knowledge, const Computer& one, const Computer& two,
                 const MatchOptions& options);

}  // namespace quixo
