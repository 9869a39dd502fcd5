// SPDX-License-Identifier: MIT
//
// Values as numbers, so that what a position is worth is a maximum over its children.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "quixo/value.h"

namespace quixo::verify {

/// Values of children, ranked from the worst to the best for the player who moves there. Rank 0 is none of
/// them; ranks above them mark positions that are over where the ranks of children would be.
class Ranking {
 public:
  explicit Ranking(std::vector<Value> values) : values_(std::move(values)) {
    const auto worse = [](Value one, Value two) { return is_better(value_of_move(two), value_of_move(one)); };
    std::ranges::sort(values_, worse);
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
  }

  /// Ranks are below this.
  std::size_t size() const { return values_.size() + 3; }
  std::size_t over_won() const { return values_.size() + 1; }
  std::size_t over_lost() const { return values_.size() + 2; }
  bool is_over(std::size_t rank) const { return rank >= over_won(); }

  std::size_t rank(Value value) const {
    const auto found = std::ranges::find(values_, value);
    return found == values_.end() ? 0 : static_cast<std::size_t>(found - values_.begin()) + 1;
  }
  Value value(std::size_t rank) const {
    assert(rank >= 1 && rank <= values_.size());
    return values_[rank - 1];
  }
  const std::vector<Value>& values() const { return values_; }

  /// What a position is worth whose best child has this rank. There must be one, or it must be over.
  Value value_of_position(std::size_t best) const {
    if (best == over_won()) return {Outcome::win, 0};
    if (best == over_lost()) return {Outcome::loss, 0};
    return value_of_move(value(best));
  }

 private:
  std::vector<Value> values_;
};

/// Calls work(Rank{}) with the type that holds the ranks: a byte nearly always, and then arrays of ranks take
/// half the memory and the loops over them less than half the time.
template <class Work>
auto with_rank_type(const Ranking& ranking, Work&& work) {
  assert(ranking.size() <= std::size_t{1} << 16);
  return ranking.size() <= std::size_t{1} << 8 ? work(std::uint8_t{}) : work(std::uint16_t{});
}

}  // namespace quixo::verify
