// SPDX-License-Identifier: MIT
//
// The moves of an occupancy with a plan for each, for who combines the same bitmaps again and again.
#pragma once

#include <span>
#include <vector>

#include "cube/kernel.h"
#include "layout/layout.h"
#include "solve/bitmaps.h"

namespace quixo::solve {

class PlannedMoves {
 public:
  PlannedMoves() = default;
  PlannedMoves(const Layout& layout, Cells occupancy, std::span<const Layout::Edge> blank_edges,
               std::span<const Layout::Edge> own_edges)
      : blanks_(blank_edges.size()) {
    edges_.reserve(blank_edges.size() + own_edges.size());
    edges_.assign(blank_edges.begin(), blank_edges.end());
    edges_.insert(edges_.end(), own_edges.begin(), own_edges.end());
    plans_.reserve(edges_.size());
    for (const Layout::Edge& edge : edges_)
      plans_.push_back(cube::make_plan(layout.axis_map(occupancy, edge)));
  }

  std::size_t size() const { return edges_.size(); }
  const Layout::Edge& edge(std::size_t move) const { return edges_[move]; }
  void combine(std::size_t move, ConstOwnBitmap child, OpponentBitmap parents) const {
    solve::combine(plans_[move], child, parents);
  }
  /// Whether the child is in the layer above: so are those of the first moves.
  bool takes_blank(std::size_t move) const { return move < blanks_; }

 private:
  std::vector<Layout::Edge> edges_;
  std::size_t blanks_ = 0;
  std::vector<cube::Plan> plans_;  // apart, since the steps that go position by position do not want them
};

}  // namespace quixo::solve
