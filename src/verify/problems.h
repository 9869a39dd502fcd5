// SPDX-License-Identifier: MIT
//
// What is wrong with a table: a list that many threads may add to, cut when it gets long.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "game/geometry.h"
#include "quixo/value.h"

namespace quixo::verify {

/// The check that found it.
enum class Check : std::uint8_t {
  files,     ///< sizes, checksums, what a block must look like
  manifest,  ///< what it says against what the files hold
  over,      ///< a position that is over, against the rules
  outcome,   ///< win, loss or draw, against the moves
  distance,  ///< the same outcome in another number of moves
  symmetry,  ///< against a symmetric position
};
const char* name(Check check);

struct Problem {
  Check check = Check::files;
  std::string text;  ///< One line.
  bool operator==(const Problem&) const = default;
};

/// A position whose stored value is not the one its moves (or the rules, when it is over) give it.
Problem wrong_value(const Geometry& geometry, Metric metric, Position position, Value stored, Value expected);

/// Safe from many threads.
class Problems {
 public:
  static constexpr std::size_t most_kept = 100;

  void add(Problem problem);
  void add(Check check, std::string text) { add({check, std::move(text)}); }
  /// What an earlier run had found.
  void restore(std::vector<Problem> kept, std::uint64_t count);

  std::uint64_t count() const;
  std::vector<Problem> kept() const;

 private:
  mutable std::mutex mutex_;
  std::uint64_t count_ = 0;
  std::vector<Problem> kept_;
};

}  // namespace quixo::verify
