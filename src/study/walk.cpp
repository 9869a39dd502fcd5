// SPDX-License-Identifier: MIT
#include "study/walk.h"

#include <algorithm>
#include <optional>

#include "game/play.h"
#include "layout/layout.h"
#include "probe/source.h"
#include "study/reachability.h"
#include "study/scan.h"

namespace quixo::study {
namespace {

bool has_distance(const Census& census, Outcome outcome, const Range& range) {
  return std::ranges::any_of(census.distances, [&](const auto& row) {
    const auto& [distance, counts] = row;
    const std::uint64_t count = outcome == Outcome::win    ? counts.win
                                : outcome == Outcome::loss ? counts.loss
                                                           : 0;
    return count > 0 && range.holds(distance);
  });
}

/// Whether any of these values may be in the set.
bool may_hold(const ValueSet& set, const OutcomeCounts& counts) {
  return (counts.win > 0 && set.has(Outcome::win)) || (counts.loss > 0 && set.has(Outcome::loss)) ||
         (counts.draw > 0 && set.has(Outcome::draw));
}

/// Asks about every move of a position.
bool probed_moves_match(const Table& table, const Filter& filter, Position position) {
  if (!filter.winning_moves && !filter.non_losing_moves) return true;
  int winning = 0;
  int non_losing = 0;
  for_each_child(geometry_of(table), position, [&](const Slide&, Position child) {
    const Outcome for_opponent = table.outcome(child);
    if (for_opponent == Outcome::loss) ++winning;
    if (for_opponent != Outcome::win) ++non_losing;
  });
  return (!filter.winning_moves || filter.winning_moves->holds(winning)) &&
         (!filter.non_losing_moves || filter.non_losing_moves->holds(non_losing));
}

/// What the last look asks of open positions, in terms of their moves.
std::vector<MoveTest> move_tests(const Filter& filter, const ValueSet& wanted) {
  std::vector<MoveTest> tests;
  if (filter.winning_moves) tests.push_back({ValueSet().add(Outcome::loss), *filter.winning_moves});
  if (filter.non_losing_moves)
    tests.push_back({ValueSet().add(Outcome::loss).add(Outcome::draw), *filter.non_losing_moves});
  if (filter.distance && wanted.has(Outcome::loss)) {
    // A loss takes one move more than the longest win that it leads to.
    const auto wins_from = [](int least) { return ValueSet().add(Outcome::win, {.least = least}); };
    const auto& [least, most] = *filter.distance;
    if (least > 1) tests.push_back({wins_from(least - 1), {.least = 1}, true});
    if (most < Range{}.most) tests.push_back({wins_from(most), {0, 0}, true});
  }
  return tests;
}

std::vector<ValueSet> sets_of(const std::vector<MoveTest>& tests) {
  std::vector<ValueSet> sets;
  for (const MoveTest& test : tests) sets.push_back(test.into);
  return sets;
}

}  // namespace

bool wants_finished(const Filter& filter) { return filter.distance && filter.distance->holds(0); }

bool cubes_match(const Filter& filter, int own, int opponent) {
  return filter.own_cubes.holds(own) && filter.opponent_cubes.holds(opponent) &&
         filter.cubes.holds(own + opponent);
}

ValueSet first_look(const Table& table, const Filter& filter) {
  ValueSet values;
  for (const Outcome outcome : {Outcome::draw, Outcome::win, Outcome::loss}) {
    if (filter.outcome && filter.outcome != outcome) continue;
    if (filter.distance && !has_distance(table.summary().census, outcome, *filter.distance)) continue;
    Range range;
    if (outcome == Outcome::win && filter.distance)
      range = *filter.distance;
    else if (outcome != Outcome::draw && table.metric() == Metric::distance && !wants_finished(filter))
      range.least = 1;
    values.add(outcome, range);
  }
  return values;
}

bool matches_closely(const Table& table, const Filter& filter, Outcome outcome, Position position) {
  if (!wants_finished(filter) && is_over(geometry_of(table), position)) return false;
  if (!probed_moves_match(table, filter, position)) return false;
  return outcome != Outcome::loss || !filter.distance ||
         filter.distance->holds(table.probe(position).distance);
}

Walk::Walk(const Table& table, const Filter& filter, const Job& job)
    : table_(table),
      filter_(filter),
      job_(job),
      first_look_(first_look(table, filter)),
      move_tests_(move_tests(filter, first_look_)),
      move_counts_(table, sets_of(move_tests_), job.threads) {
  check(table, filter);
  const Census& census = table.summary().census;
  for (int layer = 0; layer <= layout_of(table).cells(); ++layer)
    for (int own = 0; own <= layer; ++own)
      if (cubes_match(filter, own, layer - own) &&
          may_hold(first_look_,
                   census.classes[static_cast<std::size_t>(own)][static_cast<std::size_t>(layer - own)]))
        own_cubes_[static_cast<std::size_t>(layer)] |= 1U << own;
}

void Walk::run(const Visit& visit) {
  const Layout& layout = layout_of(table_);
  double states = 0;
  int last = -1;
  for (int layer = 0; layer <= layout.cells(); ++layer)
    if (wanted(layer) != 0) {
      states += static_cast<double>(layout.shape(layer).positions());
      last = layer;
    }
  if (filter_.reachable)
    for (int layer = 1; layer <= last; ++layer)
      states += static_cast<double>(layout.shape(layer).positions());
  ShareDone share(job_, states);
  std::optional<Reachability> reachability;
  if (filter_.reachable) reachability.emplace(layout, job_.threads, job_.stop);
  for (int layer = 0; layer <= last; ++layer) {
    if (reachability && layer > 0) {
      reachability->advance(
          [&](double part) { share.show(part * static_cast<double>(layout.shape(layer).positions())); });
      share.add(static_cast<double>(layout.shape(layer).positions()));
    }
    if (wanted(layer) == 0) continue;
    std::vector<std::vector<std::uint32_t>> bits(static_cast<std::size_t>(job_.threads));
    source_of(table_).scan(layer, job_.threads, job_.stop, [&](const probe::ValueRun& run, int worker) {
      std::vector<std::uint32_t>& found = bits[static_cast<std::size_t>(worker)];
      look_at(run, found);
      if (reachability)
        std::erase_if(found, [&](std::uint32_t bit) {
          return reachability->holds(run.bitmap, bit) != *filter_.reachable;
        });
      if (!found.empty()) drop_symmetric(run, found);
      look_closely(run, worker, found);
      visit(run, found, worker);
      share.add(static_cast<double>(run.values.size()));
    });
  }
}

void Walk::look_at(const probe::ValueRun& run, std::vector<std::uint32_t>& found) const {
  constexpr Ones ones;
  const std::uint32_t own = wanted(run.layer);
  found.clear();
  std::uint32_t bit = run.first;
  for (const Value& value : run.values) {
    if (first_look_.holds(value) && (own >> ones(bit) & 1)) found.push_back(bit);
    ++bit;
  }
}

/// A U that is symmetric in itself holds symmetric positions: the first of them counts.
void Walk::drop_symmetric(const probe::ValueRun& run, std::vector<std::uint32_t>& found) const {
  const Layout& layout = layout_of(table_);
  const auto most = static_cast<int>(geometry_of(table_).symmetries().size());
  if (layout.orbit_size(layout.occupancies(run.layer)[run.bitmap]) == most) return;
  std::vector<std::uint32_t> symmetric;
  std::erase_if(found, [&](std::uint32_t bit) {
    layout.symmetric_bits({run.layer, run.bitmap, bit}, symmetric);
    return std::ranges::any_of(symmetric, [&](std::uint32_t other) { return other < bit; });
  });
}

void Walk::look_closely(const probe::ValueRun& run, int worker, std::vector<std::uint32_t>& found) {
  constexpr std::size_t few = 8;  // quicker to ask about one by one than to count moves of a whole cube
  const bool by_cube = move_tests_.empty() || found.size() > few;
  if (by_cube) move_counts_.count(run.layer, run.bitmap, worker);
  const bool may_be_over = wants_finished(filter_) || table_.metric() == Metric::outcome;
  std::erase_if(found, [&](std::uint32_t bit) {
    const Outcome outcome = run.values[bit - run.first].outcome;
    if (by_cube && !may_be_over) return !counted_moves_match(outcome, bit, worker);
    const Position position = layout_of(table_).position(run.layer, run.bitmap, bit);
    if (by_cube && !is_over(geometry_of(table_), position)) return !counted_moves_match(outcome, bit, worker);
    return !matches_closely(table_, filter_, outcome, position);
  });
}

/// Of an open position of the cube whose moves were counted last.
bool Walk::counted_moves_match(Outcome outcome, std::uint32_t bit, int worker) const {
  for (std::size_t i = 0; i < move_tests_.size(); ++i) {
    const MoveTest& test = move_tests_[i];
    if (test.of_losses_only && outcome != Outcome::loss) continue;
    if (!test.moves.holds(move_counts_.into(i, bit, worker))) return false;
  }
  return true;
}

}  // namespace quixo::study
