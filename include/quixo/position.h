// SPDX-License-Identifier: MIT
//
// A position in the paper's 64-bit form, chosen there because swapping the players, testing a line and making
// or unmaking a move are each a few shifts and masks.
//
//   bit   63  62 61                        32 31  30 29                         0
//        +------+----------------------------+------+----------------------------+
//        |unused|        cells with X        |unused|        cells with O        |
//        +------+----------------------------+------+----------------------------+
//
// Bit i of a half is cell i; a smaller board leaves more of them unused. Cells count from the bottom right,
// so that the number written in binary reads like the board, row by row from the top (5x5; other boards
// likewise):
//
//      5   24 23 22 21 20
//      4   19 18 17 16 15
//      3   14 13 12 11 10
//      2    9  8  7  6  5
//      1    4  3  2  1  0
//           a  b  c  d  e
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace quixo {

enum class Player : std::uint8_t { x, o };

constexpr Player other(Player player) { return player == Player::x ? Player::o : Player::x; }
constexpr char letter(Player player) { return player == Player::x ? 'X' : 'O'; }

using Cell = int;             ///< A bit index, 0 to 29.
using Cells = std::uint32_t;  ///< A set of cells.
using Bits = std::uint64_t;   ///< A whole board: X in the high half, O in the low half.

constexpr Cells cell_bit(Cell cell) { return Cells{1} << cell; }

/// The same cells in both halves.
constexpr Bits both_halves(Cells cells) { return static_cast<Bits>(cells) << 32 | cells; }
constexpr Bits half_of(Player player, Cells cells) {
  return player == Player::x ? static_cast<Bits>(cells) << 32 : Bits{cells};
}
constexpr Bits swap_colours(Bits bits) { return std::rotl(bits, 32); }

struct Position {
  Bits bits = 0;
  Player to_move = Player::x;

  constexpr Cells cubes(Player player) const {
    return static_cast<Cells>(player == Player::x ? bits >> 32 : bits & 0xffff'ffff);
  }
  constexpr Cells occupied() const { return cubes(Player::x) | cubes(Player::o); }
  constexpr auto operator<=>(const Position&) const = default;
};

constexpr Position make_position(Cells x, Cells o, Player to_move) {
  return {half_of(Player::x, x) | half_of(Player::o, o), to_move};
}

/// The same position with the colours exchanged: as good for the player to move as the original.
constexpr Position swap_colours(Position position) {
  return {swap_colours(position.bits), other(position.to_move)};
}

/// The position with X to move, which is how the paper and the solvers see every position.
constexpr Position with_x_to_move(Position position) {
  return position.to_move == Player::x ? position : swap_colours(position);
}

}  // namespace quixo
