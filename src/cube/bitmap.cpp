// SPDX-License-Identifier: MIT
//
// Compiled for every instruction set like the kernels: counting and reversing need the machine's own
// instructions to be fast.
#include "cube/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cube/bitmap.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>

#include <cassert>
#include <cstring>

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

uint64_t remove_and_count_bits(const Word* some, Word* bitmap, size_t words) {
  uint64_t left = 0;
  for (size_t i = 0; i < words; ++i) {
    bitmap[i] &= ~some[i];
    left += static_cast<uint64_t>(__builtin_popcountll(bitmap[i]));
  }
  return left;
}

void count_classes(const Word* bitmap, int axes, CountsByOnes& by_ones) {
  for (size_t i = 0; i < words_of(axes); ++i) {
    if (bitmap[i] == 0) continue;
    const auto ones = static_cast<size_t>(__builtin_popcountll(i));
    for (size_t k = 0; k <= word_axes; ++k)
      by_ones[ones + k] += static_cast<uint64_t>(__builtin_popcountll(bitmap[i] & bits_by_ones[k]));
  }
}

/// The low 32 bits, each followed by a zero.
HWY_INLINE Word spread(Word bits) {
  bits &= 0xffff'ffff;
  bits = (bits | bits << 16) & 0x0000'ffff'0000'ffff;
  bits = (bits | bits << 8) & 0x00ff'00ff'00ff'00ff;
  bits = (bits | bits << 4) & 0x0f0f'0f0f'0f0f'0f0f;
  bits = (bits | bits << 2) & 0x3333'3333'3333'3333;
  return (bits | bits << 1) & 0x5555'5555'5555'5555;
}

void interleave_bits(const Word* even, const Word* odd, size_t words, uint8_t* out) {
  size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  // What becomes of half a byte is looked up.
  constexpr size_t words_at_once = 2;
  const hn::FixedTag<uint8_t, words_at_once * sizeof(Word)> d;
  HWY_ALIGN static constexpr uint8_t spread_halves[] = {0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15,
                                                        0x40, 0x41, 0x44, 0x45, 0x50, 0x51, 0x54, 0x55};
  const auto even_table = hn::Load(d, spread_halves);
  const auto odd_table = hn::Add(even_table, even_table);
  const auto low_half = hn::Set(d, 0x0f);
  for (; i + words_at_once <= words; i += words_at_once) {
    const auto evens = hn::LoadU(d, reinterpret_cast<const uint8_t*>(even + i));
    const auto odds = hn::LoadU(d, reinterpret_cast<const uint8_t*>(odd + i));
    const auto low = hn::Or(hn::TableLookupBytes(even_table, hn::And(evens, low_half)),
                            hn::TableLookupBytes(odd_table, hn::And(odds, low_half)));
    const auto high = hn::Or(hn::TableLookupBytes(even_table, hn::ShiftRight<4>(evens)),
                             hn::TableLookupBytes(odd_table, hn::ShiftRight<4>(odds)));
    hn::StoreU(hn::InterleaveLower(d, low, high), d, out + i * 16);
    hn::StoreU(hn::InterleaveUpper(d, low, high), d, out + i * 16 + 16);
  }
#endif
  for (; i < words; ++i) {
    const Word pair[2] = {spread(even[i]) | spread(odd[i]) << 1, spread(even[i] >> 32) | spread(odd[i] >> 32)
                                                                                             << 1};
    std::memcpy(out + i * 16, pair, 16);
  }
}

}  // namespace quixo::cube::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quixo::cube {

HWY_EXPORT(reverse_bitmap);
HWY_EXPORT(count_bits);
HWY_EXPORT(remove_and_count_bits);
HWY_EXPORT(count_classes);
HWY_EXPORT(interleave_bits);

void reverse(const Word* in, Word* out, int axes) {
  assert(in + words_of(axes) <= out || out + words_of(axes) <= in);
  HWY_DYNAMIC_DISPATCH(reverse_bitmap)(in, out, axes);
}

std::uint64_t count(const Word* bitmap, int axes) {
  return HWY_DYNAMIC_DISPATCH(count_bits)(bitmap, words_of(axes));
}

std::uint64_t remove_and_count(const Word* some, Word* bitmap, int axes) {
  return HWY_DYNAMIC_DISPATCH(remove_and_count_bits)(some, bitmap, words_of(axes));
}

void count_by_ones(const Word* bitmap, int axes, CountsByOnes& by_ones) {
  HWY_DYNAMIC_DISPATCH(count_classes)(bitmap, axes, by_ones);
}

void interleave(const Word* even, const Word* odd, std::size_t words, std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(interleave_bits)(even, odd, words, out);
}

void set_subcube(Word* bitmap, int axes, std::uint32_t axes_set) {
  assert(axes_set >> axes == 0);
  Word in_word = valid_bits(axes);
  for (int axis = 0; axis < word_axes; ++axis)
    if (axes_set >> axis & 1) in_word &= axis_ones[axis];
  // Counts through the supersets of the address axes in the set.
  const std::size_t ones = axes_set >> word_axes;
  for (std::size_t i = ones; i < words_of(axes); i = (i + 1) | ones) bitmap[i] |= in_word;
}

}  // namespace quixo::cube
#endif
