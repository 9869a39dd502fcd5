// SPDX-License-Identifier: MIT
//
// Counts all positions of a table. It finds what solving had printed, but from the finished table: from a
// board solved in memory as well as from files, and as a check of both.
#pragma once

#include <map>
#include <optional>

#include "game/value.h"
#include "probe/table.h"
#include "study/job.h"

namespace quixo::study {

/// Positions of one distance with the fewest cubes, the first in the order of the table.
struct DistanceExamples {
  std::optional<Position> win;
  std::optional<Position> loss;
  bool operator==(const DistanceExamples&) const = default;
};

struct TableCensus {
  Value empty_board;
  Census census;
  std::optional<Longest> win;  ///< With distances: the same examples as solving gives.
  std::optional<Longest> loss;
  std::map<int, DistanceExamples> examples;  ///< By distance; empty without distances.
  bool operator==(const TableCensus&) const = default;
};

/// Reads the whole table once.
TableCensus take_census(const Table& table, const Job& job = {});

}  // namespace quixo::study
