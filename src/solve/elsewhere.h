// SPDX-License-Identifier: MIT
//
// The children of a bitmap that other peers have: what has to be brought, asked for or heard of before the
// bitmap can be worked on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "layout/layout.h"
#include "solve/partition.h"
#include "solve/planned_moves.h"

namespace quixo::solve {

class Elsewhere {
 public:
  Elsewhere(const Layout& layout, int layer, const LayerMoves& moves, const Sharing& sharing)
      : moves_(moves),
        range_(sharing.range(layer)),
        above_(layer < layout.cells() ? sharing.range(layer + 1) : BitmapRange()) {}

  /// Appends those in the layer above.
  void append_above(std::size_t bitmap, std::vector<std::uint32_t>& children) const {
    const PlannedMoves moves = moves_[bitmap].blank_moves();
    for (std::size_t move = 0; move < moves.size(); ++move)
      if (!above_.holds(moves.edge(move).child)) children.push_back(moves.edge(move).child);
  }

  /// Appends those in the same layer that pass a test.
  template <class Test>
  void append_if(std::size_t bitmap, std::vector<std::uint32_t>& children, const Test& test) const {
    const PlannedMoves moves = moves_[bitmap].own_moves();
    for (std::size_t move = 0; move < moves.size(); ++move) {
      const std::uint32_t child = moves.edge(move).child;
      if (!range_.holds(child) && test(child)) children.push_back(child);
    }
  }
  void append(std::size_t bitmap, std::vector<std::uint32_t>& children) const {
    append_if(bitmap, children, [](std::uint32_t) { return true; });
  }

  /// Whether a child in the same layer, here or elsewhere, passes a test.
  template <class Test>
  bool any_child(std::size_t bitmap, const Test& test) const {
    const PlannedMoves moves = moves_[bitmap].own_moves();
    for (std::size_t move = 0; move < moves.size(); ++move)
      if (test(moves.edge(move).child)) return true;
    return false;
  }

  /// Those of all bitmaps of this peer in the same layer, or in the layer above, each once.
  std::vector<std::uint32_t> all() const {
    return each_once(
        [&](std::size_t bitmap, std::vector<std::uint32_t>& children) { append(bitmap, children); });
  }
  std::vector<std::uint32_t> all_above() const {
    return each_once(
        [&](std::size_t bitmap, std::vector<std::uint32_t>& children) { append_above(bitmap, children); });
  }

 private:
  /// Has the children of each bitmap of this peer appended.
  template <class Append>
  std::vector<std::uint32_t> each_once(const Append& append_children) const {
    std::vector<bool> listed;
    std::vector<std::uint32_t> children;
    std::vector<std::uint32_t> of_bitmap;
    for (std::size_t bitmap = range_.begin; bitmap < range_.end; ++bitmap) {
      of_bitmap.clear();
      append_children(bitmap, of_bitmap);
      for (const std::uint32_t child : of_bitmap) {
        if (child >= listed.size()) listed.resize(child + std::size_t{1});
        if (!listed[child]) children.push_back(child);
        listed[child] = true;
      }
    }
    return children;
  }

  const LayerMoves& moves_;
  BitmapRange range_;
  BitmapRange above_;
};

}  // namespace quixo::solve
