// SPDX-License-Identifier: MIT
//
// Subcubes, many words at a time: what the rules say of all positions of a block (at_once.h, lost_in_one.h)
// is put together from these.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "cube/axis_map.h"

namespace quixo {

/// The points of a word that have ones on these axes and zeros on those; axes above the word's do not count.
inline cube::Word mask_of(std::uint32_t ones, std::uint32_t zeros) {
  cube::Word mask = ~cube::Word{0};
  for (std::size_t axis = 0; axis < cube::word_axes; ++axis) {
    if (ones >> axis & 1) mask &= cube::axis_ones[axis];
    if (zeros >> axis & 1) mask &= ~cube::axis_ones[axis];
  }
  return mask;
}

/// Some words of a bitmap: a power of two of them, beginning at a multiple of their number.
struct Window {
  Window(std::size_t first_word, std::size_t count) : first(first_word), words(count) {
    assert(std::has_single_bit(words) && first % words == 0);
  }

  std::size_t first = 0;
  std::size_t words = 0;

  /// Calls visit(word, count, mask) for runs of words that hold points with ones on these axes and zeros on
  /// those.
  template <class Visit>
  void for_each_run(std::uint32_t ones, std::uint32_t zeros, Visit&& visit) const {
    const cube::Word mask = mask_of(ones, zeros);
    const std::size_t ones_above = ones >> cube::word_axes;
    const std::size_t zeros_above = zeros >> cube::word_axes;
    const std::size_t inside = words - 1;  // the axes that vary in the window
    if ((first & ones_above & ~inside) != (ones_above & ~inside) || (first & zeros_above) != 0) return;
    const std::size_t free = inside & ~(ones_above | zeros_above);
    const std::size_t run = std::size_t{1} << std::countr_one(free);
    const std::size_t steps = free & ~(run - 1);
    std::size_t word = 0;
    do {
      visit(word | (ones_above & inside), run, mask);
      word = (word - steps) & steps;
    } while (word != 0);
  }

  void set(std::uint32_t ones, std::uint32_t zeros, cube::Word* bitmap) const {
    for_each_run(ones, zeros, [&](std::size_t word, std::size_t count, cube::Word mask) {
      for (std::size_t i = word; i < word + count; ++i) bitmap[i] |= mask;
    });
  }
};

}  // namespace quixo
