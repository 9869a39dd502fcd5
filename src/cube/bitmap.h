// SPDX-License-Identifier: MIT
//
// The plain operations on one bitmap. Reversing a bitmap is complementing its index.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "cube/axis_map.h"

namespace quixo::cube {

/// out[i] = in[~i]. The bitmaps may not overlap.
void reverse(const Word* in, Word* out, int axes);

/// Sets the points with a one on every axis of the set `axes_set`.
void set_subcube(Word* bitmap, int axes, std::uint32_t axes_set);

std::uint64_t count(const Word* bitmap, int axes);

/// For each number of coordinates that are one.
using CountsByOnes = std::array<std::uint64_t, max_axes + 1>;
/// by_ones[k] += the points set in the bitmap that have k coordinates one.
void count_by_ones(const Word* bitmap, int axes, CountsByOnes& by_ones);

/// The bits of two bitmaps in turn, little-endian: 16 bytes for each word.
void interleave(const Word* even, const Word* odd, std::size_t words, std::uint8_t* out);

inline bool is_empty(const Word* bitmap, int axes) {
  for (std::size_t i = 0; i < words_of(axes); ++i)
    if (bitmap[i] != 0) return false;
  return true;
}

/// Whether every point of `some` is in `all`.
inline bool is_covered(const Word* some, const Word* all, int axes) {
  for (std::size_t i = 0; i < words_of(axes); ++i)
    if ((some[i] & ~all[i]) != 0) return false;
  return true;
}

/// The index of a point in the reversed bitmap.
constexpr std::uint32_t reversed(std::uint32_t point, int axes) {
  assert(axes <= max_axes);
  return ~point & ((std::uint32_t{1} << axes) - 1);
}

inline void insert(const Word* some, Word* bitmap, int axes) {
  for (std::size_t i = 0; i < words_of(axes); ++i) bitmap[i] |= some[i];
}

inline void remove(const Word* some, Word* bitmap, int axes) {
  for (std::size_t i = 0; i < words_of(axes); ++i) bitmap[i] &= ~some[i];
}

/// The same. Returns how many points are left, for less than counting them apart.
std::uint64_t remove_and_count(const Word* some, Word* bitmap, int axes);

/// Calls visit(point) for every point set, ascending.
template <class Visit>
void for_each_point(const Word* bitmap, int axes, Visit&& visit) {
  for (std::size_t i = 0; i < words_of(axes); ++i)
    for (Word rest = bitmap[i]; rest != 0; rest &= rest - 1)
      visit(static_cast<std::uint32_t>(i * 64 + static_cast<std::size_t>(__builtin_ctzll(rest))));
}

}  // namespace quixo::cube
