// SPDX-License-Identifier: MIT
//
// A bitmap of 2^n bits, read as a function on a hypercube, n axes of two points each: bit i of the bitmap is
// the value at the point whose coordinates are the binary digits of i. Nothing in src/cube knows a game.
//
// The engine needs one operation: OR a child's bitmap into an accumulator, with the child's axes permuted and
// only one half of the accumulator touched:
//
//      acc[J]  |=  child[K]         where  K has coordinate J_a on axis to[a], for every a
//                                   for all J with J_fixed = 0
//
// When the child has one axis more than the accumulator, `fixed` is the accumulator's missing axis: only its
// half 0 exists. So a move that takes an own cube and a move that takes a blank are the same operation. An
// AND is an OR of complements, so there is no second operation.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace quixo::cube {

using Word = std::uint64_t;

constexpr int max_axes = 30;
constexpr int word_axes = 6;  ///< Axes inside a word: 2^6 = 64 bits.

/// Words that hold a bitmap; one of fewer than six axes fills the low bits of one word.
constexpr std::size_t words_of(int axes) {
  assert(0 <= axes && axes <= max_axes);
  return axes <= word_axes ? 1 : std::size_t{1} << (axes - word_axes);
}

/// The bits of a word that belong to a bitmap of this number of axes.
constexpr Word valid_bits(int axes) { return axes >= word_axes ? ~Word{0} : (Word{1} << (1 << axes)) - 1; }

/// Bits of a word whose index has a one on the axis.
constexpr Word axis_ones[word_axes] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                       0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};

/// [k]: the bits of a word whose index has k ones.
constexpr std::array<Word, word_axes + 1> bits_by_ones = [] {
  std::array<Word, word_axes + 1> masks{};
  for (unsigned bit = 0; bit < 64; ++bit)
    masks[static_cast<std::size_t>(std::popcount(bit))] |= Word{1} << bit;
  return masks;
}();

struct AxisMap {
  int axes = 0;                             ///< Axes of the child.
  int fixed = 0;                            ///< Accumulator axis of which only the half 0 is touched.
  std::array<std::uint8_t, max_axes> to{};  ///< Child axis of each accumulator axis.

  /// What every map must be: each child axis is read by one accumulator axis, the fixed one is among these.
  constexpr bool is_permutation() const {
    if (axes < 1 || axes > max_axes || fixed < 0 || fixed >= axes) return false;
    std::uint32_t read = 0;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(axes); ++axis) read |= 1U << to[axis];
    return read == (1U << axes) - 1;
  }
};

}  // namespace quixo::cube
