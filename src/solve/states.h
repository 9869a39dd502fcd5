// SPDX-License-Identifier: MIT
//
// Some positions of one bitmap, by the own index: a list where they are few, else a bitmap. The late steps of
// a layer decide a handful in each bitmap, and thousands of words would be filled, counted, coded and
// searched for them in vain.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cube/plane.h"
#include "solve/bitmaps.h"

namespace quixo::solve {

class States {
 public:
  explicit States(int layer) : layer_(layer), memory_(1, layer) {}

  std::uint64_t count() const { return count_; }
  bool listed() const { return listed_; }
  /// Ascending, each once.
  std::span<const OwnIndex> list() const {
    assert(listed_);
    return list_;
  }
  ConstOwnBitmap bitmap() const {
    assert(!listed_);
    return ConstOwnBitmap(memory_[0]);
  }

  void clear() {
    set_list([](std::vector<OwnIndex>&) {});
  }

  /// fill(list) gets an empty list and fills it as list() says.
  template <class Fill>
  void set_list(const Fill& fill) {
    list_.clear();
    fill(list_);
    assert(std::ranges::adjacent_find(list_, std::greater_equal{}) == list_.end());
    listed_ = true;
    count_ = list_.size();
  }

  /// fill(bitmap) gets an OwnBitmap with anything in it.
  template <class Fill>
  void set_bitmap(const Fill& fill) {
    fill(OwnBitmap(memory_[0]));
    listed_ = false;
    count_ = cube::count(memory_[0], layer_);
  }

  /// Calls visit(index) for each, ascending.
  template <class Visit>
  void for_each(const Visit& visit) const {
    if (listed_)
      for (const OwnIndex index : list_) visit(index);
    else
      solve::for_each(bitmap(), layer_, visit);
  }

  /// The least. There must be one.
  OwnIndex first() const {
    assert(count_ > 0);
    if (listed_) return list_.front();
    std::size_t word = 0;
    while (memory_[0][word] == 0) ++word;
    return OwnIndex{static_cast<std::uint32_t>(word * 64) +
                    static_cast<std::uint32_t>(std::countr_zero(memory_[0][word]))};
  }

  void add_to(OwnBitmap others) const {
    if (listed_)
      for (const OwnIndex index : list_) others.set(index);
    else
      insert(bitmap(), others, layer_);
  }
  void remove_from(OwnBitmap others) const {
    if (listed_)
      for (const OwnIndex index : list_) others.clear(index);
    else
      remove(bitmap(), others, layer_);
  }
  void copy_to(OwnBitmap other) const {
    solve::clear(other, layer_);
    add_to(other);
  }

 private:
  int layer_;
  cube::Plane memory_;
  bool listed_ = true;
  std::vector<OwnIndex> list_;
  std::uint64_t count_ = 0;
};

}  // namespace quixo::solve
