// SPDX-License-Identifier: MIT
//
// The kernel pulls: a cube is OR-ed together from the cubes its positions come from. For a move that took an
// own cube both have as many axes. For one that took a blank the source lacks the axis of the inserted cube;
// it is read as if it had one axis more, at the top, of which only the half 0 is ever used.
#include "study/reachability.h"

#include <algorithm>

#include "study/scan.h"

namespace quixo::study {

using solve::Word;

Reachability::Reachability(const solve::Layout& layout, int threads, const std::stop_token& stop)
    : layout_(layout), workers_(threads, stop), reached_(1, 0), open_(1, 0) {
  *reached_[0] = 1;
  *open_[0] = 1;
}

void Reachability::advance(const std::function<void(double)>& progress) {
  ++layer_;
  threads_.clear();
  for (int i = 0; i < workers_.size(); ++i) threads_.push_back({solve::Scratch(layout_, layer_), {}, {}});
  const solve::Plane below = std::move(open_);
  const std::size_t cubes = layout_.layer(layer_).size();
  reached_ = solve::Plane();
  reached_ = solve::Plane(cubes, layer_);
  open_ = solve::Plane(cubes, layer_);
  take_blanks(below, progress);
  spread(progress);
}

void Reachability::take_blanks(const solve::Plane& below, const std::function<void(double)>& progress) {
  const std::vector<Cells>& cubes = layout_.layer(layer_);
  const std::size_t words = cube::words_of(layer_);
  for (std::size_t first = 0; first < cubes.size(); first += cubes_per_batch()) {
    const std::size_t count = std::min(cubes_per_batch(), cubes.size() - first);
    workers_.run(count, [&](std::size_t i, int worker) {
      const std::size_t u = first + i;
      Thread& thread = threads_[static_cast<std::size_t>(worker)];
      Word* found = thread.scratch[0];
      std::fill_n(found, words, 0);
      layout_.unmoves(cubes[u], false, thread.unmoves);
      cube::AxisMap map;
      map.axes = layer_;
      for (const solve::Layout::UnMove& unmove : thread.unmoves) {
        map.fixed = unmove.inserted_axis;
        std::copy_n(unmove.to.begin(), layer_, map.to.begin());
        map.to[static_cast<std::size_t>(map.fixed)] = static_cast<std::uint8_t>(layer_ - 1);
        // The kernel reads whole vectors, so the source needs the room of the axis it lacks.
        Word* source = thread.scratch[1];
        std::copy_n(below[unmove.parent], cube::words_of(layer_ - 1), source);
        cube::combine(map, source, found);
      }
      reach(u, found, thread);
    });
    if (progress) progress(0.5 * static_cast<double>(first + count) / static_cast<double>(cubes.size()));
  }
}

void Reachability::spread(const std::function<void(double)>& progress) {
  const std::vector<Cells>& cubes = layout_.layer(layer_);
  changed_.assign(cubes.size(), 1);
  seen_.assign(cubes.size(), 0);
  has_news_ = std::vector<std::atomic<bool>>(cubes.size());
  for (std::atomic<bool>& each : has_news_) each.store(true, std::memory_order_relaxed);
  batch_ = 1;
  // As in the solver: a batch is computed first and written afterwards, so no thread reads what another
  // writes.
  solve::Plane found(cubes_per_batch(), layer_);
  std::vector<std::uint8_t> news(cubes_per_batch(), 0);
  double left = 0.5;  // nobody knows how many rounds there will be: each is taken for half of what is left
  for (bool any = true; any; left /= 2) {
    any = false;
    for (std::size_t first = 0; first < cubes.size(); first += cubes_per_batch()) {
      ++batch_;
      const std::size_t count = std::min(cubes_per_batch(), cubes.size() - first);
      workers_.run(count, [&](std::size_t i, int worker) {
        news[i] = look_at(first + i, found[i], threads_[static_cast<std::size_t>(worker)]);
      });
      workers_.run(count, [&](std::size_t i, int worker) {
        if (!news[i]) return;
        changed_[first + i] = batch_;
        reach(first + i, found[i], threads_[static_cast<std::size_t>(worker)]);
        tell_children(first + i, threads_[static_cast<std::size_t>(worker)]);
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
  const Cells ordered = layout_.layer(layer_)[u];
  const std::size_t words = cube::words_of(layer_);
  const std::uint32_t seen = seen_[u];
  seen_[u] = batch_ - 1;
  layout_.unmoves(ordered, true, thread.unmoves);
  std::fill_n(found, words, 0);
  cube::AxisMap map;
  map.axes = layer_;
  for (const solve::Layout::UnMove& unmove : thread.unmoves) {
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
  solve::Scratch& scratch = thread.scratch;
  scratch.terminal(layout_.layer(layer_)[u], scratch[2], scratch[3]);
  for (std::size_t i = 0; i < words; ++i) {
    reached_[u][i] |= found[i];
    scratch[4][i] = found[i] & ~(scratch[2][i] | scratch[3][i]);
  }
  cube::reverse(scratch[4], scratch[5], layer_);
  for (std::size_t i = 0; i < words; ++i) open_[u][i] |= scratch[5][i];
}

void Reachability::tell_children(std::size_t u, Thread& thread) {
  layout_.own_edges(layout_.layer(layer_)[u], thread.edges);
  for (const solve::Layout::Edge& edge : thread.edges)
    has_news_[edge.child].store(true, std::memory_order_relaxed);
}

/// Large enough to keep all threads busy, small enough to stay near the cache.
std::size_t Reachability::cubes_per_batch() const {
  constexpr std::size_t bytes = 8 << 20;
  return std::max<std::size_t>(bytes / (cube::words_of(layer_) * sizeof(Word)), 8);
}

Reachability::Counts Reachability::count() {
  const std::vector<Cells>& cubes = layout_.layer(layer_);
  std::vector<Counts> parts(static_cast<std::size_t>(workers_.size()));
  workers_.run(cubes.size(), [&](std::size_t u, int worker) {
    Counts ones{};
    cube::count_by_ones(reached_[u], layer_, ones);
    const auto orbit = static_cast<std::uint64_t>(layout_.orbit(cubes[u]));
    for (std::size_t i = 0; i < ones.size(); ++i)
      parts[static_cast<std::size_t>(worker)][i] += orbit * ones[i];
  });
  Counts sum{};
  for (const Counts& part : parts)
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
  return sum;
}

std::uint64_t memory_for_reachability(const solve::Layout& layout) {
  std::size_t planes = 0;
  for (int layer = 1; layer <= layout.cells(); ++layer)
    planes = std::max(planes, 2 * solve::Plane::bytes_for(layout.layer(layer).size(), layer) +
                                  solve::Plane::bytes_for(layout.layer(layer - 1).size(), layer - 1));
  constexpr std::size_t rest = 100 << 20;  // the layout, stamps, staging, scratch
  return planes + rest;
}

ClassCounts count_reachable(const solve::Layout& layout, const Job& job) {
  double all = 0;
  for (int layer = 0; layer <= layout.cells(); ++layer) all += stored_states(layout, layer);
  double done = 0;
  ClassCounts classes{};
  Reachability reachability(layout, job.threads, job.stop);
  while (true) {
    const int layer = reachability.layer();
    const Reachability::Counts counts = reachability.count();
    for (int own = 0; own <= layer; ++own)
      classes[static_cast<std::size_t>(own)][static_cast<std::size_t>(layer - own)] =
          counts[static_cast<std::size_t>(own)];
    if (layer == layout.cells()) return classes;
    done += stored_states(layout, layer);
    reachability.advance([&](double share) {
      if (job.progress) job.progress((done + share * stored_states(layout, layer + 1)) / all);
    });
  }
}

}  // namespace quixo::study
