// SPDX-License-Identifier: MIT
//
// What both solvers need where the states in question are few: lists of them instead of bitmaps, and axis
// permutations applied to single indices.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cube/bitmap.h"
#include "solve/layout.h"

namespace quixo::solve {

using cube::Word;

inline bool test_bit(const Word* bitmap, std::uint32_t bit) { return bitmap[bit / 64] >> bit % 64 & 1; }
inline void set_bit(Word* bitmap, std::uint32_t bit) { bitmap[bit / 64] |= Word{1} << bit % 64; }
inline void clear_bit(Word* bitmap, std::uint32_t bit) { bitmap[bit / 64] &= ~(Word{1} << bit % 64); }

/// A permutation of axes applied to single indices, five axes at a time by table.
class IndexMap {
 public:
  IndexMap(const std::uint8_t* to, int axes) {
    for (int axis = 0; axis < axes; ++axis) {
      auto& table = tables_[static_cast<std::size_t>(axis / 5)];
      const std::size_t half = std::size_t{1} << axis % 5;
      for (std::size_t i = 0; i < half; ++i) table[half + i] = table[i] | 1U << to[axis];
    }
  }

  /// From the accumulator's axes to the child's.
  static IndexMap forth(const cube::AxisMap& map) { return {map.to.data(), map.axes}; }
  /// The other way.
  static IndexMap back(const cube::AxisMap& map) {
    std::array<std::uint8_t, cube::max_axes> from{};
    for (std::uint8_t axis = 0; axis < map.axes; ++axis) from[map.to[axis]] = axis;
    return {from.data(), map.axes};
  }

  std::uint32_t operator()(std::uint32_t index) const {
    return tables_[0][index & 31] | tables_[1][index >> 5 & 31] | tables_[2][index >> 10 & 31] |
           tables_[3][index >> 15 & 31] | tables_[4][index >> 20 & 31];
  }

 private:
  std::array<std::array<std::uint32_t, 32>, 5> tables_{};
};

/// Calls visit(index) with the place in U's opponent index of every listed state of a child that U leads to.
template <class Visit>
void for_each_parent(const cube::AxisMap& map, std::span<const std::uint32_t> list, Visit&& visit) {
  const IndexMap back = IndexMap::back(map);
  const int inserted_axis = map.to[static_cast<std::size_t>(map.fixed)];
  for (const std::uint32_t state : list)
    if ((state >> inserted_axis & 1) == 0) visit(back(state));
}

/// Drops the indices (the opponent's) whose child is in the bitmap.
inline void drop_parents(const cube::AxisMap& map, const Word* child, std::vector<std::uint32_t>& indices) {
  const IndexMap forth = IndexMap::forth(map);
  std::erase_if(indices, [&](std::uint32_t index) {
    return (index >> map.fixed & 1) == 0 && test_bit(child, forth(index));
  });
}

/// States of a layer, cube by cube: listed where they are few. Each cube is filled by one thread.
class FewStates {
 public:
  FewStates() = default;
  FewStates(std::size_t cubes, int axes, int workers)
      : axes_(axes),
        // A listed state costs as much as some eight words of a bitmap.
        most_listed_(std::max<std::size_t>(cube::words_of(axes) / 8, 8)),
        places_(cubes),
        lists_(static_cast<std::size_t>(workers)) {}

  void clear() {
    std::ranges::fill(places_, Place{});
    for (auto& list : lists_) list.clear();
  }
  /// Returns whether they are too many for a list.
  bool add(std::size_t cube, int worker, const Word* bitmap) {
    if (cube::count(bitmap, axes_) > most_listed_) {
      set_many(cube);
      return true;
    }
    std::vector<std::uint32_t>& list = begin(cube, worker);
    cube::for_each_point(bitmap, axes_, [&](std::uint32_t bit) { list.push_back(bit); });
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

  int axes_ = 0;
  std::size_t most_listed_ = 0;
  std::vector<Place> places_;
  std::vector<std::vector<std::uint32_t>> lists_;
};

}  // namespace quixo::solve
