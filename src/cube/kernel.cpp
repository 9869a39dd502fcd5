// SPDX-License-Identifier: MIT
//
// How an axis permutation of a bitmap costs almost nothing. A vector of L words holds 6 + log2 L axes, the
// low axes; the others are addresses.
//   1. An accumulator's low axis that is an address axis of the child has a partner the other way round. The
//      child's vectors that differ in such address axes are loaded together and exchanged with their low
//      partners by butterflies in registers.
//   2. What is left of the permutation stays inside a vector and is settled there: delta swaps in the words,
//      swaps between a word axis and a lane axis, one permute of lanes.
//   3. The accumulator's vectors are updated. Every other axis is a stride, walked through offset tables.
// With interior cells on the low axes, half of all moves need neither 1 nor 2. Loops are specialised on the
// exchanges and on whether there is anything to settle; the rest is data.
// cube/plan.h finds out what a map needs of 1 and 2, with an example.
#include "cube/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cube/kernel.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <stdexcept>

#include "cube/kernel.h"
#include "cube/plan.h"

HWY_BEFORE_NAMESPACE();
namespace quixo::cube::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int log2_of(size_t lanes) { return lanes <= 1 ? 0 : 1 + log2_of(lanes / 2); }

constexpr int most_low = Plan::most_low;

/// In words.
HWY_INLINE size_t stride(int axis) { return size_t{1} << (axis - word_axes); }

/// The offsets of all points of some of the dimensions.
struct OffsetTable {
  static constexpr int most_dimensions = 7;

  OffsetTable(const Plan& p, int level) {
    const int first = HWY_MIN(p.dimensions, level * most_dimensions);
    const int last = HWY_MIN(p.dimensions, first + most_dimensions);
    child[0] = acc[0] = 0;
    for (int k = first; k < last; ++k) {
      for (int i = 0; i < size; ++i) {
        child[size + i] = child[i] + static_cast<uint32_t>(stride(p.dimension[k].a));
        acc[size + i] = acc[i] + static_cast<uint32_t>(stride(p.dimension[k].b));
      }
      size *= 2;
    }
  }

  int size = 1;
  uint32_t child[1 << most_dimensions];
  uint32_t acc[1 << most_dimensions];
};

template <class D>
class Kernel {
  using V = hn::Vec<D>;
  static constexpr size_t lanes = hn::MaxLanes(D());

 public:
  static constexpr int low = word_axes + log2_of(lanes);

  explicit Kernel(const Plan& plan) : p_(plan) {}

  template <size_t kPlanes>
  HWY_INLINE void run(const Word* const (&child)[kPlanes], Word* const (&acc)[kPlanes]) const {
    for (size_t plane = 0; plane < kPlanes; ++plane)
      assert(is_aligned(child[plane]) && is_aligned(acc[plane]));
    if constexpr (lanes == 1) return walk<kPlanes, -1, -1, true>(child, acc);
    switch (p_.exchanges > 2 ? -1 : 3 * p_.word_exchanges + (p_.exchanges - p_.word_exchanges)) {
      case 0:
        return run_settled<kPlanes, 0, 0>(child, acc);
      case 1:
        return run_settled<kPlanes, 0, 1>(child, acc);
      case 2:
        return run_settled<kPlanes, 0, 2>(child, acc);
      case 3:
        return run_settled<kPlanes, 1, 0>(child, acc);
      case 4:
        return run_settled<kPlanes, 1, 1>(child, acc);
      case 6:
        return run_settled<kPlanes, 2, 0>(child, acc);
      default:
        return walk<kPlanes, -1, -1, true>(child, acc);
    }
  }

 private:
  static bool is_aligned(const Word* words) {
    return reinterpret_cast<uintptr_t>(words) % (lanes * sizeof(Word)) == 0;
  }

  template <size_t kPlanes, int kWord, int kLane>
  HWY_INLINE void run_settled(const Word* const (&child)[kPlanes], Word* const (&acc)[kPlanes]) const {
    if (p_.word_swaps + p_.lane_swaps == 0 && !p_.permute_lanes && p_.fixed_low < 0)
      walk<kPlanes, kWord, kLane, false>(child, acc);
    else
      walk<kPlanes, kWord, kLane, true>(child, acc);
  }

