// SPDX-License-Identifier: MIT
//
// Which values are looked for: ranges of numbers, and for each outcome a range of distances.
#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "quixo/value.h"

namespace quixo::study {

struct Range {
  int least = 0;
  int most = std::numeric_limits<int>::max();
  constexpr bool holds(int number) const { return least <= number && number <= most; }
  constexpr bool operator==(const Range&) const = default;
};

/// For each outcome, the distances that values may have to be in the set; at first none.
class ValueSet {
 public:
  ValueSet() { ranges_.fill(nothing); }

  ValueSet& add(Outcome outcome, const Range& distances = {}) {
    ranges_[static_cast<std::size_t>(outcome)] = distances;
    return *this;
  }

  bool has(Outcome outcome) const { return ranges_[static_cast<std::size_t>(outcome)] != nothing; }
  bool holds(const Value& value) const {
    return ranges_[static_cast<std::size_t>(value.outcome)].holds(value.distance);
  }

 private:
  static constexpr Range nothing{1, 0};
  std::array<Range, 3> ranges_;
};

}  // namespace quixo::study
