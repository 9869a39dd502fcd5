// SPDX-License-Identifier: MIT
//
// Moves, and what the rules make of them: when a game is over, what can be played, what could have been
// played to get here, and which positions are the same but for a rotation or reflection.
//
// All functions are pure, so threads may call them at once. They throw Error when the rules are impossible,
// or the position is impossible on their board. What follows from rules (moves, lines, symmetries) is made
// when a thread first asks about them, in some microseconds, and kept for as long as it asks about the same
// rules; after that a call takes less than a microsecond but for the vectors it returns.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "quixo/position.h"
#include "quixo/rules.h"

namespace quixo {

/// The cell whose cube is taken, and the end of its row or column where the cube goes back in.
struct Move {
  std::int8_t taken = 0;
  std::int8_t inserted = 0;
  constexpr auto operator<=>(const Move&) const = default;
};

/// Who has won, if the position holds a line; then it has no moves. When both players have one, the player
/// who just moved made both lines, and the rules say what that means for her.
std::optional<Player> winner(const Rules& rules, Position position);

/// Every legal move, taken cell by taken cell from the top left; none when the game is over.
std::vector<Move> legal_moves(const Rules& rules, Position position);

/// The position after a move. Throws Error, saying why, when the move is not legal.
Position play(const Rules& rules, Position position, Move move);

/// Every position from which a legal move leads here, once for each such move: the paper's parent links.
std::vector<Position> parents(const Rules& rules, Position position);

/// The images of a position under the symmetries of the board, itself first: 8 on a square, 4 on a rectangle,
/// some of them equal when the position is symmetric in itself.
std::vector<Position> symmetric_positions(const Rules& rules, Position position);

/// The least of the symmetric positions. The player to move stays the same.
Position canonical(const Rules& rules, Position position);

}  // namespace quixo
