// SPDX-License-Identifier: MIT
//
// A walk looks at every stored value, so the first look is a few instructions. What passes it is looked at
// more closely, the positions of a cube at once unless there are few.
#include "study/find.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <random>
#include <set>

#include "game/error.h"
#include "game/play.h"
#include "solve/layout.h"
#include "solve/workers.h"
#include "study/move_counts.h"
#include "study/reachability.h"
#include "study/scan.h"

namespace quixo::study {
namespace {

bool wants_finished(const Filter& filter) { return filter.distance && filter.distance->holds(0); }

bool has_distance(const Census& census, Outcome outcome, const Range& range) {
  return std::ranges::any_of(census.distances, [&](const auto& row) {
    const auto& [distance, counts] = row;
    const std::uint64_t count = outcome == Outcome::win    ? counts.win
                                : outcome == Outcome::loss ? counts.loss
                                                           : 0;
    return count > 0 && range.holds(distance);
  });
}

/// The first look: the outcome, the distance of a win, and that a position is open if it must be and the
/// table has distances. A walk may not know the distances of other losses.
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

/// Whether any of these values may be in the set.
bool may_hold(const ValueSet& set, const OutcomeCounts& counts) {
  return (counts.win > 0 && set.has(Outcome::win)) || (counts.loss > 0 && set.has(Outcome::loss)) ||
         (counts.draw > 0 && set.has(Outcome::draw));
}

bool cubes_match(const Filter& filter, int own, int opponent) {
  return filter.own_cubes.holds(own) && filter.opponent_cubes.holds(opponent) &&
         filter.cubes.holds(own + opponent);
}

bool moves_match(const Table& table, const Filter& filter, Position position) {
  if (!filter.winning_moves && !filter.non_losing_moves) return true;
  int winning = 0;
  int non_losing = 0;
  for_each_child(table.geometry(), position, [&](const Slide&, Position child) {
    const Outcome for_opponent = table.outcome(child);
    if (for_opponent == Outcome::loss) ++winning;
    if (for_opponent != Outcome::win) ++non_losing;
  });
  return (!filter.winning_moves || filter.winning_moves->holds(winning)) &&
         (!filter.non_losing_moves || filter.non_losing_moves->holds(non_losing));
}

/// So many moves must lead to values in the set.
struct MoveTest {
  ValueSet into;
  Range moves;
  bool of_losses_only = false;
};

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

/// The last look at a single position, dearest part last: to tell how far a loss is, a table may have to ask
/// about all its moves.
bool matches_closely(const Table& table, const Filter& filter, Outcome outcome, Position position) {
  if (!wants_finished(filter) && is_over(table.geometry(), position)) return false;
  if (!moves_match(table, filter, position)) return false;
  return outcome != Outcome::loss || !filter.distance ||
         filter.distance->holds(table.probe(position).distance);
}

/// Walks through the layers that can have matches, from the fewest cubes on: visit(run, bits, worker) with
/// the matches of every run, perhaps none.
class Walk {
 public:
  Walk(const Table& table, const Filter& filter, const Job& job)
      : table_(table),
        filter_(filter),
        job_(job),
        first_look_(first_look(table, filter)),
        move_tests_(move_tests(filter, first_look_)),
        move_counts_(table, sets_of(move_tests_), job.threads) {
    check(table, filter);
    const Census& census = table.summary().census;
    for (int layer = 0; layer <= table.layout().cells(); ++layer)
      for (int own = 0; own <= layer; ++own)
        if (cubes_match(filter, own, layer - own) &&
            may_hold(first_look_,
                     census.classes[static_cast<std::size_t>(own)][static_cast<std::size_t>(layer - own)]))
          own_cubes_[static_cast<std::size_t>(layer)] |= 1U << own;
  }

  template <class Visit>
  void run(Visit&& visit) {
    const solve::Layout& layout = table_.layout();
    double states = 0;
    int last = -1;
    for (int layer = 0; layer <= layout.cells(); ++layer)
      if (wanted(layer) != 0) {
        states += stored_states(layout, layer);
        last = layer;
      }
    if (filter_.reachable)
      for (int layer = 1; layer <= last; ++layer) states += stored_states(layout, layer);
    ShareDone share(job_, states);
    std::optional<Reachability> reachability;
    if (filter_.reachable) reachability.emplace(layout, job_.threads, job_.stop);
    for (int layer = 0; layer <= last; ++layer) {
      if (reachability && layer > 0) {
        reachability->advance([&](double part) { share.show(part * stored_states(layout, layer)); });
        share.add(stored_states(layout, layer));
      }
      if (wanted(layer) == 0) continue;
      std::vector<std::vector<std::uint32_t>> bits(static_cast<std::size_t>(job_.threads));
      table_.scan(layer, job_.threads, job_.stop, [&](const ValueRun& run, int worker) {
        std::vector<std::uint32_t>& found = bits[static_cast<std::size_t>(worker)];
        look_at(run, found);
        if (reachability)
          std::erase_if(found, [&](std::uint32_t bit) {
            return reachability->holds(run.cube, bit) != *filter_.reachable;
          });
        if (!found.empty()) drop_symmetric(run, found);
        look_closely(run, worker, found);
        visit(run, found, worker);
        share.add(static_cast<double>(run.values.size()));
      });
    }
  }

