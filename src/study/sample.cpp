// SPDX-License-Identifier: MIT
#include "study/sample.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <random>
#include <set>

#include "base/workers.h"
#include "game/play.h"
#include "layout/counting.h"
#include "layout/layout.h"
#include "probe/source.h"
#include "quixo/error.h"
#include "study/walk.h"

namespace quixo::study {
namespace {

/// A random number for each stored position: the matches with the least are the sample.
std::uint64_t lot(std::uint64_t seed, int layer, std::uint32_t bitmap, std::uint32_t bit) {
  std::uint64_t lot = seed;
  for (const std::uint64_t word : {std::uint64_t(layer), std::uint64_t{bitmap} << 32 | bit}) {
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
      std::uint64_t ways = binomial(cells_, own);
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
    assert(!empty());
    const Class& picked = *std::ranges::upper_bound(classes_, random_() % all_, {}, &Class::ways_up_to);
    Cells left = (Cells{1} << cells_) - 1;
    const Cells own = take(left, picked.own);
    const Cells opponent = take(left, picked.opponent);
    return make_position(own, opponent, Player::x);
  }

 private:
  struct Class {
    std::uint64_t ways_up_to;
    int own;
    int opponent;
  };

  /// Takes random cells of those that are left.
  Cells take(Cells& left, int count) {
    assert(count <= std::popcount(left));
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

std::vector<Position> sample(const Table& table, const Filter& filter, std::size_t count, std::uint64_t seed,
                             const Job& job) {
  struct Ticket {
    std::uint64_t lot;
    int layer;
    std::uint32_t bitmap;
    std::uint32_t bit;
    auto operator<=>(const Ticket&) const = default;
  };
  // Each thread keeps its own tickets with the least lots in a heap, the greatest on top.
  PerWorker<std::vector<Ticket>> kept(job.threads);
  Walk(table, filter, job).run([&](const Run& run, const std::vector<std::uint32_t>& bits, int worker) {
    std::vector<Ticket>& heap = kept[worker];
    for (const std::uint32_t bit : bits) {
      heap.push_back({lot(seed, run.layer, run.bitmap, bit), run.layer, run.bitmap, bit});
      std::ranges::push_heap(heap);
      if (heap.size() <= count) continue;
      std::ranges::pop_heap(heap);
      heap.pop_back();
    }
  });
  std::vector<Ticket> all;
  for (const std::vector<Ticket>& heap : kept) all.insert(all.end(), heap.begin(), heap.end());
  std::ranges::sort(all);
  std::vector<Position> positions;
  for (const Ticket& ticket : all) {
    if (positions.size() == count) break;
    positions.push_back(layout_of(table).position(ticket.layer, ticket.bitmap, ticket.bit));
  }
  return positions;
}

std::vector<Position> pick(const Table& table, const Filter& filter, std::size_t count, std::uint64_t seed,
                           std::size_t tries, const Job& job) {
  assert(!filter.reachable);
  check(table, filter);
  RandomBoards boards(geometry_of(table), filter, seed);
  std::vector<Position> found;
  if (boards.empty()) return found;
  std::set<Position> seen;
  for (std::size_t i = 0; i < tries && found.size() < count; ++i) {
    if (job.stop.stop_requested()) throw Interrupted();
    job.show(static_cast<double>(found.size()) / static_cast<double>(count));
    const Position position = boards.next();
    if (!wants_finished(filter) && is_over(geometry_of(table), position)) continue;
    if (matches(table, filter, position) && seen.insert(canonical(geometry_of(table), position)).second)
      found.push_back(position);
  }
  return found;
}

}  // namespace quixo::study
