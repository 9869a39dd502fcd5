// SPDX-License-Identifier: MIT
//
// What the kernels permute at once, and what they can do to it: vectors of strips, of 16 bytes each, or words
// where an instruction set has no byte shuffles or a bitmap no strips. Included by cube/kernel.cpp for every
// instruction set, hence the unusual guard.
#if defined(QUIXO_CUBE_GRAINS_H) == defined(HWY_TARGET_TOGGLE)
#ifdef QUIXO_CUBE_GRAINS_H
#undef QUIXO_CUBE_GRAINS_H
#else
#define QUIXO_CUBE_GRAINS_H
#endif

#include <hwy/highway.h>

#include "cube/kernel.h"
#include "cube/plan.h"

/// Of the instruction set that is being compiled for.
#undef QUIXO_BYTE_SHUFFLES
#define QUIXO_BYTE_SHUFFLES (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128)

HWY_BEFORE_NAMESPACE();
namespace quixo::cube::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// In words.
HWY_INLINE size_t stride(int axis) { return size_t{1} << (axis - word_axes); }

/// One word. It has no bytes to shuffle: its six axes are bits.
struct WordGrain {
  using D = hn::CappedTag<Word, 1>;
  using V = hn::Vec<D>;
  static constexpr int axes = word_axes;
  static constexpr int strips_log = 0;

  struct Strips {
    Strips(const Plan& /*plan*/, uint8_t Plan::Pair::* /*axis*/) {}
  };
  HWY_INLINE static V load(Strips /*strips*/, const Word* from) { return hn::Load(D(), from); }
  HWY_INLINE static void insert(Strips /*strips*/, V v, Word* into) {
    hn::Store(hn::Or(hn::Load(D(), into), v), D(), into);
  }

  struct Table {
    explicit Table(const uint8_t (&/*source*/)[byte_axes]) {}
  };
  HWY_INLINE static V shuffle(V v, Table /*table*/) { return v; }
  HWY_INLINE static void exchange_byte(V& /*lo*/, V& /*hi*/, int /*entrance*/) {}

  /// The half 0 of an axis, or all.
  HWY_INLINE static V keep(int axis) { return hn::Set(D(), axis < 0 ? ~Word{0} : ~axis_ones[axis]); }
};

#if QUIXO_BYTE_SHUFFLES

constexpr size_t strip_words = 2;

struct StripConstants {
  /// The bytes of a shuffle's table are the numbers of bytes whose axes were permuted, so the table is an OR
  /// of one piece for each axis: [axis][source] has the bit of the source in the bytes with a one on the
  /// axis.
  alignas(16) uint8_t piece[byte_axes][byte_axes][16];
  alignas(16) Word keep[1 + strip_axes][strip_words];  ///< The half 0 of [1 + axis]; the first is all.
};

constexpr StripConstants strip_constants = [] {
  StripConstants c{};
  for (size_t axis = 0; axis < byte_axes; ++axis)
    for (size_t source = 0; source < byte_axes; ++source)
      for (size_t byte = 0; byte < 16; ++byte)
        c.piece[axis][source][byte] = static_cast<uint8_t>((byte >> axis & 1) << source);
  for (size_t word = 0; word < strip_words; ++word) {
    c.keep[0][word] = ~Word{0};
    for (size_t axis = 0; axis < strip_axes; ++axis)
      c.keep[1 + axis][word] = axis < word_axes ? ~axis_ones[axis] : Word{word} - 1;
  }
  return c;
}();

/// A vector of 2^kLog strips, which differ in the first kLog dimensions of the plan.
template <int kLog>
struct StripGrain {
  using D = hn::FixedTag<Word, (strip_words << kLog)>;
  using V = hn::Vec<D>;
  using Bytes = hn::Repartition<uint8_t, D>;
  static constexpr int axes = strip_axes;
  static constexpr int strips_log = kLog;

  /// Where the strips of a vector are, from the first one.
  struct Strips {
    bool whole = true;  ///< One after the other.
    size_t step[HWY_MAX(kLog, 1)];

