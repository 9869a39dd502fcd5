// SPDX-License-Identifier: MIT
//
// What the tests of the players and of the review share.
#pragma once

#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/known.h"
#include "quixo/open.h"
#include "quixo/table.h"
#include "solve/solver.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo {

inline Table solved(const char* rules) { return solve_in_memory(parse_rules(rules)); }

/// A table on disk that knows outcomes alone, gone with this object.
struct OutcomeTable {
  explicit OutcomeTable(const char* rules) : table(make(rules, directory.path())) {}

  static Table make(const char* rules, const std::filesystem::path& path) {
    solve::Options options;
    options.metric = Metric::outcome;
    options.threads = 1;
    options.directory = path;
    solve::solve(Geometry(parse_rules(rules)), options);
    return Table::open(path);
  }

  TemporaryDirectory directory;
  Table table;
};

/// What a table with distances says, as players and reviews have it.
inline Known known(Value value) {
  if (value.outcome == Outcome::draw) return {Outcome::draw, {}, 0, Proof::table};
  return {value.outcome, value.distance, 0, Proof::table};
}

/// Random positions that are not over.
inline std::vector<Position> open_positions(const Table& table, int count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Position> found;
  while (found.size() < static_cast<std::size_t>(count))
    if (const Position position = random_position(random, table.rules());
        !is_over(geometry_of(table), position))
      found.push_back(position);
  return found;
}

}  // namespace quixo
