// SPDX-License-Identifier: MIT
//
// The bit-parallel kernels, one source compiled for every instruction set and chosen when the program runs.
// The choice can be overridden, for tests and comparisons.
//
// Bitmaps are aligned to 64 bytes, or to their size when they are smaller. The functions are pure on their
// arguments, so threads may call them at once on different accumulators.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cube/axis_map.h"

namespace quixo::cube {

constexpr int byte_axes = 4;  ///< Of a byte's number in a strip, the 16 bytes that are shuffled at once.

/// An axis map made ready for the instruction set in use, for maps that are used again and again: in layer
/// 13 of 5x5 making it is half of a combine. Strides are given by axes. cube/plan.h makes it.
struct Plan {
  struct Exchange {
    std::uint8_t child_axis, acc_axis, place;
    bool read;    ///< Whether the half 1 of the child's axis is wanted.
    bool stored;  ///< Whether the accumulator has the half 1 of its axis.
  };
  struct Pair {
    std::uint8_t a, b;
  };

  std::uint8_t strips = 0;  ///< Of 16 bytes, that make a vector; or none, and it goes word by word.

  bool shuffle_first = false;
  std::uint8_t first_source[byte_axes] = {
      0, 1, 2, 3};  ///< Where the axes of a byte's number come from, by the first shuffle.

  std::uint8_t entrance = 0;        ///< The place in a byte's number where the axes of byte exchanges enter.
  std::uint8_t byte_exchanges = 0;  ///< These come first.
  std::uint8_t bit_exchanges = 0;
  Exchange exchange[word_axes + 1];

  bool settle = false;  ///< Whether there are swaps or a last shuffle.
  std::uint8_t swaps = 0;
  Pair swap[word_axes];
  std::uint8_t last_source[byte_axes] = {0, 1, 2, 3};

  std::int8_t fixed_low = -1;  ///< The fixed axis, when it is a low one.

  std::uint8_t dimensions = 0;
  Pair dimension[max_axes - word_axes];  ///< Child axis and accumulator axis; the strips of a vector first.
};

Plan make_plan(const AxisMap& map);

/// acc |= child, axes permuted.
void combine(const AxisMap& map, const Word* child, Word* acc);
void combine(const Plan& plan, const Word* child, Word* acc);

/// The instruction sets this machine can run, best first, among scalar, avx2 and avx512.
std::vector<std::string> simd_targets();

/// The one in use: the best, unless use_simd_target() said otherwise.
std::string simd_target();

/// Uses that set from now on, in this and bitmap.h. Throws std::invalid_argument when the name is unknown or
/// the machine lacks it. Not to be called while other threads run kernels.
void use_simd_target(std::string_view name);

}  // namespace quixo::cube
