// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "game/geometry.h"
#include "game/play.h"
#include "quixo/known.h"
#include "quixo/value.h"

namespace quixo {

/// For tests that have the rules as a parameter.
inline std::string name_of_rules(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

/// What a search to the horizon must say of a position with this value.
inline Known within(Value value, int horizon) {
  if (value.outcome == Outcome::draw || value.distance > horizon) return {{}, {}, horizon, Proof::none};
  return {value.outcome, value.distance, 0, Proof::search};
}

/// Calls visit(position) for all positions with X to move.
template <class Visit>
void for_each_position(const Geometry& geometry, Visit&& visit) {
  for (Cells x = 0; x <= geometry.all_cells(); ++x) {
    const Cells rest = geometry.all_cells() & ~x;
    for (Cells o = rest;; o = (o - 1) & rest) {
      visit(make_position(x, o, Player::x));
      if (o == 0) break;
    }
  }
}

/// Each cell blank, X or O, with as many blanks as chance has it for this position.
inline Position random_position(const Geometry& geometry, std::mt19937_64& random) {
  Cells x = 0;
  Cells o = 0;
  const auto blanks = random() % 8;
  for (Cell cell = 0; cell < geometry.cells(); ++cell) {
    const auto chance = random() % 8;
    if (chance < blanks) continue;
    (random() % 2 == 0 ? x : o) |= cell_bit(cell);
  }
  return make_position(x, o, random() % 2 == 0 ? Player::x : Player::o);
}

inline Position random_open_position(const Geometry& geometry, std::mt19937_64& random) {
  while (true)
    if (const Position position = random_position(geometry, random); !is_over(geometry, position))
      return position;
}

}  // namespace quixo
