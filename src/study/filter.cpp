// SPDX-License-Identifier: MIT
#include "study/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "game/play.h"
#include "probe/source.h"
#include "quixo/error.h"

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

}  // namespace

void check(const Table& table, const Filter& filter) {
  if (filter.distance && table.metric() != Metric::distance)
    throw Error(fmt::format("this table of {0} has no distances to look for: make them with quixo solve {0}",
                            to_string(table.rules())));
}

bool matches(const Table& table, const Filter& filter, Position position) {
  assert(!filter.reachable);
  check(table, filter);
  const Player own = position.to_move;
  if (!cubes_match(filter, std::popcount(position.cubes(own)), std::popcount(position.cubes(other(own)))))
    return false;
  const Value value = table.probe(position);
  return first_look(table, filter).holds(value) && matches_closely(table, filter, value.outcome, position);
}

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

}  // namespace quixo::study
