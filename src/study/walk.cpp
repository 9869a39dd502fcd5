// SPDX-License-Identifier: MIT
#include "study/walk.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <mutex>
#include <optional>

#include "base/workers.h"
#include "game/play.h"
#include "layout/layout.h"
#include "probe/source.h"
#include "study/reachability.h"

namespace quixo::study {
namespace {

/// The ones of an own index: the cubes of the player to move. Eight bits by table, as plain x86-64 has no
/// instruction for it.
class Ones {
 public:
  constexpr int operator()(std::uint32_t index) const {
    return table_[index & 255] + table_[index >> 8 & 255] + table_[index >> 16 & 255] + table_[index >> 24];
  }

 private:
  std::array<std::uint8_t, 256> table_ = [] {
    std::array<std::uint8_t, 256> table{};
    for (unsigned i = 0; i < 256; ++i) table[i] = static_cast<std::uint8_t>(std::popcount(i));
    return table;
  }();
};

/// Adds up the positions that are done with, from any thread, and shows the share they are of all.
class ShareDone {
 public:
  ShareDone(const Job& job, double positions) : job_(job), positions_(positions) {}

  void add(double positions) {
    const double before = done_.fetch_add(positions, std::memory_order_relaxed);
    constexpr double interval = 1 << 20;
    if (std::floor(before / interval) != std::floor((before + positions) / interval)) show();
  }

  /// With some more positions that are as good as done with.
  void show(double more = 0) {
    if (!job_.progress) return;
    const std::lock_guard lock(mutex_);
    job_.show((done_.load(std::memory_order_relaxed) + more) / positions_);
  }

