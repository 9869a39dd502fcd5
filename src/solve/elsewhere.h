// SPDX-License-Identifier: MIT
//
// The children of a bitmap that other peers have: what has to be brought, asked for or heard of before the
// bitmap can be worked on. For one thread at a time, the one that sends and receives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "layout/layout.h"
#include "solve/partition.h"

namespace quixo::solve {

class Elsewhere {
 public:
  Elsewhere(const Layout& layout, int layer, const Sharing& sharing)
      : layout_(layout),
        occupancies_(layout.occupancies(layer)),
        range_(sharing.range(layer)),
        above_(layer < layout.cells() ? sharing.range(layer + 1) : BitmapRange()) {}

  /// Appends those in the layer above.
  void append_above(std::size_t bitmap, std::vector<std::uint32_t>& children) {
    layout_.blank_edges(occupancies_[bitmap], edges_);
    for (const Layout::Edge& edge : edges_)
      if (!above_.holds(edge.child)) children.push_back(edge.child);
  }

  /// Appends those in the same layer that pass a test.
  template <class Test>
  void append_if(std::size_t bitmap, std::vector<std::uint32_t>& children, const Test& test) {
    layout_.own_edges(occupancies_[bitmap], edges_);
    for (const Layout::Edge& edge : edges_)
      if (!range_.holds(edge.child) && test(edge.child)) children.push_back(edge.child);
  }
  void append(std::size_t bitmap, std::vector<std::uint32_t>& children) {
    append_if(bitmap, children, [](std::uint32_t) { return true; });
  }

  /// Whether a child in the same layer, here or elsewhere, passes a test.
  template <class Test>
  bool any_child(std::size_t bitmap, const Test& test) {
    layout_.own_edges(occupancies_[bitmap], edges_);
    return std::ranges::any_of(edges_, [&](const Layout::Edge& edge) { return test(edge.child); });
  }

  /// Those of all bitmaps of this peer in the same layer, each once.
  std::vector<std::uint32_t> all() {
    std::vector<bool> listed(occupancies_.size());
    std::vector<std::uint32_t> children;
    for (std::size_t bitmap = range_.begin; bitmap < range_.end; ++bitmap)
      append_if(bitmap, children, [&](std::uint32_t child) {
        const bool first = !listed[child];
        listed[child] = true;
        return first;
      });
    return children;
  }

 private:
  const Layout& layout_;
  const std::vector<Cells>& occupancies_;
  BitmapRange range_;
  BitmapRange above_;
  std::vector<Layout::Edge> edges_;
};

}  // namespace quixo::solve
