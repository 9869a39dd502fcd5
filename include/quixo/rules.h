// SPDX-License-Identifier: MIT
//
// Rules are data: the size of the board, the length of a line and what a double line means. Everything else
// (lines, moves, symmetries) is generated from them, so another board or line
// length costs a name and nothing more. (Where a new kind of rule goes is said in docs/architecture.md.)
//
// A rules name is ROWSxCOLS, then -lineK when K is not the shorter side, then -double-wins when a double line
// wins: 5x5, 4x5-line3, 5x5-double-wins, 4x5-line3-double-wins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace quixo {

constexpr int max_cells = 30;

/// What it means for a player to complete lines of both symbols in one move.
enum class DoubleLine : std::uint8_t { loses, wins };

struct Rules {
  int rows = 5;
  int cols = 5;
  int line = 5;
  DoubleLine double_line = DoubleLine::loses;

  constexpr int cells() const { return rows * cols; }
  constexpr int default_line() const { return std::min(rows, cols); }
  constexpr bool operator==(const Rules&) const = default;
};

/// The same rules. Throws Error when they are outside what the program can hold: parsed rules never are.
const Rules& checked(const Rules& rules);

/// The official line and double-line rules on a board of this size. Throws Error when the size is not
/// allowed.
Rules rules_for_size(int rows, int cols);

/// Throws Error when the name is malformed or the rules are outside what the program can hold.
Rules parse_rules(std::string_view name);

/// The canonical name: parse_rules(to_string(rules)) == rules, and no other name is ever printed.
std::string to_string(const Rules& rules);

}  // namespace quixo