  /// All ones in the lanes whose number has a one on the lane axis.
  HWY_INLINE V lane_ones(int axis) const {
    const V bit = hn::And(hn::ShiftRightSame(hn::Iota(d_, 0), axis - word_axes), hn::Set(d_, 1));
    return hn::Sub(hn::Zero(d_), bit);
  }

  HWY_INLINE V lane_flip_table(int axis) const {
    return hn::Xor(hn::Iota(d_, 0), hn::Set(d_, Word{1} << (axis - word_axes)));
  }

  HWY_INLINE V lane_source_table() const {
    V table = hn::Zero(d_);
    for (int j = 0; j < low - word_axes; ++j) {
      const V bit = hn::And(lane_ones(word_axes + j), hn::Set(d_, Word{1} << p_.lane_source[j]));
      table = hn::Or(table, bit);
    }
    return table;
  }

  HWY_INLINE V look_up(V v, V table) const { return hn::TableLookupLanes(v, hn::IndicesFromVec(d_, table)); }

  /// Lanes change places by lane_flip_table(). Two of them have but one way to do so.
  HWY_INLINE V flip_lanes(V v, V table) const {
    if constexpr (lanes <= 2)
      return hn::Reverse(d_, v);
    else
      return look_up(v, table);
  }

  /// By lane_source_table(). A single lane axis stays where it is.
  HWY_INLINE V permute_lanes(V v, V table) const {
    if constexpr (lanes <= 2)
      return v;
    else
      return look_up(v, table);
  }

  HWY_INLINE static V select(V mask, V yes, V no) { return hn::Or(hn::And(mask, yes), hn::AndNot(mask, no)); }

  HWY_INLINE static void exchange_word(V& lo, V& hi, V zeros, int shift) {
    const V t = hn::And(hn::Xor(hn::ShiftRightSame(lo, shift), hi), zeros);
    lo = hn::Xor(lo, hn::ShiftLeftSame(t, shift));
    hi = hn::Xor(hi, t);
  }

  HWY_INLINE void exchange_lane(V& lo, V& hi, V ones, V flip) const {
    const V from_hi = flip_lanes(hi, flip);
    const V from_lo = flip_lanes(lo, flip);
    lo = select(ones, from_hi, lo);
    hi = select(ones, hi, from_lo);
  }

  /// Constants of the stages, in registers or the nearest cache line.
  struct Stages {
    V exchange_mask[most_low];
    V exchange_flip[most_low];
    V lane_swap_ones[word_axes];
    V lane_swap_keep[word_axes];
    V lane_swap_flip[word_axes];
    V word_swap_mask[word_axes];
    V lane_table;
    V keep;
  };

  HWY_INLINE void prepare(Stages& stages, bool settle) const {
    for (int k = 0; k < p_.exchanges; ++k) {
      const int axis = p_.exchange[k].low_axis;
      stages.exchange_mask[k] = axis < word_axes ? hn::Set(d_, ~axis_ones[axis]) : lane_ones(axis);
      if (axis >= word_axes) stages.exchange_flip[k] = lane_flip_table(axis);
    }
    if (!settle) return;
    for (int k = 0; k < p_.lane_swaps; ++k) {
      const auto [a, b] = p_.lane_swap[k];
      stages.lane_swap_ones[k] = lane_ones(b);
      stages.lane_swap_keep[k] = hn::Xor(hn::Set(d_, ~axis_ones[a]), lane_ones(b));
      stages.lane_swap_flip[k] = lane_flip_table(b);
    }
    for (int k = 0; k < p_.word_swaps; ++k)
      stages.word_swap_mask[k] = hn::Set(d_, axis_ones[p_.word_swap[k].a] & ~axis_ones[p_.word_swap[k].b]);
    stages.lane_table = lane_source_table();
    stages.keep = hn::Set(d_, ~Word{0});
    if (p_.fixed_low >= word_axes)
      stages.keep = hn::Not(lane_ones(p_.fixed_low));
    else if (p_.fixed_low >= 0)
      stages.keep = hn::Set(d_, ~axis_ones[p_.fixed_low]);
  }

