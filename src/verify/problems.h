// SPDX-License-Identifier: MIT
//
// What is wrong with a table: a list that many threads and peers may add to, cut when it gets long.
#pragma once

#include <compare>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "base/peers.h"
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

/// Where a check that goes alone and in order finds a problem: which comes first does not depend on how many
/// look for them.
struct Place {
  int pass = 0;
  std::uint64_t item = 0;  ///< The unit, block or file of the pass.
  auto operator<=>(const Place&) const = default;
};

struct Problem {
  Check check = Check::files;
  std::string text;  ///< One line.
  Place place = {};
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
  /// Those of an earlier run, or of several at once: the first of `count`.
  void add_all(std::vector<Problem> kept, std::uint64_t count);
  /// Takes what all peers have found since, and leaves nothing there. All peers must call it.
  void take_from_all(Peers& peers, Problems& found);

  std::uint64_t count() const;
  /// By place, and those of one place as they were found.
  std::vector<Problem> kept() const;

 private:
  void keep(Problem problem);

  mutable std::mutex mutex_;
  std::uint64_t count_ = 0;
  std::vector<Problem> kept_;
};

}  // namespace quixo::verify