 private:
  const Job& job_;
  double positions_;
  std::atomic<double> done_ = 0;
  std::mutex mutex_;
};

/// Whether any of these values may be in the set.
bool may_hold(const ValueSet& set, const OutcomeCounts& counts) {
  return (counts.win > 0 && set.has(Outcome::win)) || (counts.loss > 0 && set.has(Outcome::loss)) ||
         (counts.draw > 0 && set.has(Outcome::draw));
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
  sets.reserve(tests.size());
  for (const MoveTest& test : tests) sets.push_back(test.into);
  return sets;
}

}  // namespace

Walk::Walk(const Table& table, const Filter& filter, const Job& job)
    : table_(table),
      filter_(filter),
      job_(job),
      first_look_(first_look(table, filter)),
      move_tests_(move_tests(filter, first_look_)),
      move_counts_(table, sets_of(move_tests_), job.threads),
      lost_in_one_(layout_of(table)) {
  check(table, filter);
  const Census& census = table.summary().census;
  for (int layer = 0; layer <= layout_of(table).cells(); ++layer)
    for (int own = 0; own <= layer; ++own)
      if (cubes_match(filter, own, layer - own) &&
          may_hold(first_look_,
                   census.classes[static_cast<std::size_t>(own)][static_cast<std::size_t>(layer - own)])) {
        own_cubes_[static_cast<std::size_t>(layer)] |= 1U << own;
        last_layer_ = layer;
      }
}

void Walk::run(const Visit& visit) {
  const Layout& layout = layout_of(table_);
  const auto positions = [&](int layer) { return static_cast<double>(layout.shape(layer).positions()); };
  double work = 0;
  for (int layer = 0; layer <= last_layer_; ++layer) {
    if (wanted(layer) != 0) work += positions(layer);
    if (filter_.reachable && layer > 0) work += positions(layer);
  }
  ShareDone share(job_, work);
  std::optional<Reachability> reachability;
  if (filter_.reachable) reachability.emplace(layout, job_);
  PerWorker<std::vector<std::uint32_t>> bits(job_.threads);
  for (int layer = 0; layer <= last_layer_; ++layer) {
    if (reachability && layer > 0) {
      reachability->advance([&](const Progress& progress) { share.show(progress.share * positions(layer)); });
      share.add(positions(layer));
    }
    if (wanted(layer) == 0) continue;
    const auto look = [&](const Run& run, int worker, const auto& first_look, const auto& last_look) {
      std::vector<std::uint32_t>& found = bits[worker];
      found.clear();
      first_look(found);
      if (reachability)
        std::erase_if(found, [&](std::uint32_t bit) {
          return reachability->holds(run.bitmap, bit) != *filter_.reachable;
        });
      if (!found.empty()) {
        drop_symmetric(run, found);
        last_look(found);
      }
      visit(run, found, worker);
      share.add(static_cast<double>(run.positions));
    };
    if (wants_losses_in_one_alone())
      look_for_losses_in_one(layer, look);
    else
      look_at_values(layer, look);
  }
}

bool Walk::wants_losses_in_one_alone() const {
  return filter_.distance == Range{1, 1} && !first_look_.has(Outcome::win);
}

template <class Look>
void Walk::look_at_values(int layer, const Look& look) {
  source_of(table_).scan(layer, job_.threads, job_.stop, [&](const probe::ValueRun& run, int worker) {
    assert(run.layer == layer);
    assert(run.first + run.values.size() <= layout_of(table_).shape(layer).bitmap_positions());
    look(
        Run{layer, run.bitmap, run.first, run.values.size()}, worker,
        [&](std::vector<std::uint32_t>& found) { look_at(run, found); },
        [&](std::vector<std::uint32_t>& found) { look_closely(run, worker, found); });
  });
}

template <class Look>
void Walk::look_for_losses_in_one(int layer, const Look& look) const {
  const Layout& layout = layout_of(table_);
  const LayerShape shape = layout.shape(layer);
  Filter filter = filter_;
  filter.reachable.reset();  // the last look comes after that
  Workers workers(job_.threads, job_.stop);
  workers.run(shape.blocks(), [&](std::size_t block, int worker) {
    std::array<cube::Word, block_words> lost;
    for_each_bitmap(shape, block, [&](std::size_t bitmap, std::size_t first, std::size_t words, std::size_t) {
      const Run run{layer, static_cast<std::uint32_t>(bitmap), static_cast<std::uint32_t>(first * word_slots),
                    std::min(shape.bitmap_positions(), words * word_slots)};
      look(
          run, worker,
          [&](std::vector<std::uint32_t>& found) {
            if (!lost_in_one_.find(layout.occupancies(layer)[bitmap], first, words, lost.data())) return;
            for (std::size_t i = 0; i < words; ++i)
              for (cube::Word rest = lost[i]; rest != 0; rest &= rest - 1)
                found.push_back(run.first + static_cast<std::uint32_t>(i * word_slots) +
                                static_cast<std::uint32_t>(std::countr_zero(rest)));
          },
          [&](std::vector<std::uint32_t>& found) {
            std::erase_if(found, [&](std::uint32_t bit) {
              return !matches(table_, filter, layout.position(layer, run.bitmap, bit));
            });
          });
    });
  });
}

void Walk::look_at(const probe::ValueRun& run, std::vector<std::uint32_t>& found) const {
  constexpr Ones ones;
  const std::uint32_t own = wanted(run.layer);
  std::uint32_t bit = run.first;
  for (const Value& value : run.values) {
    if (first_look_.holds(value) && (own >> ones(bit) & 1)) found.push_back(bit);
    ++bit;
  }
}

/// An occupancy that is symmetric in itself has symmetric positions in its bitmap: the first of them counts.
void Walk::drop_symmetric(const Run& run, std::vector<std::uint32_t>& found) const {
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
  constexpr std::size_t few = 8;  // quicker to ask about one by one than to count moves of a whole bitmap
  const bool counted = move_tests_.empty() || found.size() > few;
  if (counted) move_counts_.count(run.layer, run.bitmap, worker);
  const bool may_be_over = wants_finished(filter_) || table_.metric() == Metric::outcome;
  std::erase_if(found, [&](std::uint32_t bit) {
    const Outcome outcome = run.values[bit - run.first].outcome;
    if (counted && !may_be_over) return !counted_moves_match(outcome, bit, worker);
    const Position position = layout_of(table_).position(run.layer, run.bitmap, bit);
    if (counted && !is_over(geometry_of(table_), position)) return !counted_moves_match(outcome, bit, worker);
    return !matches_closely(table_, filter_, outcome, position);
  });
}

/// Of an open position of the bitmap whose moves were counted last.
bool Walk::counted_moves_match(Outcome outcome, std::uint32_t bit, int worker) const {
  for (std::size_t i = 0; i < move_tests_.size(); ++i) {
    const MoveTest& test = move_tests_[i];
    if (test.of_losses_only && outcome != Outcome::loss) continue;
    if (!test.moves.holds(move_counts_.into(i, bit, worker))) return false;
  }
  return true;
}

}  // namespace quixo::study
