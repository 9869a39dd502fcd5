// SPDX-License-Identifier: MIT
//
// The kernel pulls: a cube is OR-ed together from the cubes its positions come from. For a move that took an
// own cube both have as many axes. For one that took a blank the source lacks the axis of the inserted cube;
// it is read as if it had one axis more, at the top, of which only the half 0 is ever used.
#include "study/reachability.h"

#include <algorithm>

#include "cube/bitmap.h"
#include "cube/kernel.h"
#include "layout/finished.h"
#include "study/scan.h"

namespace quixo::study {

using cube::Word;

Reachability::Reachability(const Layout& layout, int threads, const std::stop_token& stop)
    : layout_(layout), workers_(threads, stop), reached_(1, 0), open_(1, 0) {
  *reached_[0] = 1;
  *open_[0] = 1;
}

void Reachability::advance(const std::function<void(double)>& progress) {
  ++layer_;
  threads_ = PerWorker<Thread>(workers_.size(), [&] { return Thread(layer_); });
  const cube::Plane below = std::move(open_);
  const std::size_t cubes = layout_.occupancies(layer_).size();
  reached_ = cube::Plane();
  reached_ = cube::Plane(cubes, layer_);
  open_ = cube::Plane(cubes, layer_);
  take_blanks(below, progress);
  spread(progress);
}

void Reachability::take_blanks(const cube::Plane& below, const std::function<void(double)>& progress) {
  const std::vector<Cells>& cubes = layout_.occupancies(layer_);
  const std::size_t words = cube::words_of(layer_);
  for (std::size_t first = 0; first < cubes.size(); first += bitmaps_per_batch(layer_)) {
    const std::size_t count = std::min(bitmaps_per_batch(layer_), cubes.size() - first);
    workers_.run(count, [&](std::size_t i, int worker) {
      const std::size_t u = first + i;
      Thread& thread = threads_[worker];
      Word* found = thread.found;
      std::fill_n(found, words, 0);
      layout_.unmoves(cubes[u], false, thread.unmoves);
      cube::AxisMap map;
      map.axes = layer_;
      for (const Layout::UnMove& unmove : thread.unmoves) {
        map.fixed = unmove.inserted_axis;
        std::copy_n(unmove.to.begin(), layer_, map.to.begin());
        map.to[static_cast<std::size_t>(map.fixed)] = static_cast<std::uint8_t>(layer_ - 1);
        // The kernel reads whole vectors, so the source needs the room of the axis it lacks.
        Word* source = thread.source;
        std::copy_n(below[unmove.parent], cube::words_of(layer_ - 1), source);
        cube::combine(map, source, found);
      }
      reach(u, found, thread);
    });
    if (progress) progress(0.5 * static_cast<double>(first + count) / static_cast<double>(cubes.size()));
  }
}

void Reachability::spread(const std::function<void(double)>& progress) {
  const std::vector<Cells>& cubes = layout_.occupancies(layer_);
  changed_.assign(cubes.size(), 1);
  seen_.assign(cubes.size(), 0);
  has_news_ = std::vector<std::atomic<bool>>(cubes.size());
  for (std::atomic<bool>& each : has_news_) each.store(true, std::memory_order_relaxed);
  batch_ = 1;
  // As in the solver: a batch is computed first and written afterwards, so no thread reads what another
  // writes.
  cube::Plane found(bitmaps_per_batch(layer_), layer_);
  std::vector<std::uint8_t> news(bitmaps_per_batch(layer_), 0);
  double left = 0.5;  // nobody knows how many rounds there will be: each is taken for half of what is left
  for (bool any = true; any; left /= 2) {
    any = false;
    for (std::size_t first = 0; first < cubes.size(); first += bitmaps_per_batch(layer_)) {
      ++batch_;
      const std::size_t count = std::min(bitmaps_per_batch(layer_), cubes.size() - first);
      workers_.run(count, [&](std::size_t i, int worker) {
        news[i] = look_at(first + i, found[i], threads_[worker]);
      });
      workers_.run(count, [&](std::size_t i, int worker) {
        if (!news[i]) return;
        changed_[first + i] = batch_;
        reach(first + i, found[i], threads_[worker]);
        tell_children(first + i, threads_[worker]);
      });
      for (std::size_t i = 0; i < count; ++i) any = any || news[i] != 0;
      if (progress)
        progress(1 - left +
                 left / 2 * static_cast<double>(first + count) / static_cast<double>(cubes.size()));
    }
  }
}

/// Finds what moves of own cubes newly reach in a cube; returns whether there is anything.
bool Reachability::look_at(std::size_t u, Word* found, Thread& thread) {
  if (!has_news_[u].exchange(false, std::memory_order_relaxed)) return false;
  const Cells occupancy = layout_.occupancies(layer_)[u];
  const std::size_t words = cube::words_of(layer_);
  const std::uint32_t seen = seen_[u];
  seen_[u] = batch_ - 1;
  layout_.unmoves(occupancy, true, thread.unmoves);
  std::fill_n(found, words, 0);
  cube::AxisMap map;
  map.axes = layer_;
  for (const Layout::UnMove& unmove : thread.unmoves) {
    if (changed_[unmove.parent] <= seen) continue;
    map.fixed = unmove.inserted_axis;
    std::copy_n(unmove.to.begin(), layer_, map.to.begin());
    cube::combine(map, open_[unmove.parent], found);
  }
  Word some = 0;
  for (std::size_t i = 0; i < words; ++i) some |= found[i] &= ~reached_[u][i];
  return some != 0;
}

void Reachability::reach(std::size_t u, const Word* found, Thread& thread) {
  const std::size_t words = cube::words_of(layer_);
  fill_finished(layout_, layout_.occupancies(layer_)[u], thread.won, thread.lost);
  for (std::size_t i = 0; i < words; ++i) {
    reached_[u][i] |= found[i];
    thread.open[i] = found[i] & ~(thread.won[i] | thread.lost[i]);
  }
  cube::reverse(thread.open, thread.open_to_opponent, layer_);
  cube::insert(thread.open_to_opponent, open_[u], layer_);
}

void Reachability::tell_children(std::size_t u, Thread& thread) {
  layout_.own_edges(layout_.occupancies(layer_)[u], thread.edges);
  for (const Layout::Edge& edge : thread.edges) has_news_[edge.child].store(true, std::memory_order_relaxed);
}

CountsByOwn Reachability::count() { return count_by_own(layout_, layer_, reached_, workers_); }

std::uint64_t memory_for_reachability(const Layout& layout) {
  std::size_t planes = 0;
  for (int layer = 1; layer <= layout.cells(); ++layer)
    planes = std::max(planes, 2 * cube::Plane::bytes_for(layout.occupancies(layer).size(), layer) +
                                  cube::Plane::bytes_for(layout.occupancies(layer - 1).size(), layer - 1));
  constexpr std::size_t rest = 100 << 20;  // the layout, stamps, staging, scratch
  return planes + rest;
}

ClassCounts count_reachable(const Layout& layout, const Job& job) {
  double all = 0;
  for (int layer = 0; layer <= layout.cells(); ++layer)
    all += static_cast<double>(layout.shape(layer).positions());
  double done = 0;
  ClassCounts classes{};
  Reachability reachability(layout, job.threads, job.stop);
  while (true) {
    const int layer = reachability.layer();
    const CountsByOwn counts = reachability.count();
    for (int own = 0; own <= layer; ++own)
      classes[static_cast<std::size_t>(own)][static_cast<std::size_t>(layer - own)] =
          counts[static_cast<std::size_t>(own)];
    if (layer == layout.cells()) return classes;
    done += static_cast<double>(layout.shape(layer).positions());
    reachability.advance([&](double share) {
      job.show((done + share * static_cast<double>(layout.shape(layer + 1).positions())) / all);
    });
  }
}

}  // namespace quixo::study