  /// The permutation inside each of `count` vectors. Each stage runs over all of them: they are independent.
  template <int kMost>
  HWY_INLINE void settle(const Stages& stages, V* r, int count) const {
    for (int k = 0; k < p_.lane_swaps; ++k) {
      // Each lane keeps one half of its bits and takes the other from its partner.
      const int shift = 1 << p_.lane_swap[k].a;
      for (int i = 0; i < (kMost > 0 ? kMost : count); ++i) {
        const V other = flip_lanes(r[i], stages.lane_swap_flip[k]);
        const V moved = select(stages.lane_swap_ones[k], hn::ShiftRightSame(other, shift),
                               hn::ShiftLeftSame(other, shift));
        r[i] = select(stages.lane_swap_keep[k], r[i], moved);
      }
    }
    for (int k = 0; k < p_.word_swaps; ++k) {
      const int shift = (1 << p_.word_swap[k].b) - (1 << p_.word_swap[k].a);
      for (int i = 0; i < (kMost > 0 ? kMost : count); ++i) {
        const V t = hn::And(hn::Xor(hn::ShiftRightSame(r[i], shift), r[i]), stages.word_swap_mask[k]);
        r[i] = hn::Xor(r[i], hn::Xor(t, hn::ShiftLeftSame(t, shift)));
      }
    }
    for (int i = 0; i < (kMost > 0 ? kMost : count); ++i)
      r[i] = hn::And(permute_lanes(r[i], stages.lane_table), stages.keep);
  }

  /// kWord and kLane are the numbers of exchanges, or -1 to read them from the program.
  template <size_t kPlanes, int kWord, int kLane, bool kSettle>
  HWY_NOINLINE void walk(const Word* const (&child)[kPlanes], Word* const (&acc)[kPlanes]) const {
    constexpr bool known = kWord >= 0;
    constexpr int planes = static_cast<int>(kPlanes);
    constexpr int most = known ? 1 << (kWord + kLane) : 1 << low;
    const int word_exchanges = known ? kWord : p_.word_exchanges;
    const int exchanges = known ? kWord + kLane : p_.exchanges;
    const int count = 1 << exchanges;

    Stages stages;
    prepare(stages, kSettle);

    size_t child_offset[size_t{most}] = {};
    size_t acc_offset[size_t{most}] = {};
    bool stored[size_t{most}];
    stored[0] = true;
    for (int k = 0; k < exchanges; ++k)
      for (int i = 0; i < 1 << k; ++i) {
        child_offset[i | 1 << k] = child_offset[i] + stride(p_.exchange[k].child_axis);
        acc_offset[i | 1 << k] = acc_offset[i] + stride(p_.exchange[k].acc_axis);
        stored[i | 1 << k] = stored[i] && p_.exchange[k].stored;
      }

    const auto step = [&](size_t child_base, size_t acc_base) HWY_ATTR {
      V r[kPlanes * size_t{most}];
      for (int plane = 0; plane < planes; ++plane)
        for (int i = 0; i < count; ++i)
          r[plane * count + i] = hn::Load(d_, child[plane] + child_base + child_offset[i]);
      for (int k = 0; k < exchanges; ++k)
        for (int i = 0; i < planes * count; ++i) {
          if (i >> k & 1) continue;
          if (k < word_exchanges)
            exchange_word(r[i], r[i | 1 << k], stages.exchange_mask[k], 1 << p_.exchange[k].low_axis);
          else
            exchange_lane(r[i], r[i | 1 << k], stages.exchange_mask[k], stages.exchange_flip[k]);
        }
      if constexpr (kSettle) settle<known ? planes * most : 0>(stages, r, planes * count);
      for (int i = 0; i < count; ++i) {
        if (!stored[i]) continue;
        for (int plane = 0; plane < planes; ++plane) {
          Word* target = acc[plane] + acc_base + acc_offset[i];
          hn::Store(hn::Or(hn::Load(d_, target), r[plane * count + i]), d_, target);
        }
      }
    };

    // The strides of the child are not what a processor expects, so it is told.
    constexpr int ahead = 8;
    // Up to 19 address axes (25 cells, one blank, words of 64 bits), in three nested loops.
    const OffsetTable inner(p_, 0);
    const OffsetTable middle(p_, 1);
    const OffsetTable outer(p_, 2);
    for (int o = 0; o < outer.size; ++o)
      for (int m = 0; m < middle.size; ++m) {
        const size_t child_base = outer.child[o] + middle.child[m];
        const size_t acc_base = outer.acc[o] + middle.acc[m];
        for (int i = 0; i < inner.size; ++i) {
          if (i + ahead < inner.size)
            for (int plane = 0; plane < planes; ++plane)
              for (int k = 0; k < count; ++k)
                __builtin_prefetch(child[plane] + child_base + inner.child[i + ahead] + child_offset[k]);
          step(child_base + inner.child[i], acc_base + inner.acc[i]);
        }
      }
  }

