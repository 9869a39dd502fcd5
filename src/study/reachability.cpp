// SPDX-License-Identifier: MIT
//
// The kernel pulls: a bitmap is OR-ed together from the bitmaps its positions come from. For a move that took
// an own cube both have as many axes. For one that took a blank the source lacks the axis of the inserted
// cube; it is read as if it had one axis more, at the top, of which only the half 0 is ever used.
#include "study/reachability.h"

#include <algorithm>
#include <cassert>

#include "cube/bitmap.h"
#include "cube/kernel.h"
#include "layout/finished.h"

namespace quixo::study {

using cube::Word;

namespace {

void show(const ShowProgress& progress, double share) {
  if (progress) progress({{}, share, share});
}

double ratio(std::size_t part, std::size_t all) {
  return static_cast<double>(part) / static_cast<double>(all);
}

}  // namespace

Reachability::Reachability(const Layout& layout, const Job& job)
    : layout_(layout), workers_(job.threads, job.stop), reached_(1, 0), open_(1, 0) {
  *reached_[0] = 1;
  *open_[0] = 1;
}

void Reachability::advance(const ShowProgress& progress) {
  assert(layer_ < layout_.cells());
  ++layer_;
  scratch_ = PerWorker<Scratch>(workers_.size(), [&] { return Scratch(layer_); });
  const cube::Plane below = std::move(open_);
  const std::size_t bitmaps = layout_.shape(layer_).bitmaps;
  reached_ = cube::Plane();  // first, so that there are never two of them
  reached_ = cube::Plane(bitmaps, layer_);
  open_ = cube::Plane(bitmaps, layer_);
  take_blanks(below, progress);
  spread(progress);
}

void Reachability::take_blanks(const cube::Plane& below, const ShowProgress& progress) {
  const std::vector<Cells>& occupancies = layout_.occupancies(layer_);
  const std::size_t words = cube::words_of(layer_);
  for (std::size_t first = 0; first < occupancies.size(); first += bitmaps_per_batch(layer_)) {
    const std::size_t count = std::min(bitmaps_per_batch(layer_), occupancies.size() - first);
    workers_.run(count, [&](std::size_t i, int worker) {
      const std::size_t bitmap = first + i;
      Scratch& scratch = scratch_[worker];
      std::fill_n(scratch.found, words, 0);
      layout_.unmoves(occupancies[bitmap], false, scratch.unmoves);
      cube::AxisMap map;
      map.axes = layer_;
      for (const Layout::UnMove& unmove : scratch.unmoves) {
        map.fixed = unmove.inserted_axis;
        std::copy_n(unmove.to.begin(), layer_, map.to.begin());
        map.to[static_cast<std::size_t>(map.fixed)] = static_cast<std::uint8_t>(layer_ - 1);
        // The kernel reads whole vectors, so the source needs the room of the axis it lacks.
        std::copy_n(below[unmove.parent], cube::words_of(layer_ - 1), scratch.source);
        cube::combine(map, scratch.source, scratch.found);
      }
      reach(bitmap, scratch.found, scratch);
    });
    show(progress, 0.5 * ratio(first + count, occupancies.size()));
  }
}

void Reachability::spread(const ShowProgress& progress) {
  const std::size_t bitmaps = layout_.shape(layer_).bitmaps;
  changed_.assign(bitmaps, 1);
  seen_.assign(bitmaps, 0);
  has_news_ = std::vector<std::atomic<bool>>(bitmaps);
  for (std::atomic<bool>& each : has_news_) each.store(true, std::memory_order_relaxed);
  batch_ = 1;
  // As in the solver: a batch is computed first and written afterwards, so no thread reads what another
  // writes.
  cube::Plane found(bitmaps_per_batch(layer_), layer_);
  std::vector<std::uint8_t> news(bitmaps_per_batch(layer_), 0);
  double left = 0.5;  // nobody knows how many rounds there will be: each is taken for half of what is left
  for (bool any = true; any; left /= 2) {
    any = false;
    for (std::size_t first = 0; first < bitmaps; first += bitmaps_per_batch(layer_)) {
      ++batch_;
      const std::size_t count = std::min(bitmaps_per_batch(layer_), bitmaps - first);
      workers_.run(count, [&](std::size_t i, int worker) {
        news[i] = find_new(first + i, found[i], scratch_[worker]);
      });
      workers_.run(count, [&](std::size_t i, int worker) {
        if (!news[i]) return;
        changed_[first + i] = batch_;
        reach(first + i, found[i], scratch_[worker]);
        tell_children(first + i, scratch_[worker]);
      });
      for (std::size_t i = 0; i < count; ++i) any = any || news[i] != 0;
      show(progress, 1 - left + left / 2 * ratio(first + count, bitmaps));
    }
  }
}

/// Finds what moves of own cubes newly reach in a bitmap; returns whether there is anything.
bool Reachability::find_new(std::size_t bitmap, Word* found, Scratch& scratch) {
  if (!has_news_[bitmap].exchange(false, std::memory_order_relaxed)) return false;
  const std::size_t words = cube::words_of(layer_);
  const std::uint32_t seen = seen_[bitmap];
  seen_[bitmap] = batch_ - 1;
  layout_.unmoves(layout_.occupancies(layer_)[bitmap], true, scratch.unmoves);
  std::fill_n(found, words, 0);
  cube::AxisMap map;
  map.axes = layer_;
  for (const Layout::UnMove& unmove : scratch.unmoves) {
    if (changed_[unmove.parent] <= seen) continue;
    map.fixed = unmove.inserted_axis;
    std::copy_n(unmove.to.begin(), layer_, map.to.begin());
    cube::combine(map, open_[unmove.parent], found);
  }
  Word some = 0;
  for (std::size_t i = 0; i < words; ++i) some |= found[i] &= ~reached_[bitmap][i];
  return some != 0;
}

void Reachability::reach(std::size_t bitmap, const Word* found, Scratch& scratch) {
  const std::size_t words = cube::words_of(layer_);
  fill_finished(layout_, layout_.occupancies(layer_)[bitmap], scratch.won, scratch.lost);
  for (std::size_t i = 0; i < words; ++i) {
    reached_[bitmap][i] |= found[i];
    scratch.open[i] = found[i] & ~(scratch.won[i] | scratch.lost[i]);
  }
  cube::reverse(scratch.open, scratch.open_to_opponent, layer_);
  cube::insert(scratch.open_to_opponent, open_[bitmap], layer_);
}

void Reachability::tell_children(std::size_t bitmap, Scratch& scratch) {
  layout_.own_edges(layout_.occupancies(layer_)[bitmap], scratch.edges);
  for (const Layout::Edge& edge : scratch.edges) has_news_[edge.child].store(true, std::memory_order_relaxed);
}

CountsByOwn Reachability::count() { return count_by_own(layout_, layer_, reached_, workers_); }

std::uint64_t memory_for_reachability(const Layout& layout) {
  std::size_t planes = 0;
  for (int layer = 1; layer <= layout.cells(); ++layer)
    planes = std::max(planes, 2 * cube::Plane::bytes_for(layout.shape(layer).bitmaps, layer) +
                                  cube::Plane::bytes_for(layout.shape(layer - 1).bitmaps, layer - 1));
  constexpr std::size_t rest = 100 << 20;  // the layout, stamps, staging, scratch
  return planes + rest;
}

ClassCounts count_reachable(const Layout& layout, const Job& job) {
  const auto positions = [&](int layer) { return static_cast<double>(layout.shape(layer).positions()); };
  double all = 0;
  for (int layer = 0; layer <= layout.cells(); ++layer) all += positions(layer);
  double done = 0;
  ClassCounts classes{};
  Reachability reachability(layout, job);
  while (true) {
    const int layer = reachability.layer();
    const CountsByOwn counts = reachability.count();
    for (int own = 0; own <= layer; ++own)
      classes[static_cast<std::size_t>(own)][static_cast<std::size_t>(layer - own)] =
          counts[static_cast<std::size_t>(own)];
    if (layer == layout.cells()) return classes;
    done += positions(layer);
    reachability.advance(part_of(job, done / all, (done + positions(layer + 1)) / all).progress);
  }
}

}  // namespace quixo::study
