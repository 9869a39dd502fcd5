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

  /// From the accumulator's axes to the child's.
  static BitTables forth(const cube::AxisMap& map) {
    std::array<std::uint32_t, cube::max_axes> images{};
    for (std::size_t axis = 0; axis < images.size(); ++axis) images[axis] = 1U << map.to[axis];
    return BitTables({images.data(), static_cast<std::size_t>(map.axes)});
  }
  /// The other way.
  static BitTables back(const cube::AxisMap& map) {
    std::array<std::uint32_t, cube::max_axes> images{};
    for (int axis = 0; axis < map.axes; ++axis) images[map.to[static_cast<std::size_t>(axis)]] = 1U << axis;
    return BitTables({images.data(), static_cast<std::size_t>(map.axes)});
  }

  std::uint32_t operator()(std::uint32_t bits) const {
    return tables_[0][bits & 31] | tables_[1][bits >> 5 & 31] | tables_[2][bits >> 10 & 31] |
           tables_[3][bits >> 15 & 31] | tables_[4][bits >> 20 & 31];
  }

 private:
  std::array<std::array<std::uint32_t, 32>, 5> tables_{};
};

/// The moves of one U for single states, which are indices: U's are the opponent's. Many states of one move
/// go through a map of axes. Few go from axes to cells, with the move, and to axes again: three times the
/// work for a state, but nothing to make ready for a move.
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
  void append_parents(const Layout::Edge& edge, std::span<const std::uint32_t> list, const Test& test,
                      std::vector<std::uint32_t>& indices) const {
    std::size_t count = indices.size();
    indices.resize(count + list.size());
    if (list.size() > most_few) {
      const cube::AxisMap map = layout_.axis_map(ordered_, edge);
      const BitTables back = BitTables::back(map);
      const int inserted_axis = map.to[static_cast<std::size_t>(map.fixed)];
      const std::uint32_t half = ~(1U << map.fixed);  // what is not in it is tested too, at another place
      for (const std::uint32_t state : list) {
        const std::uint32_t index = back(state) & half;
        indices[count] = index;
        count += unsigned{test(index)} & ~(state >> inserted_axis) & 1;
      }
    } else {
      const Cells taken = layout_.taken(edge);
      const Cells child = child_of(edge);
      for (const std::uint32_t state : list) {
        const Cells cells = layout_.carry_back(edge, scatter(child, state));
        const std::uint32_t index = to_index_(cells);
        indices[count] = index;
        count += unsigned{test(index)} & unsigned{(cells & taken) == 0};
      }
    }
    indices.resize(count);
  }

  /// Drops the states of U whose child is in the bitmap.
  void drop_parents(const Layout::Edge& edge, const Word* child, std::vector<std::uint32_t>& indices) const {
    std::size_t count = 0;
    if (indices.size() > most_few) {
      const cube::AxisMap map = layout_.axis_map(ordered_, edge);
      const BitTables forth = BitTables::forth(map);
      for (const std::uint32_t index : indices) {
        indices[count] = index;
        count += 1 & (~unsigned{test_bit(child, forth(index))} | index >> map.fixed);
      }
    } else {
      const Cells taken = layout_.taken(edge);
      const Cells child_cells = child_of(edge);
      for (const std::uint32_t index : indices) {
        const Cells cells = to_cells_(index);
        const std::uint32_t state = gather(child_cells, layout_.carry(edge, cells));
        indices[count] = index;
        count += unsigned{!test_bit(child, state)} | unsigned{(cells & taken) != 0};
      }
    }
    indices.resize(count);
  }

 private:
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
  Cells child_of(const Layout::Edge& edge) const {
    const int more = (layout_.taken(edge) & ordered_) == 0;
    return layout_.layer(std::popcount(ordered_) + more)[edge.child];
  }

  const Layout& layout_;
  Cells ordered_;
  BitTables to_cells_;
  BitTables to_index_;
};

/// States of a layer, cube by cube: listed where they are few. Each cube is filled by one thread.
class FewStates {
 public:
  FewStates() = default;
  FewStates(std::size_t cubes, int axes, int workers)
      : most_listed_(std::max<std::size_t>(cube::words_of(axes) / 8, 8)),
        places_(cubes),
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
    std::vector<std::uint32_t>& list = begin(cube, worker);
    states.for_each([&](std::uint32_t bit) { list.push_back(bit); });
    end(cube);
    return false;
  }
  void add(std::size_t cube, int worker, std::span<const std::uint32_t> states) {
    if (states.size() > most_listed_) return set_many(cube);
    std::vector<std::uint32_t>& list = begin(cube, worker);
    list.insert(list.end(), states.begin(), states.end());
    end(cube);
  }
  void set_many(std::size_t cube) { places_[cube].count = many_states; }

  bool any(std::size_t cube) const { return places_[cube].count != 0; }
  bool many(std::size_t cube) const { return places_[cube].count == many_states; }
  std::span<const std::uint32_t> list(std::size_t cube) const {
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

  std::vector<std::uint32_t>& begin(std::size_t cube, int worker) {
    std::vector<std::uint32_t>& list = lists_[static_cast<std::size_t>(worker)];
    places_[cube] = {static_cast<std::uint16_t>(worker), 0, list.size()};
    return list;
  }
  void end(std::size_t cube) {
    Place& place = places_[cube];
    place.count = static_cast<std::uint32_t>(lists_[place.worker].size() - place.begin);
  }

  std::size_t most_listed_ = 0;  // a listed state costs as much as some eight words of a bitmap
  std::vector<Place> places_;
  std::vector<std::vector<std::uint32_t>> lists_;
};

}  // namespace quixo::solve
