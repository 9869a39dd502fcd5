// SPDX-License-Identifier: MIT
//
// The second engine: the algorithm of "Quixo Is Solved" (Tanaka, Bonnet, Tixeuil, Tamura, 2020) as its
// authors wrote it down, state by state and without symmetries. It is the independent oracle that the fast
// engine is held against and the baseline of the benchmark, so it shares nothing with that engine but the
// rules of the game, and it is kept plain where it could be made quicker. It holds all states in memory:
// boards of up to 16 cells are its home, 18 cells a matter of minutes and a gigabyte.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "base/job.h"
#include "game/geometry.h"
#include "paper/classes.h"
#include "quixo/value.h"

namespace quixo::paper {

/// Its progress names the classes C(x,o) and C(o,x) that were solved last; everything with more cubes is
/// solved too. It is shown on the thread that called solve(); what it throws ends the solving and passes
/// through. A stop is not looked at.
struct Options : Job {
  bool distances = true;
  /// Values of all positions with this number of cubes, X to move, that are taken as they are; what has fewer
  /// cubes is solved from them, and what has more is not solved at all.
  struct Given {
    int cubes = 0;
    std::function<Value(Position)> value;
  };
  std::optional<Given> given = {};
};

/// Immutable: any number of threads may ask.
class Solution {
 public:
  Solution(Classes classes, Census census) : classes_(std::move(classes)), census_(std::move(census)) {}

  /// The value of any position of the board, for the player to move. The distance is 0 when only outcomes
  /// were solved.
  Value value(Position position) const;

  const Census& census() const { return census_; }

 private:
  Classes classes_;
  Census census_;
};

/// Solves every position. The result does not depend on the number of threads, which must be at least 1.
/// Throws Error when a distance does not fit in 16 bits, or when the system does not give as many threads.
Solution solve(const Geometry& geometry, const Options& options);

/// How many bytes solve() takes, and its Solution keeps.
std::size_t memory_needed(const Rules& rules, bool distances);

}  // namespace quixo::paper
