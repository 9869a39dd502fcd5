// SPDX-License-Identifier: MIT
//
// Bitmaps that know by which index their bits go (layout/index.h): pointers with a type, so that combining or
// comparing bitmaps of different indices does not compile. A ...Bitmap may be written to, a Const...Bitmap
// only read; like pointers, they are passed by value and own nothing.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "cube/bitmap.h"
#include "cube/kernel.h"
#include "layout/index.h"

namespace quixo::solve {

using cube::Word;

/// W is Word or const Word.
template <class Index, class W>
class BitmapRef {
 public:
  BitmapRef() = default;  ///< None.
  explicit BitmapRef(W* words) : words_(words) {}
  /// What may be written to may be read.
  template <class Other>
  requires(std::is_const_v<W> && !std::is_const_v<Other>) BitmapRef(BitmapRef<Index, Other> other)
      : words_(other.words()) {}

  W* words() const { return words_; }
  explicit operator bool() const { return words_ != nullptr; }

  bool test(Index index) const { return words_[bit_of(index) / 64] >> bit_of(index) % 64 & 1; }
  void set(Index index) const { words_[bit_of(index) / 64] |= Word{1} << bit_of(index) % 64; }
  void clear(Index index) const { words_[bit_of(index) / 64] &= ~(Word{1} << bit_of(index) % 64); }
  /// Ahead of test(): the word is seldom in a cache.
  void prefetch(Index index) const { __builtin_prefetch(&words_[bit_of(index) / 64]); }

 private:
  W* words_ = nullptr;
};

using OwnBitmap = BitmapRef<OwnIndex, Word>;
using ConstOwnBitmap = BitmapRef<OwnIndex, const Word>;
using OpponentBitmap = BitmapRef<OpponentIndex, Word>;
using ConstOpponentBitmap = BitmapRef<OpponentIndex, const Word>;

template <class Index>
void clear(BitmapRef<Index, Word> bitmap, int layer) {
  std::fill_n(bitmap.words(), cube::words_of(layer), 0);
}
template <class Index, class W>
void copy(BitmapRef<Index, W> from, BitmapRef<Index, Word> to, int layer) {
  std::copy_n(from.words(), cube::words_of(layer), to.words());
}
template <class Index, class W>
void insert(BitmapRef<Index, W> some, BitmapRef<Index, Word> bitmap, int layer) {
  cube::insert(some.words(), bitmap.words(), layer);
}
template <class Index, class W>
void remove(BitmapRef<Index, W> some, BitmapRef<Index, Word> bitmap, int layer) {
  cube::remove(some.words(), bitmap.words(), layer);
}
/// The same. Returns how many positions are left.
template <class Index, class W>
std::uint64_t remove_and_count(BitmapRef<Index, W> some, BitmapRef<Index, Word> bitmap, int layer) {
  return cube::remove_and_count(some.words(), bitmap.words(), layer);
}
/// Whether every position of `some` is in `all`.
template <class Index, class V, class W>
bool is_covered(BitmapRef<Index, V> some, BitmapRef<Index, W> all, int layer) {
  return cube::is_covered(some.words(), all.words(), layer);
}
template <class Index, class W>
bool is_empty(BitmapRef<Index, W> bitmap, int layer) {
  return cube::is_empty(bitmap.words(), layer);
}
template <class Index, class W>
std::uint32_t count(BitmapRef<Index, W> bitmap, int layer) {
  return static_cast<std::uint32_t>(cube::count(bitmap.words(), layer));
}
/// Calls visit(index) for each position set, ascending.
template <class Index, class W, class Visit>
void for_each(BitmapRef<Index, W> bitmap, int layer, const Visit& visit) {
  cube::for_each_point(bitmap.words(), layer, [&](std::uint32_t bit) { visit(Index{bit}); });
}

/// The same positions by the other index. The bitmaps may not overlap.
inline void flip(ConstOwnBitmap in, OpponentBitmap out, int layer) {
  cube::reverse(in.words(), out.words(), layer);
}
inline void flip(ConstOpponentBitmap in, OwnBitmap out, int layer) {
  cube::reverse(in.words(), out.words(), layer);
}

/// Adds the positions with a child in the bitmap, by the move of the plan or of the map.
inline void combine(const cube::Plan& plan, ConstOwnBitmap child, OpponentBitmap parents) {
  cube::combine(plan, child.words(), parents.words());
}
inline void combine(const cube::AxisMap& map, ConstOwnBitmap child, OpponentBitmap parents) {
  cube::combine(map, child.words(), parents.words());
}

}  // namespace quixo::solve
