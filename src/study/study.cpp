// SPDX-License-Identifier: MIT
#include "study/study.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "game/play.h"
#include "probe/source.h"

namespace quixo::study {
namespace {

std::vector<FirstMove> first_moves_of(const Table& table) {
  std::map<Position, FirstMove> classes;
  for (const MoveValue& each : table.moves({})) {
    FirstMove& first = classes[canonical(geometry_of(table), each.position)];
    if (first.moves++ > 0) continue;
    first.move = each.move;
    first.value = each.value;
    for (const MoveValue& reply : table.moves(each.position)) {
      const Outcome outcome = reply.value.outcome;
      ++(outcome == Outcome::win    ? first.replies.win
         : outcome == Outcome::loss ? first.replies.loss
                                    : first.replies.draw);
    }
  }
  std::vector<FirstMove> first_moves;
  first_moves.reserve(classes.size());
  for (const auto& [position, first] : classes) first_moves.push_back(first);
  std::ranges::stable_sort(first_moves, is_better, &FirstMove::value);
  return first_moves;
}

}  // namespace

std::uint64_t Study::all_reachable() const {
  std::uint64_t all = 0;
  for (const auto& row : reachable) all = std::accumulate(row.begin(), row.end(), all);
  return all;
}

Study study(const Table& table, const Job& job) {
  Study study;
  constexpr double counting = 0.9;  // of the time, on boards that take long
  study.reachable = count_reachable(layout_of(table), part_of(job, 0, counting));
  study.kinds = positions_of_interest(table, part_of(job, counting, 1));
  study.first_moves = first_moves_of(table);
  if (table.metric() == Metric::distance) study.game = table.line({});
  return study;
}

}  // namespace quixo::study
