// SPDX-License-Identifier: MIT
//
// What both solvers need where the states in question are few: lists of them instead of bitmaps, and moves of
// single states.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/layout.h"
#include "solve/states.h"

namespace quixo::solve {

/// So many states of a cube are listed rather than kept as a bitmap: one costs as much as some eight words of
/// a bitmap that is combined as a whole, as measured.
constexpr std::size_t most_listed(int axes) { return cube::words_of(axes) / 8 + 8; }

/// Bits carried one by one, five at a time by table.
class BitTables {
 public:
  /// Where each bit goes: to a set of bits, which may be empty.
  explicit BitTables(std::span<const std::uint32_t> images) {
    for (std::size_t bit = 0; bit < images.size(); ++bit) {
      auto& table = tables_[bit / 5];
      const std::size_t half = std::size_t{1} << bit % 5;
      for (std::size_t i = 0; i < half; ++i) table[half + i] = table[i] | images[bit];
    }
  }

  std::uint32_t operator()(std::uint32_t bits) const {
    return tables_[0][bits & 31] | tables_[1][bits >> 5 & 31] | tables_[2][bits >> 10 & 31] |
           tables_[3][bits >> 15 & 31] | tables_[4][bits >> 20 & 31];
  }

 private:
  std::array<std::array<std::uint32_t, 32>, 5> tables_{};
};

/// The moves of one U for single states. Those of U are indices, the opponent's; those of a child are sets of
/// cells, ordered. Many states of one move go through a table made for the move. Few go by cells: twice the
/// work for a state or more, but nothing to make ready.
///
/// There are no branches on what is found: it is seldom in a cache, and a wrong guess would wait for it.
class StateMoves {
 public:
  StateMoves(const Layout& layout, Cells ordered)
      : layout_(layout),
        ordered_(ordered),
        to_cells_(cell_of_axis(ordered)),
        to_index_(axis_of_cell(ordered)) {}

  /// Appends the states of U that lead to the listed ones of the child and pass a test.
  template <class Test>
  void append_parents(const Layout::Edge& edge, std::span<const Cells> list, const Test& test,
                      std::vector<std::uint32_t>& indices) const {
    std::size_t count = indices.size();
    indices.resize(count + list.size());
    const Cells inserted = layout_.carry(edge, layout_.taken(edge));
    const auto append = [&](Cells child, std::uint32_t index) {
      indices[count] = index;
      count += unsigned{test(index)} & unsigned{(child & inserted) == 0};
    };
    if (list.size() > most_few) {
      const BitTables back = index_of_child(edge);
      for (const Cells child : list) append(child, back(child));
    } else {
      for (const Cells child : list) append(child, to_index_(layout_.carry_back(edge, child)));
    }
    indices.resize(count);
  }

  /// Drops the states of U whose child is in the bitmap.
  void drop_parents(const Layout::Edge& edge, const Word* bitmap, std::vector<std::uint32_t>& indices) const {
    const Cells taken = layout_.taken(edge);
    const int more = (taken & ordered_) == 0;
    const Cells child = layout_.layer(std::popcount(ordered_) + more)[edge.child];
    const std::uint32_t taken_axis = to_index_(taken);
    std::size_t count = 0;
    const auto drop = [&](std::uint32_t index, std::uint32_t in_child) {
      indices[count] = index;
      count += unsigned{!test_bit(bitmap, in_child)} | unsigned{(index & taken_axis) != 0};
    };
    if (indices.size() > most_few) {
      const BitTables forth = index_in_child(edge);
      for (const std::uint32_t index : indices) drop(index, forth(index));
    } else {
      for (const std::uint32_t index : indices)
        drop(index, gather(child, layout_.carry(edge, to_cells_(index))));
    }
    indices.resize(count);
  }

 private:
  /// Not measured to the last: a table costs as much as some dozens of states.
  static constexpr std::size_t most_few = 24;

