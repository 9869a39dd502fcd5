// SPDX-License-Identifier: MIT
//
// What the tests of the public interface share: some rules, positions on their boards, and the messages of
// errors. Includes nothing but include/quixo.
#pragma once

#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "quixo/quixo.h"

#if __has_include("game/geometry.h") || __has_include("probe/source.h") || __has_include("catalog/catalog.h")
#error "what links quixo::quixo must not see the headers behind the public ones"
#endif

namespace quixo {

// GoogleTest prints values with these.
inline std::ostream& operator<<(std::ostream& out, const Rules& rules) { return out << to_string(rules); }
inline std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << std::hex << position.bits << std::dec << ' ' << letter(position.to_move) << " to move";
}

inline std::vector<Rules> some_rules() {
  std::vector<Rules> rules;
  for (const char* name : {"2x2", "3x3", "3x3-double-wins", "4x5-line3", "2x12", "5x5", "5x6", "15x2"})
    rules.push_back(parse_rules(name));
  return rules;
}

inline Position random_position(std::mt19937_64& random, const Rules& rules) {
  Position position;
  const auto blanks = 2 + random() % 6;
  for (Cell cell = 0; cell < rules.cells(); ++cell)
    if (const auto cube = random() % blanks; cube < 2)
      position.bits |= half_of(cube == 0 ? Player::x : Player::o, cell_bit(cell));
  position.to_move = random() % 2 == 0 ? Player::x : Player::o;
  return position;
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
