// SPDX-License-Identifier: MIT
//
// What a game was worth, move by move: the value before and after each move, the mistakes with the better
// move and best play after them, and how well each side played.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "analysis/analysis.h"
#include "game/notation.h"

namespace quixo {

enum class Judgement : std::uint8_t {
  best,         ///< No move is worth more.
  good,         ///< It keeps the win or the loss; the table has no distances to say more.
  slower_win,   ///< It still wins, but takes longer than need be.
  faster_loss,  ///< All is lost, but this loses sooner than need be.
  win_to_draw,  ///< From here on the outcome changes.
  win_to_loss,
  draw_to_loss,
  unclear,          ///< Nothing is proved, neither before nor after it.
  win_to_unclear,   ///< It gave a win away that a search has proved; for what, is not known.
  unclear_to_loss,  ///< It is proved to lose, which nothing was before it.
};

/// A move that would have been harder to answer.
struct Trap {
  Move move;
  int replies = 0;
  int replies_that_hold = 0;
};

/// As people read it: "best", "slower win", "win to draw".
const char* judgement_name(Judgement judgement);

struct ReviewedMove {
  int number = 0;  ///< Counts the moves of both sides from 1.
  Player player = Player::x;
  Move move;
  Position position;  ///< After the move.
  Known before;       ///< Of the position, for the player who moves.
  Known after;        ///< Of the move, for the same player: the same as before when nothing was lost.
  Move best;          ///< The move itself when no other is better.
  Judgement judgement = Judgement::best;
  /// It was the only move that held, but for symmetric ones, and there were others.
  bool only_move = false;
  /// Of the opponent, counted where the game is a draw or unclear.
  int replies = 0;
  int replies_that_hold = 0;
  /// The best trap there was, when the move itself set none.
  std::optional<Trap> missed_trap;
  /// After a mistake, best play from there to the end. When the mistake gave away a win for less than a loss,
  /// or the end is not known, just the best reply.
  std::vector<Move> refutation;
};

struct Review {
  Rules rules;
  Position start;
  std::vector<ReviewedMove> moves;
  /// Of X and of O, nothing for a side of which nothing is known: the mean over the side's moves, but for
  /// unclear ones, of 100 for a move that keeps the value, 0 for one that changes the outcome and, for a
  /// slower win or a faster loss, the shorter distance as a percentage of the longer.
  std::array<std::optional<double>, 2> accuracy_percent;
  std::vector<std::size_t> turning_points;  ///< Indices of the moves that changed the outcome.
};

/// Judges a game of these rules. Asks for the moves of one position per move of the game, and of those of the
/// refutations; where a game is a draw or unclear for those of the replies, too. Throws Interrupted when it
/// is told to stop.
Review review(const Knowledge& knowledge, const GameRecord& game, const AnalysisEffort& effort = {});

/// Percentages are rounded to a tenth.
nlohmann::ordered_json to_json(const Review& review);

}  // namespace quixo