  static BitTables cell_of_axis(Cells ordered) {
    std::array<std::uint32_t, max_cells> images{};
    std::size_t axes = 0;
    for (Cells rest = ordered; rest != 0; rest &= rest - 1) images[axes++] = rest & -rest;
    return BitTables({images.data(), axes});
  }
  static BitTables axis_of_cell(Cells ordered) {
    std::array<std::uint32_t, max_cells> images{};
    std::uint32_t axis = 1;
    for (Cells rest = ordered; rest != 0; rest &= rest - 1, axis <<= 1)
      images[static_cast<std::size_t>(std::countr_zero(rest))] = axis;
    return BitTables(images);
  }

  /// From the cells of a child to the axes of U.
  BitTables index_of_child(const Layout::Edge& edge) const {
    std::array<std::uint32_t, max_cells> images{};
    std::uint32_t axis = 1;
    for (Cells rest = ordered_; rest != 0; rest &= rest - 1, axis <<= 1)
      images[static_cast<std::size_t>(layout_.carry(edge, std::countr_zero(rest)))] = axis;
    return BitTables(images);
  }

  /// From the axes of U to those of a child.
  BitTables index_in_child(const Layout::Edge& edge) const {
    const cube::AxisMap map = layout_.axis_map(ordered_, edge);
    std::array<std::uint32_t, cube::max_axes> images{};
    for (std::size_t axis = 0; axis < images.size(); ++axis) images[axis] = 1U << map.to[axis];
    return BitTables({images.data(), static_cast<std::size_t>(map.axes)});
  }

  const Layout& layout_;
  Cells ordered_;
  BitTables to_cells_;
  BitTables to_index_;
};

/// States of a layer, cube by cube: listed, as sets of cells, where they are few. Each cube is filled by one
/// thread.
class FewStates {
 public:
  FewStates() = default;
  FewStates(const std::vector<Cells>& cubes, int axes, int workers)
      : cubes_(&cubes),
        most_listed_(most_listed(axes)),
        places_(cubes.size()),
        lists_(static_cast<std::size_t>(workers)) {}

  void clear() {
    std::ranges::fill(places_, Place{});
    for (auto& list : lists_) list.clear();
  }
  /// Returns whether they are too many for a list.
  bool add(std::size_t cube, int worker, const States& states) {
    if (states.count() > most_listed_) {
      set_many(cube);
      return true;
    }
    std::vector<Cells>& list = begin(cube, worker, states.count());
    states.for_each([&](std::uint32_t index) { list.push_back(scatter((*cubes_)[cube], index)); });
    return false;
  }
  void add(std::size_t cube, int worker, std::span<const std::uint32_t> indices) {
    if (indices.size() > most_listed_) return set_many(cube);
    std::vector<Cells>& list = begin(cube, worker, indices.size());
    for (const std::uint32_t index : indices) list.push_back(scatter((*cubes_)[cube], index));
  }
  void set_many(std::size_t cube) { places_[cube].count = many_states; }

  bool any(std::size_t cube) const { return places_[cube].count != 0; }
  bool many(std::size_t cube) const { return places_[cube].count == many_states; }
  std::span<const Cells> list(std::size_t cube) const {
    const Place& place = places_[cube];
    return {lists_[place.worker].data() + place.begin, place.count};
  }

 private:
  static constexpr std::uint32_t many_states = ~std::uint32_t{0};
  struct Place {
    std::uint16_t worker = 0;
    std::uint32_t count = 0;
    std::size_t begin = 0;
  };

  /// Where the states of a cube, so many, are to be put.
  std::vector<Cells>& begin(std::size_t cube, int worker, std::size_t count) {
    std::vector<Cells>& list = lists_[static_cast<std::size_t>(worker)];
    places_[cube] = {static_cast<std::uint16_t>(worker), static_cast<std::uint32_t>(count), list.size()};
    return list;
  }

  const std::vector<Cells>* cubes_ = nullptr;
  std::size_t most_listed_ = 0;
  std::vector<Place> places_;
  std::vector<std::vector<Cells>> lists_;
};

}  // namespace quixo::solve
