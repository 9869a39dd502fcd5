// SPDX-License-Identifier: MIT
//
// Which positions can arise in a game from the empty board. As in the paper, a position is seen with X to
// move, its colours exchanged after every move, and a position that is over is reached but not played on.
//
// It goes layer by layer upwards with the kernels of the solver, a bit for every stored position: the layer
// below gives the positions reached by taking a blank, then moves of own cubes spread within the layer until
// nothing is new. Only two layers are held at a time: three planes, 6.5 GB on 5x5.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "solve/layer.h"
#include "solve/layout.h"
#include "solve/plane.h"
#include "solve/workers.h"
#include "study/job.h"

namespace quixo::study {

class Reachability {
 public:
  /// Stands at layer 0: the empty board. The layout must outlive it.
  Reachability(const solve::Layout& layout, int threads, const std::stop_token& stop);

  int layer() const { return layer_; }

  /// Goes to the next layer, reporting the share of it that is done. Throws solve::Interrupted when a stop
  /// was requested; then it is of no more use.
  void advance(const std::function<void(double)>& progress = {});

  /// Whether the position at a bit of a stored cube of this layer can arise.
  bool holds(std::uint32_t cube, std::uint32_t bit) const { return reached_[cube][bit / 64] >> bit % 64 & 1; }

  using Counts = std::array<std::uint64_t, cube::max_axes>;
  /// The positions of this layer that can arise, symmetric ones counted each, by the cubes of the player to
  /// move.
  Counts count();

 private:
  struct Thread {
    solve::Scratch scratch;
    std::vector<solve::Layout::UnMove> unmoves;
    std::vector<solve::Layout::Edge> edges;
  };

  void take_blanks(const solve::Plane& below, const std::function<void(double)>& progress);
  void spread(const std::function<void(double)>& progress);
  bool look_at(std::size_t u, solve::Word* found, Thread& thread);
  void reach(std::size_t u, const solve::Word* found, Thread& thread);
  void tell_children(std::size_t u, Thread& thread);
  std::size_t cubes_per_batch() const;

  const solve::Layout& layout_;
  solve::Workers workers_;
  int layer_ = 0;
  std::vector<Thread> threads_;
  solve::Plane reached_;
  solve::Plane open_;  ///< Reached and not over, in the opponent's index: what the next move starts from.
  std::uint32_t batch_ = 0;
  std::vector<std::uint32_t> changed_;       ///< The batch that last changed a cube.
  std::vector<std::uint32_t> seen_;          ///< The last batch that a cube has taken into account.
  std::vector<std::atomic<bool>> has_news_;  ///< Whether moves lead to a cube from cubes that changed.
};

/// The positions that can arise by class: [cubes of the player to move][of the opponent].
using ClassCounts = std::array<std::array<std::uint64_t, max_cells + 1>, max_cells + 1>;
ClassCounts count_reachable(const solve::Layout& layout, const Job& job);

/// The bytes that a walk through all layers holds at its peak.
std::uint64_t memory_for_reachability(const solve::Layout& layout);

}  // namespace quixo::study
