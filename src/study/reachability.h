// SPDX-License-Identifier: MIT
//
// Which positions can arise in a game from the empty board. As in the paper, a position is seen with X to
// move, its colours exchanged after every move, and a position that is over is reached but not played on.
//
// It goes layer by layer upwards with the kernels of the solver, a bit for every stored position: the layer
// below gives the positions reached by taking a blank, then moves of own cubes spread within the layer until
// nothing is new: a fixpoint. Only two layers are held at a time: three planes, 6.5 GB on 5x5.
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <vector>

#include "base/job.h"
#include "base/workers.h"
#include "cube/plane.h"
#include "layout/counting.h"
#include "layout/layout.h"

namespace quixo::study {

class Reachability {
 public:
  /// Stands at layer 0: the empty board. The layout must outlive it. Of the job it takes threads and stop.
  Reachability(const Layout& layout, const Job& job);

  int layer() const { return layer_; }

  /// Goes to the next layer, of which there must be one, and shows the share of it that is done. Throws
  /// Interrupted when a stop was requested; then it is of no more use.
  void advance(const ShowProgress& progress = {});

  /// Whether the position at a bit of a bitmap of this layer can arise.
  bool holds(std::uint32_t bitmap, std::uint32_t bit) const {
    assert(bitmap < layout_.shape(layer_).bitmaps && bit >> layer_ == 0);
    return reached_[bitmap][bit / 64] >> bit % 64 & 1;
  }

  /// The positions of this layer that can arise, symmetric ones counted each, by the cubes of the player to
  /// move.
  CountsByOwn count();

 private:
  /// What a worker needs for one bitmap.
  struct Scratch {
    explicit Scratch(int layer) : bitmaps(6, layer) {}

    cube::Plane bitmaps;  ///< Of the layer, for what follows:
    cube::Word* found = bitmaps[0];
    cube::Word* source = bitmaps[1];
    cube::Word* won = bitmaps[2];
    cube::Word* lost = bitmaps[3];
    cube::Word* open = bitmaps[4];
    cube::Word* open_to_opponent = bitmaps[5];  ///< The same in the opponent index.
    std::vector<Layout::UnMove> unmoves;
    std::vector<Layout::Edge> edges;
  };

  void take_blanks(const cube::Plane& below, const ShowProgress& progress);
  void spread(const ShowProgress& progress);
  bool find_new(std::size_t bitmap, cube::Word* found, Scratch& scratch);
  void reach(std::size_t bitmap, const cube::Word* found, Scratch& scratch);
  void tell_children(std::size_t bitmap, Scratch& scratch);

  const Layout& layout_;
  Workers workers_;
  int layer_ = 0;
  PerWorker<Scratch> scratch_;
  cube::Plane reached_;  ///< In the own index.
  cube::Plane open_;     ///< Reached and not over, in the opponent index: what the next move starts from.
  std::uint32_t batch_ = 0;
  std::vector<std::uint32_t> changed_;       ///< Of each bitmap, the batch that last changed it.
  std::vector<std::uint32_t> seen_;          ///< The last batch that it has taken into account.
  std::vector<std::atomic<bool>> has_news_;  ///< Whether moves lead to it from bitmaps that changed.
};

/// The positions that can arise by class: [cubes of the player to move][of the opponent].
using ClassCounts = std::array<std::array<std::uint64_t, max_cells + 1>, max_cells + 1>;
ClassCounts count_reachable(const Layout& layout, const Job& job);

/// The bytes that a walk through all layers holds at its peak.
std::uint64_t memory_for_reachability(const Layout& layout);

}  // namespace quixo::study
