// SPDX-License-Identifier: MIT
//
// The moves of one occupancy for single positions: where these are few, a bitmap need not be combined as a
// whole. Many positions of one move go through a table made for the move. Few go by sets of cells: twice the
// work for a position or more, but there is nothing to prepare.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "layout/layout.h"
#include "solve/bit_tables.h"
#include "solve/bitmaps.h"
#include "solve/lists.h"

namespace quixo::solve {

class StateMoves {
 public:
  /// The most positions that go by cells: a table costs as much as some dozens of them.
  static constexpr std::size_t most_few = 24;

  StateMoves(const Layout& layout, int layer, Cells occupancy)
      : layout_(layout),
        layer_(layer),
        occupancy_(occupancy),
        to_cells_(cell_of_axis(occupancy)),
        to_index_(axis_of_cell(occupancy)) {}

  /// Appends the positions of the occupancy that lead to these of the child, each given as the cells of its
  /// own cubes. Calls prefetch(index) for each, and for some that are no parents.
  template <class Prefetch>
  void append_parents(const Layout::Edge& edge, std::span<const Cells> children, const Prefetch& prefetch,
                      List<OpponentIndex>& parents) const {
    std::size_t count = parents.size();
    parents.resize(count + children.size());
    // A cube was inserted there by the parent's player: where the child's player has one, nobody moved so.
    const Cells inserted = layout_.carry(edge, layout_.taken(edge));
    const auto append = [&](Cells child, OpponentIndex parent) {
      prefetch(parent);
      parents[count] = parent;
      count += (child & inserted) == 0;
    };
    if (children.size() > most_few) {
      const BitTables back = index_of_child(edge);
      for (const Cells child : children) append(child, OpponentIndex{back(child)});
    } else {
      for (const Cells child : children)
        append(child, OpponentIndex{to_index_(layout_.carry_back(edge, child))});
    }
    parents.resize(count);
  }

  /// Some positions of a child.
  struct Child {
    Layout::Edge edge;
    ConstOwnBitmap bitmap;
  };

  /// Drops the positions of the occupancy with a child among these.
  void drop_parents(std::span<const Child> children, List<OpponentIndex>& indices) const {
    while (!children.empty() && !indices.empty()) {
      const bool few = indices.size() <= most_few;
      const std::size_t count = few ? std::min(children.size(), children_at_once) : 1;
      if (few)
        drop_few(children.first(count), indices);
      else
        drop_many(children.front(), indices);
      children = children.subspan(count);
    }
  }

  /// Where a move leads from a position, unless the cube that it takes is the opponent's.
  std::optional<OwnIndex> child(const Layout::Edge& edge, OpponentIndex index) const {
    const Cells cells = to_cells_(bit_of(index));
    if ((cells & layout_.taken(edge)) != 0) return std::nullopt;
    return child_of(edge, cells);
  }

 private:
  /// The words of this many children are prefetched together, though the first may be enough to decide.
  static constexpr std::size_t children_at_once = 8;

  /// Some dozens at a time: first the words of all are prefetched, then each is looked at.
  void drop_many(const Child& child, List<OpponentIndex>& indices) const {
    const BitTables forth = index_in_child(child.edge);
    const std::uint32_t taken = to_index_(layout_.taken(child.edge));
    std::array<OwnIndex, 64> there;
    std::size_t kept = 0;
    for (std::size_t begin = 0; begin < indices.size(); begin += there.size()) {
      const std::size_t count = std::min(there.size(), indices.size() - begin);
      for (std::size_t i = 0; i < count; ++i) {
        there[i] = OwnIndex{forth(bit_of(indices[begin + i]))};
        child.bitmap.prefetch(there[i]);
      }
      for (std::size_t i = 0; i < count; ++i) {
        const OpponentIndex index = indices[begin + i];
        indices[kept] = index;
        // No branch, as in keep_if. The cube that is taken must not be the opponent's.
        kept += unsigned{!child.bitmap.test(there[i])} | unsigned{(bit_of(index) & taken) != 0};
      }
    }
    indices.resize(kept);
  }

  void drop_few(std::span<const Child> children, List<OpponentIndex>& indices) const {
    assert(indices.size() <= most_few && children.size() <= children_at_once);
    struct Question {
      const Word* word;
      std::uint32_t bit;
    };
    std::array<Question, most_few * children_at_once> questions;
    std::array<std::size_t, most_few> ends;
    std::size_t count = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const Cells cells = to_cells_(bit_of(indices[i]));
      for (const Child& child : children) {
        if ((cells & layout_.taken(child.edge)) != 0) continue;  // the opponent's
        const std::uint32_t bit = bit_of(child_of(child.edge, cells));
        questions[count] = {&child.bitmap.words()[bit / 64], bit % 64};
        __builtin_prefetch(questions[count++].word);
      }
      ends[i] = count;
    }
    std::size_t begin = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      Word found = 0;
      for (; begin < ends[i]; ++begin) found |= *questions[begin].word >> questions[begin].bit;
      indices[kept] = indices[i];
      kept += (found & 1) == 0;
    }
    indices.resize(kept);
  }

  /// The child of the position in which these are the opponent's cubes.
  OwnIndex child_of(const Layout::Edge& edge, Cells cells) const {
    const int layer = layer_ + ((occupancy_ & layout_.taken(edge)) == 0 ? 1 : 0);
    return OwnIndex{gather(layout_.occupancies(layer)[edge.child], layout_.carry(edge, cells))};
  }

  static BitTables cell_of_axis(Cells occupancy) {
    std::array<std::uint32_t, max_cells> images{};
    std::size_t axes = 0;
    for (Cells rest = occupancy; rest != 0; rest &= rest - 1) images[axes++] = rest & -rest;
    return BitTables({images.data(), axes});
  }
  static BitTables axis_of_cell(Cells occupancy) {
    std::array<std::uint32_t, max_cells> images{};
    std::uint32_t axis = 1;
    for (Cells rest = occupancy; rest != 0; rest &= rest - 1, axis <<= 1)
      images[static_cast<std::size_t>(std::countr_zero(rest))] = axis;
    return BitTables(images);
  }

  /// From the cells of a child to the axes of the occupancy.
  BitTables index_of_child(const Layout::Edge& edge) const {
    std::array<std::uint32_t, max_cells> images{};
    std::uint32_t axis = 1;
    for (Cells rest = occupancy_; rest != 0; rest &= rest - 1, axis <<= 1)
      images[static_cast<std::size_t>(layout_.carry(edge, std::countr_zero(rest)))] = axis;
    return BitTables(images);
  }

  /// From the axes of the occupancy to those of a child.
  BitTables index_in_child(const Layout::Edge& edge) const {
    const cube::AxisMap map = layout_.axis_map(occupancy_, edge);
    std::array<std::uint32_t, cube::max_axes> images{};
    for (std::size_t axis = 0; axis < images.size(); ++axis) images[axis] = 1U << map.to[axis];
    return BitTables({images.data(), static_cast<std::size_t>(map.axes)});
  }

  const Layout& layout_;
  int layer_;
  Cells occupancy_;
  BitTables to_cells_;
  BitTables to_index_;
};

}  // namespace quixo::solve