 private:
  std::uint32_t wanted(int layer) const { return own_cubes_[static_cast<std::size_t>(layer)]; }

  void look_at(const ValueRun& run, std::vector<std::uint32_t>& found) const {
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
  void drop_symmetric(const ValueRun& run, std::vector<std::uint32_t>& found) const {
    const solve::Layout& layout = table_.layout();
    const auto most = static_cast<int>(table_.geometry().symmetries().size());
    if (layout.orbit(layout.layer(run.layer)[run.cube]) == most) return;
    std::vector<std::uint32_t> symmetric;
    std::erase_if(found, [&](std::uint32_t bit) {
      layout.symmetric_bits({run.layer, run.cube, bit}, symmetric);
      return std::ranges::any_of(symmetric, [&](std::uint32_t other) { return other < bit; });
    });
  }

  void look_closely(const ValueRun& run, int worker, std::vector<std::uint32_t>& found) {
    constexpr std::size_t few = 8;  // quicker to ask about one by one than to count moves of a whole cube
    const bool by_cube = move_tests_.empty() || found.size() > few;
    if (by_cube) move_counts_.count(run.layer, run.cube, worker);
    const bool may_be_over = wants_finished(filter_) || table_.metric() == Metric::outcome;
    std::erase_if(found, [&](std::uint32_t bit) {
      const Outcome outcome = run.values[bit - run.first].outcome;
      if (by_cube && !may_be_over) return !moves_match(outcome, bit, worker);
      const Position position = table_.layout().position(run.layer, run.cube, bit);
      if (by_cube && !is_over(table_.geometry(), position)) return !moves_match(outcome, bit, worker);
      return !matches_closely(table_, filter_, outcome, position);
    });
  }

  /// Of an open position of the cube whose moves were counted last.
  bool moves_match(Outcome outcome, std::uint32_t bit, int worker) const {
    for (std::size_t i = 0; i < move_tests_.size(); ++i) {
      const MoveTest& test = move_tests_[i];
      if (test.of_losses_only && outcome != Outcome::loss) continue;
      if (!test.moves.holds(move_counts_.into(i, bit, worker))) return false;
    }
    return true;
  }

  const Table& table_;
  const Filter& filter_;
  const Job& job_;
  ValueSet first_look_;
  std::vector<MoveTest> move_tests_;
  MoveCounts move_counts_;
  std::array<std::uint32_t, max_cells + 1> own_cubes_{};  ///< Of each layer, the wanted numbers as a set.
};

/// A random number for each stored position: those with the least are the sample.
std::uint64_t lot(std::uint64_t seed, int layer, std::uint32_t cube, std::uint32_t bit) {
  std::uint64_t lot = seed;
  for (const std::uint64_t word : {std::uint64_t(layer), std::uint64_t{cube} << 32 | bit}) {
    // One round of splitmix64.
    lot = (lot ^ word) + 0x9e3779b97f4a7c15;
    lot = (lot ^ lot >> 30) * 0xbf58476d1ce4e5b9;
    lot = (lot ^ lot >> 27) * 0x94d049bb133111eb;
    lot ^= lot >> 31;
  }
  return lot;
}

/// Any way to put the wanted numbers of cubes on the board, all ways as likely.
class RandomBoards {
 public:
  RandomBoards(const Geometry& geometry, const Filter& filter, std::uint64_t seed)
      : cells_(geometry.cells()), random_(seed) {
    for (int own = 0; own <= cells_; ++own) {
      std::uint64_t ways = choose(cells_, own);
      for (int opponent = 0; own + opponent <= cells_; ++opponent) {
        if (cubes_match(filter, own, opponent)) {
          all_ += ways;
          classes_.push_back({all_, own, opponent});
        }
        ways = ways * static_cast<std::uint64_t>(cells_ - own - opponent) /
               static_cast<std::uint64_t>(opponent + 1);
      }
    }
  }

  bool empty() const { return classes_.empty(); }

  Position next() {
    const Class& pick = *std::ranges::upper_bound(classes_, random_() % all_, {}, &Class::ways_up_to);
    Cells left = (Cells{1} << cells_) - 1;
    const Cells own = take(left, pick.own);
    const Cells opponent = take(left, pick.opponent);
    return make_position(own, opponent, Player::x);
  }

 private:
  struct Class {
    std::uint64_t ways_up_to;
    int own;
    int opponent;
  };

  static std::uint64_t choose(int n, int k) {
    std::uint64_t ways = 1;
    for (int i = 1; i <= k; ++i)
      ways = ways * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
    return ways;
  }

