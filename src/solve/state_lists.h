// SPDX-License-Identifier: MIT
//
// The news of a layer: the positions that one step decided, bitmap by bitmap, listed where they are few.
// Where they are many, only that is noted, and whoever made the lists keeps them as a bitmap elsewhere.
//
// Listed positions are sets of cells, the cubes of the player to move, in layout order: a move carries cells
// to its parents without knowing the axes of the child.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/workers.h"
#include "layout/layout.h"
#include "solve/states.h"

namespace quixo::solve {

/// The most positions of a bitmap that are listed: one costs as much as some eight words of a bitmap that is
/// combined as a whole, as measured. StateLists counts them in 16 bits.
constexpr std::size_t most_listed(int layer) {
  return std::min<std::size_t>(cube::words_of(layer) / 8 + 8, std::numeric_limits<std::uint16_t>::max());
}

/// Set by any thread; a copy is as it is then.
class Flag {
 public:
  Flag() = default;
  Flag(const Flag& other) : set_(other) {}
  Flag& operator=(const Flag& other) { return *this = static_cast<bool>(other); }
  Flag& operator=(bool set) {
    set_.store(set, std::memory_order_relaxed);
    return *this;
  }
  operator bool() const { return set_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> set_ = false;
};

/// Different threads may fill different bitmaps at once.
class StateLists {
 public:
  /// How much is new in a bitmap.
  enum class Kind : std::uint8_t { none = 0, few = 1, many = 2 };

  StateLists() = default;
  StateLists(const Layout& layout, int layer, int workers)
      : occupancies_(&layout.occupancies(layer)),
        most_listed_(most_listed(layer)),
        kinds_(occupancies_->size(), Kind::none),
        places_(occupancies_->size()),
        lists_(workers) {
    assert(workers <= std::numeric_limits<std::uint16_t>::max());
  }

  void clear() {
    std::ranges::fill(kinds_, Kind::none);
    for (auto& list : lists_) list.clear();
    has_many_ = false;
  }

  /// Lists the positions of a bitmap that has none yet, or notes that they are many. Returns whether they are
  /// listed.
  bool add(std::size_t bitmap, int worker, const States& states) {
    return add(bitmap, worker, states.count(), [&](const auto& append) { states.for_each(append); });
  }
  bool add(std::size_t bitmap, int worker, std::span<const OwnIndex> indices) {
    return add(bitmap, worker, indices.size(), [&](const auto& append) {
      for (const OwnIndex index : indices) append(index);
    });
  }
  /// Lists the news of a bitmap that another peer has listed.
  void add_cells(std::size_t bitmap, std::span<const Cells> cells) {
    assert(!any(bitmap) && cells.size() <= most_listed_);
    std::vector<Cells>& list = lists_[0];
    if (list.size() > std::numeric_limits<std::uint32_t>::max())
      throw Error("the news of a step are too many for so few processes: start more of them");
    if (!cells.empty()) kinds_[bitmap] = Kind::few;
    places_[bitmap] = {static_cast<std::uint32_t>(list.size()), static_cast<std::uint16_t>(cells.size()), 0};
    list.insert(list.end(), cells.begin(), cells.end());
  }
  void set_many(std::size_t bitmap) {
    kinds_[bitmap] = Kind::many;
    has_many_ = true;
  }

  bool any(std::size_t bitmap) const { return kinds_[bitmap] != Kind::none; }
  /// Whether any bitmap has many.
  bool has_many() const { return has_many_; }
  bool many(std::size_t bitmap) const { return kinds_[bitmap] == Kind::many; }
  Kind kind(std::size_t bitmap) const { return kinds_[bitmap]; }
  std::span<const Cells> list(std::size_t bitmap) const {
    assert(kinds_[bitmap] == Kind::few);
    const Place& place = places_[bitmap];
    return {lists_[place.worker].data() + place.begin, place.count};
  }

  /// Ahead of list().
  void prefetch_place(std::size_t bitmap) const { __builtin_prefetch(&places_[bitmap]); }
  /// Ahead of what is in the list.
  void prefetch_list(std::size_t bitmap) const { __builtin_prefetch(list(bitmap).data()); }

 private:
  /// Small, since most are not in a cache.
  struct Place {
    std::uint32_t begin = 0;
    std::uint16_t count = 0;
    std::uint16_t worker = 0;
  };

  template <class ForEach>
  bool add(std::size_t bitmap, int worker, std::uint64_t count, const ForEach& for_each) {
    assert(!any(bitmap));
    std::vector<Cells>& list = lists_[worker];
    // Where a layer has billions, what Place cannot count is many, too.
    if (count > most_listed_ || list.size() > std::numeric_limits<std::uint32_t>::max()) {
      set_many(bitmap);
      return false;
    }
    if (count == 0) return true;
    kinds_[bitmap] = Kind::few;
    places_[bitmap] = {static_cast<std::uint32_t>(list.size()), static_cast<std::uint16_t>(count),
                       static_cast<std::uint16_t>(worker)};
    const Cells occupancy = (*occupancies_)[bitmap];
    for_each([&](OwnIndex index) { list.push_back(scatter(occupancy, bit_of(index))); });
    assert(list.size() == places_[bitmap].begin + count);
    return true;
  }

  const std::vector<Cells>* occupancies_ = nullptr;
  std::size_t most_listed_ = 0;
  std::vector<Kind> kinds_;  // apart, since a byte for each is in a cache where places are not
  std::vector<Place> places_;
  PerWorker<std::vector<Cells>> lists_;
  Flag has_many_;
};

}  // namespace quixo::solve
