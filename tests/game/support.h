// SPDX-License-Identifier: MIT
//
// What several tests share: lists of rules, reproducible random positions, the bridge to the slow twin and
// the messages of errors. The bridge spells out the bit layout that position.h draws, without its help.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "game/geometry.h"
#include "quixo/error.h"
#include "quixo/position.h"
#include "quixo/rules.h"
#include "tests/game/slow_twin.h"

namespace quixo {

// GoogleTest prints values with these.
inline std::ostream& operator<<(std::ostream& out, const Rules& rules) { return out << to_string(rules); }
inline std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << std::hex << position.bits << std::dec << ' ' << letter(position.to_move) << " to move";
}

/// The name of a test for one variant: GoogleTest allows no dashes.
inline std::string test_name(const testing::TestParamInfo<Rules>& info) {
  std::string name = to_string(info.param);
  std::ranges::replace(name, '-', '_');
  return name;
}

/// Every board of at most `most_cells` cells with every line length and both double-line rules.
inline std::vector<Rules> all_rules(int most_cells = max_cells) {
  std::vector<Rules> found;
  for (int rows = 2; rows * 2 <= most_cells; ++rows)
    for (int cols = 2; rows * cols <= most_cells; ++cols)
      for (int line = 2; line <= std::max(rows, cols); ++line)
        for (const DoubleLine double_line : {DoubleLine::loses, DoubleLine::wins})
          found.push_back({rows, cols, line, double_line});
  return found;
}

/// All 3^cells boards with X to move, then all with O.
inline std::vector<Position> all_positions(const Rules& rules) {
  std::vector<Position> found{{0, Player::x}};
  for (Cell cell = 0; cell < rules.cells(); ++cell)
    for (std::size_t i = found.size(); i-- > 0;)
      for (const Player player : {Player::x, Player::o})
        found.push_back({found[i].bits | half_of(player, cell_bit(cell)), Player::x});
  for (std::size_t i = 0, boards = found.size(); i < boards; ++i) found.push_back({found[i].bits, Player::o});
  return found;
}

/// Boards from nearly empty to full. One in eight is given a whole row or column of X and another of O, since
/// chance alone would hardly ever make a double line.
inline Position random_position(std::mt19937_64& random, const Rules& rules) {
  Cells cubes[2] = {0, 0};
  const auto put = [&](int cell, std::size_t player) {
    cubes[player] |= cell_bit(cell);
    cubes[1 - player] &= ~cell_bit(cell);
  };
  const auto below = [&](int limit) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(limit));
  };
  const int choices = 2 + below(5);
  for (int cell = 0; cell < rules.cells(); ++cell)
    if (const int choice = below(choices); choice < 2) put(cell, static_cast<std::size_t>(choice));
  if (below(8) == 0) {
    const bool in_rows = below(2) == 0;
    const int lanes = in_rows ? rules.rows : rules.cols;
    const int first = below(lanes);
    const int second = (first + 1 + below(lanes - 1)) % lanes;
    for (int cell = 0; cell < rules.cells(); ++cell) {
      const int lane = in_rows ? cell / rules.cols : cell % rules.cols;
      if (lane == first) put(cell, 0);
      if (lane == second) put(cell, 1);
    }
  }
  return make_position(cubes[0], cubes[1], below(2) == 0 ? Player::x : Player::o);
}

inline slow::Game slow_game(const Rules& rules) {
  return {rules.rows, rules.cols, rules.line, rules.double_line == DoubleLine::wins};
}

inline slow::Position to_slow(const Rules& rules, Position position) {
  slow::Position twin{slow::blank_board(), position.to_move == Player::x ? 'X' : 'O'};
  for (int row = 0, bit = rules.cells() - 1; row < rules.rows; ++row)
    for (int col = 0; col < rules.cols; ++col, --bit) {
      if (position.bits >> (32 + bit) & 1) twin.board.cell[row][col] = 'X';
      if (position.bits >> bit & 1) twin.board.cell[row][col] = 'O';
    }
  return twin;
}

inline Position from_slow(const Rules& rules, const slow::Position& twin) {
  Position position{0, twin.to_move == 'X' ? Player::x : Player::o};
  for (int row = 0, bit = rules.cells() - 1; row < rules.rows; ++row)
    for (int col = 0; col < rules.cols; ++col, --bit) {
      position.bits |= Bits{twin.board.cell[row][col] == 'X'} << (32 + bit);
      position.bits |= Bits{twin.board.cell[row][col] == 'O'} << bit;
    }
  return position;
}

/// In an order of their own, so that lists can be compared with multiplicity.
inline std::vector<Position> sorted(std::vector<Position> positions) {
  std::ranges::sort(positions);
  return positions;
}

inline std::vector<Position> sorted_from_slow(const Rules& rules, const std::vector<slow::Position>& twins) {
  std::vector<Position> positions;
  positions.reserve(twins.size());
  for (const slow::Position& twin : twins) positions.push_back(from_slow(rules, twin));
  return sorted(std::move(positions));
}

/// What the Error of `call` says.
template <class Call>
std::string message_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace quixo
