// SPDX-License-Identifier: MIT
#include "tests/game/slow_twin.h"

#include <algorithm>
#include <utility>

namespace quixo::slow {
namespace {

struct Step {
  int down, right;
};

constexpr Step pushes[] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
constexpr Step line_directions[] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

char opponent(char symbol) { return symbol == 'X' ? 'O' : 'X'; }

}  // namespace

Board blank_board() {
  Board board;
  for (auto& row : board.cell) std::ranges::fill(row, '.');
  return board;
}

bool Game::has_line(const Board& board, char symbol) const {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col)
      for (const auto [down, right] : line_directions) {
        if (!on_board(row + (line - 1) * down, col + (line - 1) * right)) continue;
        int length = 0;
        while (length < line && board.cell[row + length * down][col + length * right] == symbol) ++length;
        if (length == line) return true;
      }
  return false;
}

char Game::winner(const Position& position) const {
  const char last_mover = opponent(position.to_move);
  const bool hers = has_line(position.board, last_mover);
  const bool theirs = has_line(position.board, position.to_move);
  if (hers && theirs) return double_line_wins ? last_mover : position.to_move;
  return hers ? last_mover : theirs ? position.to_move : '.';
}

std::vector<Position> Game::children(const Position& position) const {
  std::vector<Position> found;
  const char mover = position.to_move;
  if (winner(position) != '.') return found;
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col)
      for (const auto [down, right] : pushes) {
        if (!on_border(row, col) || position.board.cell[row][col] == opponent(mover)) continue;
        if (!on_board(row + down, col + right)) continue;
        Position child{position.board, opponent(mover)};
        int r = row;
        int c = col;
        for (; on_board(r + down, c + right); r += down, c += right)
          child.board.cell[r][c] = child.board.cell[r + down][c + right];
        child.board.cell[r][c] = mover;
        found.push_back(child);
      }
  return found;
}

std::vector<Position> Game::parents(const Position& position) const {
  std::vector<Position> found;
  const char mover = opponent(position.to_move);
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col)
      for (const auto [down, right] : pushes) {
        if (!on_border(row, col) || !on_board(row + down, col + right)) continue;
        int r = row;
        int c = col;
        while (on_board(r + down, c + right)) r += down, c += right;
        if (position.board.cell[r][c] != mover) continue;
        Position parent{position.board, mover};
        for (; r != row || c != col; r -= down, c -= right)
          parent.board.cell[r][c] = parent.board.cell[r - down][c - right];
        for (const char taken : {'.', mover}) {
          parent.board.cell[row][col] = taken;
          if (winner(parent) == '.') found.push_back(parent);
        }
      }
  return found;
}

std::vector<Board> Game::images(const Board& board) const {
  std::vector<Board> found;
  Board turned = board;
  for (int quarters = 0, height = rows, width = cols; quarters < 4; ++quarters, std::swap(height, width)) {
    if (height == rows) {
      Board mirrored = turned;
      for (auto& row : mirrored.cell) std::reverse(row, row + width);
      found.insert(found.end(), {turned, mirrored});
    }
    const Board before = std::exchange(turned, blank_board());
    for (int row = 0; row < width; ++row)
      for (int col = 0; col < height; ++col) turned.cell[row][col] = before.cell[height - 1 - col][row];
  }
  return found;
}

}  // namespace quixo::slow