    HWY_INLINE Strips(const Plan& p, uint8_t Plan::Pair::*axis) {
      for (int k = 0; k < kLog; ++k) {
        step[k] = stride(p.dimension[k].*axis);
        whole &= p.dimension[k].*axis == strip_axes + k;
      }
    }
  };
  HWY_INLINE static V load(const Strips& strips, const Word* from) {
    return strips.whole ? hn::Load(D(), from) : load_apart<kLog>(strips, from);
  }
  HWY_INLINE static void insert(const Strips& strips, V v, Word* into) {
    if (strips.whole)
      hn::Store(hn::Or(hn::Load(D(), into), v), D(), into);
    else
      insert_apart<kLog>(strips, v, into);
  }

  struct Table {
    hn::Vec<Bytes> bytes;
    HWY_INLINE explicit Table(const uint8_t (&source)[byte_axes]) {
      bytes = hn::LoadDup128(Bytes(), strip_constants.piece[0][source[0]]);
      for (size_t axis = 1; axis < byte_axes; ++axis)
        bytes = hn::Or(bytes, hn::LoadDup128(Bytes(), strip_constants.piece[axis][source[axis]]));
    }
  };
  HWY_INLINE static V shuffle(V v, const Table& table) {
#if HWY_TARGET == HWY_WASM
    // Highway 1.0 goes byte by byte here, since engines of 2021 had no swizzle or a wrong one.
    return V{wasm_i8x16_swizzle(v.raw, table.bytes.raw)};
#else
    return hn::BitCast(D(), hn::TableLookupBytes(hn::BitCast(Bytes(), v), table.bytes));
#endif
  }

  /// The last axis of the bytes' number becomes the difference of the vectors, and that enters the number.
  /// Bytes a b c d and e f g h become a e b f and c g d h with entrance 0, by twos a b e f and c d g h with
  /// entrance 1.
  HWY_INLINE static void exchange_byte(V& lo, V& hi, int entrance) {
    switch (entrance) {
      case 0:
        return interleave<uint8_t>(lo, hi);
      case 1:
        return interleave<uint16_t>(lo, hi);
      case 2:
        return interleave<uint32_t>(lo, hi);
      default:
        return interleave<uint64_t>(lo, hi);
    }
  }

  HWY_INLINE static V keep(int axis) { return hn::LoadDup128(D(), strip_constants.keep[1 + axis]); }

 private:
  template <class T>
  HWY_INLINE static void interleave(V& lo, V& hi) {
    const hn::Repartition<T, D> d;
    const auto x = hn::BitCast(d, lo);
    const auto y = hn::BitCast(d, hi);
    lo = hn::BitCast(D(), hn::InterleaveLower(d, x, y));
    hi = hn::BitCast(D(), hn::InterleaveUpper(d, x, y));
  }

  template <int kPart>
  using Part = hn::FixedTag<Word, (strip_words << kPart)>;

  template <int kPart>
  HWY_INLINE static hn::Vec<Part<kPart>> load_apart(const Strips& strips, const Word* from) {
    if constexpr (kPart == 0)
      return hn::Load(Part<0>(), from);
    else
      return hn::Combine(Part<kPart>(), load_apart<kPart - 1>(strips, from + strips.step[kPart - 1]),
                         load_apart<kPart - 1>(strips, from));
  }

  template <int kPart>
  HWY_INLINE static void insert_apart(const Strips& strips, hn::Vec<Part<kPart>> v, Word* into) {
    if constexpr (kPart == 0) {
      hn::Store(hn::Or(hn::Load(Part<0>(), into), v), Part<0>(), into);
    } else {
      const Part<kPart - 1> half;
      insert_apart<kPart - 1>(strips, hn::LowerHalf(half, v), into);
      insert_apart<kPart - 1>(strips, hn::UpperHalf(half, v), into + strips.step[kPart - 1]);
    }
  }
};

#endif

}  // namespace quixo::cube::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
