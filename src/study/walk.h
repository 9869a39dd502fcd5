// SPDX-License-Identifier: MIT
//
// The way through a table that searches share (find.h, sample.h). A walk looks at every stored value, so the
// first look is a few instructions. What passes it is looked at more closely, the positions of a bitmap at
// once unless there are few. Losses in one move are rare and known from the rules: a walk for these alone
// asks the table about nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/job.h"
#include "layout/lost_in_one.h"
#include "probe/source.h"
#include "quixo/table.h"
#include "study/filter.h"
#include "study/move_counts.h"
#include "study/value_set.h"

namespace quixo::study {

/// How many moves must lead to values in a set.
struct MoveTest {
  ValueSet into;
  Range moves;
  bool of_losses_only = false;
};

/// Some positions of one occupancy: the bits first, first + 1, ... of its bitmap.
struct Run {
  int layer = 0;
  std::uint32_t bitmap = 0;
  std::uint32_t first = 0;
  std::size_t positions = 0;
};

/// Walks through the layers that can have matches, from the fewest cubes on.
class Walk {
 public:
  /// All three must outlive it.
  Walk(const Table& table, const Filter& filter, const Job& job);

  /// The matches of a run as bits, ascending, perhaps none. Called for every run of those layers, by all
  /// workers.
  using Visit = std::function<void(const Run& run, const std::vector<std::uint32_t>& bits, int worker)>;
  void run(const Visit& visit);

 private:
  std::uint32_t wanted(int layer) const { return own_cubes_[static_cast<std::size_t>(layer)]; }

  bool wants_losses_in_one_alone() const;
  /// Calls look(run, worker, first look, last look) for all runs of a layer; both looks take the bits that
  /// are found. By the values of the table, or by the rules.
  template <class Look>
  void look_at_values(int layer, const Look& look);
  template <class Look>
  void look_for_losses_in_one(int layer, const Look& look) const;

  void look_at(const probe::ValueRun& run, std::vector<std::uint32_t>& found) const;
  void drop_symmetric(const Run& run, std::vector<std::uint32_t>& found) const;
  void look_closely(const probe::ValueRun& run, int worker, std::vector<std::uint32_t>& found);
  bool counted_moves_match(Outcome outcome, std::uint32_t bit, int worker) const;

  const Table& table_;
  const Filter& filter_;
  const Job& job_;
  ValueSet first_look_;
  std::vector<MoveTest> move_tests_;
  MoveCounts move_counts_;
  LostInOne lost_in_one_;
  std::array<std::uint32_t, max_cells + 1> own_cubes_{};  ///< Of each layer, the wanted numbers as a set.
  int last_layer_ = -1;                                   ///< The last that is wanted at all.
};

}  // namespace quixo::study
