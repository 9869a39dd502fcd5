// SPDX-License-Identifier: MIT
//
// Compiled for every instruction set like the kernels: counting and reversing need the machine's own
// instructions to be fast.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cube/bitmap.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>

#include "cube/bitmap.h"

HWY_BEFORE_NAMESPACE();
namespace quixo::cube::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Reverses the bits of each word by swapping ever larger halves.
template <class D, class V>
HWY_INLINE V reverse_words(D d, V v) {
  const auto swap = [&](Word zeros, int shift) HWY_ATTR {
    const V mask = hn::Set(d, zeros);
    v = hn::Or(hn::And(hn::ShiftRightSame(v, shift), mask), hn::ShiftLeftSame(hn::And(v, mask), shift));
  };
  swap(0x5555555555555555, 1);
  swap(0x3333333333333333, 2);
  swap(0x0f0f0f0f0f0f0f0f, 4);
  swap(0x00ff00ff00ff00ff, 8);
  swap(0x0000ffff0000ffff, 16);
  swap(0x00000000ffffffff, 32);
  return v;
}

void reverse_bitmap(const Word* in, Word* out, int axes) {
  const size_t words = words_of(axes);
  const hn::ScalableTag<Word> full;
  if (axes >= word_axes && words >= hn::Lanes(full)) {
    for (size_t i = 0; i < words; i += hn::Lanes(full))
      hn::Store(hn::Reverse(full, reverse_words(full, hn::Load(full, in + i))), full,
                out + words - hn::Lanes(full) - i);
    return;
  }
  const hn::CappedTag<Word, 1> one;
  const int unused = axes < word_axes ? 64 - (1 << axes) : 0;
  for (size_t i = 0; i < words; ++i)
    out[words - 1 - i] = hn::GetLane(reverse_words(one, hn::Load(one, in + i))) >> unused;
}

uint64_t count_bits(const Word* bitmap, size_t words) {
  uint64_t sum = 0;
  for (size_t i = 0; i < words; ++i) sum += static_cast<uint64_t>(__builtin_popcountll(bitmap[i]));
  return sum;
}

void count_classes(const Word* bitmap, int axes, std::array<uint64_t, max_axes>& by_ones) {
  // Bits of a word whose index has so many ones.
  static constexpr Word with_ones[word_axes + 1] = {
      0x0000000000000001, 0x0000000100010116, 0x0001011601161668, 0x0116166816686880,
      0x1668688068808000, 0x6880800080000000, 0x8000000000000000};
  for (size_t i = 0; i < words_of(axes); ++i) {
    if (bitmap[i] == 0) continue;
    const auto ones = static_cast<size_t>(__builtin_popcountll(i));
    for (size_t k = 0; k <= word_axes; ++k)
      by_ones[ones + k] += static_cast<uint64_t>(__builtin_popcountll(bitmap[i] & with_ones[k]));
  }
}

}  // namespace quixo::cube::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quixo::cube {

HWY_EXPORT(reverse_bitmap);
HWY_EXPORT(count_bits);
HWY_EXPORT(count_classes);

void reverse(const Word* in, Word* out, int axes) { HWY_DYNAMIC_DISPATCH(reverse_bitmap)(in, out, axes); }

std::uint64_t count(const Word* bitmap, int axes) {
  return HWY_DYNAMIC_DISPATCH(count_bits)(bitmap, words_of(axes));
}

void count_by_ones(const Word* bitmap, int axes, std::array<std::uint64_t, max_axes>& by_ones) {
  HWY_DYNAMIC_DISPATCH(count_classes)(bitmap, axes, by_ones);
}

void set_subcube(Word* bitmap, int axes, std::uint32_t axes_set) {
  constexpr std::array<Word, word_axes> axis_ones = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                                     0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                                     0xffff0000ffff0000, 0xffffffff00000000};
  Word in_word = valid_bits(axes);
  for (int axis = 0; axis < word_axes; ++axis)
    if (axes_set >> axis & 1) in_word &= axis_ones[static_cast<std::size_t>(axis)];
  // Counts through the supersets of the address axes in the set.
  const std::size_t ones = axes_set >> word_axes;
  for (std::size_t i = ones; i < words_of(axes); i = (i + 1) | ones) bitmap[i] |= in_word;
}

}  // namespace quixo::cube
#endif