  Cells take(Cells& left, int count) {
    Cells taken = 0;
    for (int i = 0; i < count; ++i) {
      Cells rest = left;
      for (auto skip = random_() % static_cast<std::uint64_t>(std::popcount(left)); skip > 0; --skip)
        rest &= rest - 1;
      const Cells cell = rest & -rest;
      taken |= cell;
      left &= ~cell;
    }
    return taken;
  }

  int cells_;
  std::mt19937_64 random_;
  std::uint64_t all_ = 0;
  std::vector<Class> classes_;
};

}  // namespace

void check(const Table& table, const Filter& filter) {
  if (filter.distance && table.metric() != Metric::distance)
    throw Error(fmt::format("this table of {0} has no distances to look for: make them with quixo solve {0}",
                            to_string(table.rules())));
}

bool matches(const Table& table, const Filter& filter, Position position) {
  check(table, filter);
  const Player own = position.to_move;
  if (!cubes_match(filter, std::popcount(position.cubes(own)), std::popcount(position.cubes(other(own)))))
    return false;
  const Value value = table.probe(position);
  return first_look(table, filter).holds(value) && matches_closely(table, filter, value.outcome, position);
}

void find(const Table& table, const Filter& filter, const Job& job, const Found& found) {
  // Runs come in any order and leave in the table's: a run waits for those before it.
  struct Place {
    int layer = 0;
    std::uint32_t cube = 0;
    std::uint32_t first = 0;
    auto operator<=>(const Place&) const = default;
  };
  struct Matches {
    std::size_t states = 0;
    std::vector<std::uint32_t> bits;
  };
  std::mutex mutex;
  std::map<Place, Matches> waiting;
  Place next;
  std::stop_source enough;
  const std::stop_callback stop_too(job.stop, [&] { enough.request_stop(); });
  Job own_job = job;
  own_job.stop = enough.get_token();
  try {
    Walk(table, filter, own_job).run([&](const ValueRun& run, const std::vector<std::uint32_t>& bits, int) {
      const std::lock_guard lock(mutex);
      if (enough.stop_requested()) return;
      if (next.layer != run.layer) next = {run.layer, 0, 0};
      waiting[{run.layer, run.cube, run.first}] = {run.values.size(), bits};
      while (!waiting.empty() && waiting.begin()->first == next) {
        const Matches& matches = waiting.begin()->second;
        for (const std::uint32_t bit : matches.bits)
          if (!found(table.layout().position(next.layer, next.cube, bit))) {
            enough.request_stop();
            return;
          }
        const std::uint64_t end = std::uint64_t{next.first} + matches.states;
        const bool whole_cube = end >> next.layer != 0;
        next = whole_cube ? Place{next.layer, next.cube + 1, 0}
                          : Place{next.layer, next.cube, static_cast<std::uint32_t>(end)};
        waiting.erase(waiting.begin());
      }
    });
  } catch (const solve::Interrupted&) {
    if (job.stop.stop_requested()) throw;
  }
}

std::vector<Position> sample(const Table& table, const Filter& filter, std::size_t count, std::uint64_t seed,
                             const Job& job) {
  struct Drawn {
    std::uint64_t lot;
    int layer;
    std::uint32_t cube;
    std::uint32_t bit;
    auto operator<=>(const Drawn&) const = default;
  };
  // Each thread keeps its own least lots; the last of its heap is the worst.
  std::vector<std::vector<Drawn>> kept(static_cast<std::size_t>(job.threads));
  Walk(table, filter, job).run([&](const ValueRun& run, const std::vector<std::uint32_t>& bits, int worker) {
    std::vector<Drawn>& heap = kept[static_cast<std::size_t>(worker)];
    for (const std::uint32_t bit : bits) {
      heap.push_back({lot(seed, run.layer, run.cube, bit), run.layer, run.cube, bit});
      std::ranges::push_heap(heap);
      if (heap.size() <= count) continue;
      std::ranges::pop_heap(heap);
      heap.pop_back();
    }
  });
  std::vector<Drawn> all;
  for (const std::vector<Drawn>& heap : kept) all.insert(all.end(), heap.begin(), heap.end());
  std::ranges::sort(all);
  std::vector<Position> positions;
  for (const Drawn& drawn : all) {
    if (positions.size() == count) break;
    positions.push_back(table.layout().position(drawn.layer, drawn.cube, drawn.bit));
  }
  return positions;
}

std::vector<Position> draw(const Table& table, const Filter& filter, std::size_t count, std::uint64_t seed,
                           std::size_t tries) {
  check(table, filter);
  RandomBoards boards(table.geometry(), filter, seed);
  std::vector<Position> found;
  if (boards.empty()) return found;
  std::set<Position> seen;
  for (std::size_t i = 0; i < tries && found.size() < count; ++i) {
    const Position position = boards.next();
    if (!wants_finished(filter) && is_over(table.geometry(), position)) continue;
    if (matches(table, filter, position) && seen.insert(canonical(table.geometry(), position)).second)
      found.push_back(position);
  }
  return found;
}

}  // namespace quixo::study
