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
#include <utility>

#include "game/geometry.h"
#include "game/value.h"
#include "paper/classes.h"

namespace quixo::paper {

/// The classes C(x,o) and C(o,x) are solved, as is everything with more cubes.
struct Progress {
  int x = 0;
  int o = 0;
  double share = 0;  ///< of all states, from 0 to 1
};

struct Options {
  bool distances = true;
  int threads = 1;
  /// Called on the thread that called solve(). What it throws ends the solving and passes through.
  std::function<void(const Progress&)> progress;
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
/// Throws Error when a distance does not fit in 16 bits, or when there cannot be so many threads.
Solution solve(const Geometry& geometry, const Options& options);

/// How many bytes solve() takes, and its Solution keeps.
std::size_t memory_needed(const Rules& rules, bool distances);

}  // namespace quixo::paper
