// SPDX-License-Identifier: MIT
//
// Some positions of one cube: a list where they are few, else a bitmap. The late steps of a layer decide a
// handful in each cube, and a bitmap of thousands of words for them would be filled, counted, coded and
// searched for nothing.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "cube/bitmap.h"
#include "cube/plane.h"

namespace quixo::solve {

using cube::Plane;
using cube::Word;

inline bool test_bit(const Word* bitmap, std::uint32_t bit) { return bitmap[bit / 64] >> bit % 64 & 1; }
inline void fetch_bit(const Word* bitmap, std::uint32_t bit) { __builtin_prefetch(&bitmap[bit / 64]); }
inline void set_bit(Word* bitmap, std::uint32_t bit) { bitmap[bit / 64] |= Word{1} << bit % 64; }
inline void clear_bit(Word* bitmap, std::uint32_t bit) { bitmap[bit / 64] &= ~(Word{1} << bit % 64); }

class States {
 public:
  explicit States(int axes) : axes_(axes), memory_(1, axes) {}

  std::uint64_t count() const { return count_; }
  bool listed() const { return listed_; }
  /// Ascending, each once; when it is listed.
  std::span<const std::uint32_t> list() const { return list_; }
  /// When it is not.
  const Word* bitmap() const { return memory_[0]; }

  void clear() {
    set_list([](std::vector<std::uint32_t>&) {});
  }

  /// fill(list) gets an empty list and fills it as list() says.
  template <class Fill>
  void set_list(const Fill& fill) {
    list_.clear();
    fill(list_);
    listed_ = true;
    count_ = list_.size();
  }

  /// fill(bitmap) gets a bitmap with anything in it.
  template <class Fill>
  void set_bitmap(const Fill& fill) {
    fill(memory_[0]);
    listed_ = false;
    count_ = cube::count(memory_[0], axes_);
  }

  /// Calls visit(index) for each, ascending.
  template <class Visit>
  void for_each(const Visit& visit) const {
    if (listed_)
      for (const std::uint32_t index : list_) visit(index);
    else
      cube::for_each_point(memory_[0], axes_, visit);
  }

  /// The least, of some.
  std::uint32_t first() const {
    if (listed_) return list_.front();
    std::size_t word = 0;
    while (memory_[0][word] == 0) ++word;
    return static_cast<std::uint32_t>(word * 64 +
                                      static_cast<std::size_t>(std::countr_zero(memory_[0][word])));
  }

  void add_to(Word* bitmap) const {
    if (listed_)
      for (const std::uint32_t index : list_) set_bit(bitmap, index);
    else
      cube::insert(memory_[0], bitmap, axes_);
  }
  void remove_from(Word* bitmap) const {
    if (listed_)
      for (const std::uint32_t index : list_) clear_bit(bitmap, index);
    else
      cube::remove(memory_[0], bitmap, axes_);
  }
  void copy_to(Word* bitmap) const {
    std::fill_n(bitmap, cube::words_of(axes_), 0);
    add_to(bitmap);
  }

 private:
  int axes_;
  Plane memory_;
  bool listed_ = true;
  std::vector<std::uint32_t> list_;
  std::uint64_t count_ = 0;
};

}  // namespace quixo::solve
