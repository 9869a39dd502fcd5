// SPDX-License-Identifier: MIT
//
// What both solvers need where the states in question are few: lists of them instead of bitmaps, and moves of
// single states.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "layout/layout.h"
#include "solve/states.h"

namespace quixo::solve {

/// So many states of a cube are listed rather than kept as a bitmap: one costs as much as some eight words of
/// a bitmap that is combined as a whole, as measured. FewStates counts them in 16 bits.
constexpr std::size_t most_listed(int axes) {
  return std::min<std::size_t>(cube::words_of(axes) / 8 + 8, std::numeric_limits<std::uint16_t>::max() - 1);
}

/// Keeps the values that pass a test, which is asked once for each, in their order. There is no branch on
/// what it says: that is seldom in a cache, and a wrong guess would wait for it.
template <class Test>
void keep_if(std::vector<std::uint32_t>& values, const Test& test) {
  std::size_t count = 0;
  for (const std::uint32_t value : values) {
    values[count] = value;
    count += std::size_t{test(value)};
  }
  values.resize(count);
}

/// Makes them ascending, each once.
inline void sort_unique(std::vector<std::uint32_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

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
class StateMoves {
 public:
  StateMoves(const Layout& layout, Cells occupancy)
      : layout_(layout),
        ordered_(occupancy),
        to_cells_(cell_of_axis(occupancy)),
        to_index_(axis_of_cell(occupancy)) {}

  /// Appends the states of U that lead to the listed ones of the child. Calls fetch(index) for each, which
  /// may send for what is wanted of it later.
  template <class Fetch>
  void append_parents(const Layout::Edge& edge, std::span<const Cells> list, const Fetch& fetch,
                      std::vector<std::uint32_t>& indices) const {
    std::size_t count = indices.size();
    indices.resize(count + list.size());
    const Cells inserted = layout_.carry(edge, layout_.taken(edge));
    const auto append = [&](Cells child, std::uint32_t index) {
      fetch(index);
      indices[count] = index;
      count += (child & inserted) == 0;
    };
    if (list.size() > most_few) {
      const BitTables back = index_of_child(edge);
      for (const Cells child : list) append(child, back(child));
    } else {
      for (const Cells child : list) append(child, to_index_(layout_.carry_back(edge, child)));
    }
    indices.resize(count);
  }

  /// Some states of a child.
  struct Child {
    Layout::Edge edge;
    const Word* bitmap = nullptr;
  };

  /// Drops the states of U with a child among these.
  void drop_parents(std::span<const Child> children, std::vector<std::uint32_t>& indices) const {
    while (!children.empty() && !indices.empty()) {
      const std::size_t count = indices.size() > most_few ? 1 : std::min(children.size(), children_at_once);
      if (indices.size() > most_few)
        drop_many(children.front(), indices);
      else
        drop_few(children.first(count), indices);
      children = children.subspan(count);
    }
  }

 private:
  /// A table costs as much as some dozens of states.
  static constexpr std::size_t most_few = 24;
  /// So many answers of memory are worth waiting for together, though one may be enough.
  static constexpr std::size_t children_at_once = 8;

  /// Some dozens at a time: first all are sent for, then each is looked at.
  void drop_many(const Child& child, std::vector<std::uint32_t>& indices) const {
    const BitTables forth = index_in_child(child.edge);
    const std::uint32_t taken = to_index_(layout_.taken(child.edge));
    std::array<std::uint32_t, 64> there;
    std::size_t kept = 0;
    for (std::size_t begin = 0; begin < indices.size(); begin += there.size()) {
      const std::size_t count = std::min(there.size(), indices.size() - begin);
      for (std::size_t i = 0; i < count; ++i) {
        there[i] = forth(indices[begin + i]);
        fetch_bit(child.bitmap, there[i]);
      }
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t index = indices[begin + i];
        indices[kept] = index;
        // No branch, as in keep_if. The cube that is taken must not be the opponent's.
        kept += unsigned{!test_bit(child.bitmap, there[i])} | unsigned{(index & taken) != 0};
      }
    }
    indices.resize(kept);
  }

  void drop_few(std::span<const Child> children, std::vector<std::uint32_t>& indices) const {
    struct Question {
      const Word* word;
      std::uint32_t bit;
    };
    std::array<Question, most_few * children_at_once> questions;
    std::array<std::size_t, most_few> ends;
    std::size_t count = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const Cells cells = to_cells_(indices[i]);
      for (const Child& child : children) {
        const Cells taken = layout_.taken(child.edge);
        if ((cells & taken) != 0) continue;  // the opponent's
        const int axes = std::popcount(ordered_ | taken);
        const std::uint32_t index =
            gather(layout_.occupancies(axes)[child.edge.child], layout_.carry(child.edge, cells));
        questions[count] = {&child.bitmap[index / 64], index % 64};
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
  bool add(std::size_t bitmap, int worker, const States& states) {
    if (states.count() > most_listed_) {
      set_many(bitmap);
      return true;
    }
    std::vector<Cells>& list = begin(bitmap, worker, states.count());
    states.for_each([&](std::uint32_t index) { list.push_back(scatter((*cubes_)[bitmap], index)); });
    return false;
  }
  void add(std::size_t bitmap, int worker, std::span<const std::uint32_t> indices) {
    if (indices.size() > most_listed_) return set_many(bitmap);
    std::vector<Cells>& list = begin(bitmap, worker, indices.size());
    for (const std::uint32_t index : indices) list.push_back(scatter((*cubes_)[bitmap], index));
  }
  void set_many(std::size_t bitmap) { places_[bitmap].count = many_states; }

  bool any(std::size_t bitmap) const { return places_[bitmap].count != 0; }
  bool many(std::size_t bitmap) const { return places_[bitmap].count == many_states; }
  std::span<const Cells> list(std::size_t bitmap) const {
    const Place& place = places_[bitmap];
    return {lists_[place.worker].data() + place.begin, place.count};
  }

  /// Sends for what any() and many() want of a cube, and for its list: who asks about many cubes sends for
  /// all before it waits for one.
  void fetch_place(std::size_t bitmap) const { __builtin_prefetch(&places_[bitmap]); }
  void fetch_list(std::size_t bitmap) const { __builtin_prefetch(list(bitmap).data()); }

 private:
  static constexpr std::uint16_t many_states = std::numeric_limits<std::uint16_t>::max();
  /// Small, since most questions go to places that are not in a cache.
  struct Place {
    std::uint32_t begin = 0;
    std::uint16_t count = 0;
    std::uint16_t worker = 0;
  };

  /// Where the states of a cube, so many, are to be put.
  std::vector<Cells>& begin(std::size_t bitmap, int worker, std::size_t count) {
    std::vector<Cells>& list = lists_[static_cast<std::size_t>(worker)];
    assert(list.size() <= std::numeric_limits<std::uint32_t>::max());
    places_[bitmap] = {static_cast<std::uint32_t>(list.size()), static_cast<std::uint16_t>(count),
                       static_cast<std::uint16_t>(worker)};
    return list;
  }

  const std::vector<Cells>* cubes_ = nullptr;
  std::size_t most_listed_ = 0;
  std::vector<Place> places_;
  std::vector<std::vector<Cells>> lists_;
};

}  // namespace quixo::solve
