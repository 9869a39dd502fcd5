// SPDX-License-Identifier: MIT
//
// Frozen values of the official game (values_5x5.txt), taken from tables: positions of games between
// players who see a few moves ahead and err, and random ones. A line has a position, its outcome and its
// distance; a draw has none (-), and of positions with fewer than 20 cubes the outcome alone was taken (?):
//
//   XOOXO/O3X/X2OO/XOXXX/OXXXO x win 17
//
// tests/long compares them with a table of 5x5.
#pragma once

#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "quixo/error.h"
#include "quixo/notation.h"
#include "quixo/value.h"

namespace quixo {

struct FrozenValue {
  Position position;
  Outcome outcome = Outcome::draw;
  std::optional<int> distance;  ///< Of a win or a loss, unless it was not taken.
};

inline std::vector<FrozenValue> frozen_values_5x5(const char* path = VALUES_5X5) {
  const Rules rules = parse_rules("5x5");
  std::ifstream file(path);
  std::vector<FrozenValue> values;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string cubes;
    std::string player;
    std::string outcome;
    std::string distance;
    words >> cubes >> player >> outcome >> distance;
    FrozenValue value{parse_position(rules, cubes + ' ' + player), Outcome::draw, {}};
    for (const Outcome each : {Outcome::win, Outcome::loss})
      if (outcome == outcome_name(each)) value.outcome = each;
    if (outcome != outcome_name(value.outcome)) throw Error("an unknown outcome: " + line);
    if (distance != "-" && distance != "?") value.distance = std::stoi(distance);
    values.push_back(value);
  }
  return values;
}

}  // namespace quixo
