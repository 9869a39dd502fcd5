// SPDX-License-Identifier: MIT
//
// Quixo a second time, as slow and plain as the rules read: arrays of arrays and loops over rows and columns.
// It shares nothing with src/game, so that a mistake there cannot repeat itself here; the tests compare both.
#pragma once

#include <compare>
#include <vector>

namespace quixo::slow {

constexpr int longest_side = 15;

/// cell[row][col] from the top left: 'X', 'O' or '.' for a blank; '.' too outside a smaller board.
struct Board {
  char cell[longest_side][longest_side];
  auto operator<=>(const Board&) const = default;
};

Board blank_board();

struct Position {
  Board board = blank_board();
  char to_move = 'X';
  auto operator<=>(const Position&) const = default;
};

struct Game {
  int rows = 0;
  int cols = 0;
  int line = 0;
  bool double_line_wins = false;

  bool has_line(const Board& board, char symbol) const;
  /// 'X', 'O' or, while nobody has won, '.'.
  char winner(const Position& position) const;
  /// One entry per move, so equal positions may repeat; parents likewise.
  std::vector<Position> children(const Position& position) const;
  std::vector<Position> parents(const Position& position) const;
  /// The board turned and mirrored in every way that keeps its shape, itself first; equal boards may repeat.
  std::vector<Board> images(const Board& board) const;

 private:
  bool on_board(int row, int col) const { return row >= 0 && row < rows && col >= 0 && col < cols; }
  bool on_border(int row, int col) const {
    return row == 0 || row == rows - 1 || col == 0 || col == cols - 1;
  }
};

}  // namespace quixo::slow