  D d_;
  const Plan& p_;
};

using Vectors = Kernel<hn::ScalableTag<Word>>;
using Words = Kernel<hn::CappedTag<Word, 1>>;

HWY_INLINE void make(const AxisMap& map, Plan& plan) {
  assert(map.is_permutation());
  const int acc_axes = map.fixed == map.axes - 1 ? map.axes - 1 : map.axes;
  if (acc_axes >= Vectors::low) return compile<Vectors::low>(map, plan);
  // A bitmap smaller than a vector goes word by word; one smaller than a word is padded with idle axes.
  AxisMap padded = map;
  for (int axis = 0; axis < word_axes; ++axis)
    if (axis >= map.axes) padded.to[static_cast<size_t>(axis)] = static_cast<uint8_t>(axis);
  padded.axes = HWY_MAX(map.axes, word_axes);
  plan.by_words = true;
  compile<word_axes>(padded, plan);
}

template <size_t kPlanes>
HWY_INLINE void run(const Plan& plan, const Word* const (&child)[kPlanes], Word* const (&acc)[kPlanes]) {
  plan.by_words ? Words(plan).run(child, acc) : Vectors(plan).run(child, acc);
}

void plan_of(const AxisMap& map, Plan& plan) { make(map, plan); }

void kernel(const Plan& plan, const Word* child, Word* acc) { run<1>(plan, {child}, {acc}); }

void kernel1(const AxisMap& map, const Word* child, Word* acc) {
  Plan plan;
  make(map, plan);
  run<1>(plan, {child}, {acc});
}

void kernel2(const AxisMap& map, const Word* child0, Word* acc0, const Word* child1, Word* acc1) {
  Plan plan;
  make(map, plan);
  run<2>(plan, {child0, child1}, {acc0, acc1});
}

std::int64_t compiled_for() { return HWY_TARGET; }

}  // namespace quixo::cube::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quixo::cube {
namespace {

struct Target {
  const char* name;
  std::int64_t bit;
};

// Best first; Highway gives better targets lower bits.
constexpr std::array<Target, 3> targets = {
    {{"avx512", HWY_AVX3}, {"avx2", HWY_AVX2}, {"scalar", HWY_STATIC_TARGET}}};

}  // namespace

HWY_EXPORT(plan_of);
HWY_EXPORT(kernel);
HWY_EXPORT(kernel1);
HWY_EXPORT(kernel2);
HWY_EXPORT(compiled_for);

Plan make_plan(const AxisMap& map) {
  Plan plan;
  HWY_DYNAMIC_DISPATCH(plan_of)(map, plan);
  return plan;
}

void combine(const Plan& plan, const Word* child, Word* acc) {
  HWY_DYNAMIC_DISPATCH(kernel)(plan, child, acc);
}

void combine(const AxisMap& map, const Word* child, Word* acc) {
  HWY_DYNAMIC_DISPATCH(kernel1)(map, child, acc);
}

void combine2(const AxisMap& map, const Word* child0, Word* acc0, const Word* child1, Word* acc1) {
  HWY_DYNAMIC_DISPATCH(kernel2)(map, child0, acc0, child1, acc1);
}

std::vector<std::string> simd_targets() {
  static const auto supported = hwy::SupportedTargets();  // before any were disabled
  std::vector<std::string> names;
  for (const Target& target : targets)
    if (supported & target.bit) names.emplace_back(target.name);
  return names;
}

// Asked of the code that runs, not of the setting.
std::string simd_target() {
  const std::int64_t bit = HWY_DYNAMIC_DISPATCH(compiled_for)();
  return std::ranges::find_if(targets, [&](const Target& target) { return target.bit >= bit; })->name;
}

void use_simd_target(std::string_view name) {
  const std::vector<std::string> available = simd_targets();
  if (std::ranges::find(available, name) == available.end()) {
    std::string list;
    for (const std::string& each : available) list += ' ' + each;
    throw std::invalid_argument("no instruction set '" + std::string(name) +
                                "' on this machine; it has:" + list);
  }
  hwy::DisableTargets(std::ranges::find(targets, name, &Target::name)->bit - 1);
}

}  // namespace quixo::cube
#endif
