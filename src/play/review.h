// SPDX-License-Identifier: MIT
//
// What a game was worth, move by move: the value before and after each move, the mistakes with the better
// move and best play after them, and how well each side played.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "game/notation.h"
#include "quixo/table.h"

namespace quixo {

enum class Judgement : std::uint8_t {
  best,         ///< No move is worth more.
  good,         ///< It keeps the win or the loss; the table has no distances to say more.
  slower_win,   ///< It still wins, but takes longer than need be.
  faster_loss,  ///< All is lost, but this loses sooner than need be.
  win_to_draw,  ///< From here on the outcome changes.
  win_to_loss,
  draw_to_loss,
};

/// As people read it: "best", "slower win", "win to draw".
const char* judgement_name(Judgement judgement);

struct ReviewedMove {
  int number = 0;  ///< Counts the moves of both sides from 1.
  Player player = Player::x;
  Move move;
  Position position;  ///< After the move.
  Value before;       ///< Of the position, for the player who moves.
  Value after;        ///< Of the move, for the same player: the same as before when nothing was lost.
  Move best;          ///< The move itself when no other is better.
  Judgement judgement = Judgement::best;
  /// After a mistake, best play from there to the end. When the mistake gave away a win for a draw, or the
  /// table has no distances, just one reply that proves it.
  std::vector<Move> refutation;
};

struct Review {
  Rules rules;
  Position start;
  std::vector<ReviewedMove> moves;
  /// Of X and of O, nothing for a side that did not move: the mean over the side's moves of 100 for a move
  /// that keeps the value, 0 for one that changes the outcome and, for a slower win or a faster loss, the
  /// shorter distance as a percentage of the longer.
  std::array<std::optional<double>, 2> accuracy_percent;
  std::vector<std::size_t> turning_points;  ///< Indices of the moves that changed the outcome.
};

/// Judges a game of the table's rules. Asks for the moves of one position per move of the game, and of those
/// of the refutations.
Review review(const Table& table, const GameRecord& game);

/// Percentages are rounded to a tenth.
nlohmann::ordered_json to_json(const Review& review);

}  // namespace quixo
