// SPDX-License-Identifier: MIT
//
// How an axis permutation of a bitmap costs almost nothing. A bitmap is cut into strips of 16 bytes, in which
// processors permute bytes by one instruction. Axes 0 to 2 are the bits of a byte, 3 to 6 number the bytes of
// a strip, and the others are addresses. A vector holds up to four strips, as the instruction set has
// it: strips that differ in an address axis, so that nothing ever crosses from one to another.
//   1. A low axis of the accumulator that is an address in the child has a partner the other way round. The
//      child's vectors that differ in such addresses are loaded together. Their bytes are shuffled.
//   2. Partners are exchanged: byte axes by interleaving the bytes of two vectors, bit axes by butterflies.
//   3. Axes that cross between the bits and the number of a byte, or are out of order in a byte, are swapped
//      in the words of each vector: at most three delta swaps.
//   4. The bytes are shuffled into their order.
//   5. The accumulator is updated. Every other axis is a stride.
// With interior cells on the low axes, half of all moves need none of 1 to 4, and a fifth one exchange of
// byte axes and no more. Loops are specialised on the stages; the rest is data. Bitmaps that are smaller than
// a strip, and instruction sets without byte shuffles, go by words in the same way: all six axes are bits
// there. cube/plan.h finds out what a map needs, with an example; cube/grains.h has the vectors.
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

#include "cube/grains.h"
#include "cube/kernel.h"
#include "cube/plan.h"

HWY_BEFORE_NAMESPACE();
namespace quixo::cube::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Counts through the points of the dimensions of a plan from `first` on. The step to a number whose lowest
/// one is at k goes up in dimension k and back in all below it.
struct Steps {
  int dimensions;
  ptrdiff_t child[max_axes];
  ptrdiff_t acc[max_axes];

  HWY_INLINE Steps(const Plan& p, int first) : dimensions(p.dimensions - first) {
    assert(dimensions >= 0);
    ptrdiff_t child_back = 0;
    ptrdiff_t acc_back = 0;
    for (int k = 0; k < dimensions; ++k) {
      const auto child_stride = static_cast<ptrdiff_t>(stride(p.dimension[first + k].a));
      const auto acc_stride = static_cast<ptrdiff_t>(stride(p.dimension[first + k].b));
      child[k] = child_stride - child_back;
      acc[k] = acc_stride - acc_back;
      child_back += child_stride;
      acc_back += acc_stride;
    }
  }
};

/// A plan of so many is for bitmaps of 16 axes or more: 8 KiB.
constexpr int large_dimensions = 8;

template <class Grain>
class Kernel {
  using V = typename Grain::V;
  using Table = typename Grain::Table;
  using Strips = typename Grain::Strips;

 public:
  explicit Kernel(const Plan& plan) : p_(plan) {}

  HWY_INLINE void run(const Word* child, Word* acc) const {
    assert(is_aligned(child) && is_aligned(acc));
    if constexpr (Grain::axes == strip_axes) {
      const int left = p_.dimensions - Grain::strips_log;
      switch (p_.byte_exchanges + p_.bit_exchanges) {
        case 0:
          if (left < 2) break;
          if (p_.settle) return walk<0, 1, true, true>(child, acc);
          if (p_.shuffle_first) return walk<0, 2, true, false>(child, acc);
          return walk<0, 2, false, false>(child, acc);
        case 1:
          if (left < 1) break;
          if (p_.settle) return walk<1, 1, true, true>(child, acc);
          return walk<1, 1, true, false>(child, acc);
        case 2:
          return walk<2, 0, true, true>(child, acc);
        case 3:
          return walk<3, 0, true, true>(child, acc);
        default:
          break;
      }
    }
    walk<-1, 0, true, true>(child, acc);
  }

 private:
  /// The registers of a few lanes are larger than what is loaded.
  static bool is_aligned(const Word* words) {
    constexpr size_t bytes = hn::MaxLanes(typename Grain::D()) * sizeof(Word);
    return reinterpret_cast<uintptr_t>(words) % bytes == 0;
  }

  HWY_INLINE static void exchange_bit(V& lo, V& hi, V zeros, int shift) {
    const V t = hn::And(hn::Xor(hn::ShiftRightSame(lo, shift), hi), zeros);
    lo = hn::Xor(lo, hn::ShiftLeftSame(t, shift));
    hi = hn::Xor(hi, t);
  }

  HWY_INLINE static void swap_bits(V& v, V mask, int shift) {
    const V t = hn::And(hn::Xor(hn::ShiftRightSame(v, shift), v), mask);
    v = hn::Xor(v, hn::Xor(t, hn::ShiftLeftSame(t, shift)));
  }

  /// kExchanges is their number, or -1 to read it from the plan. The vectors of a step differ in the
  /// exchanged axes and in kMore dimensions; those are just more vectors to be at work on.
  template <int kExchanges, int kMore, bool kShuffle, bool kSettle>
  HWY_NOINLINE void walk(const Word* child, Word* acc) const {
    constexpr bool known = kExchanges >= 0;
    constexpr int most_log = known ? kExchanges + kMore : Grain::axes;
    constexpr auto most = size_t{1} << most_log;
    const int exchanges = known ? kExchanges : p_.byte_exchanges + p_.bit_exchanges;
    const size_t count = known ? most : size_t{1} << exchanges;

    const Table first(p_.first_source);
    const Table last(p_.last_source);
    V exchange_zeros[Grain::axes];
    for (int k = 0; k < exchanges; ++k)
      if (k >= p_.byte_exchanges) exchange_zeros[k] = hn::Set(d_, ~axis_ones[p_.exchange[k].place]);
    V swap_mask[word_axes];
    if constexpr (kSettle)
      for (int k = 0; k < p_.swaps; ++k)
        swap_mask[k] = hn::Set(d_, axis_ones[p_.swap[k].a] & ~axis_ones[p_.swap[k].b]);
    const V keep = Grain::keep(p_.fixed_low);

    const Strips from(p_, &Plan::Pair::a);
    const Strips into(p_, &Plan::Pair::b);
    size_t child_offset[most];
    size_t acc_offset[most];
    bool stored[most];
    child_offset[0] = acc_offset[0] = 0;
    stored[0] = true;
    const auto take = [&](int k, size_t child_stride, size_t acc_stride, bool is_stored) HWY_ATTR {
      for (size_t i = 0, bit = size_t{1} << k; i < bit; ++i) {
        child_offset[i | bit] = child_offset[i] + child_stride;
        acc_offset[i | bit] = acc_offset[i] + acc_stride;
        stored[i | bit] = stored[i] && is_stored;
      }
    };
    for (int k = 0; k < exchanges; ++k) {
      const Plan::Exchange& e = p_.exchange[k];
      take(k, e.read ? stride(e.child_axis) : 0, stride(e.acc_axis), e.stored);
    }
    for (int k = 0; k < kMore; ++k) {
      const Plan::Pair dimension = p_.dimension[Grain::strips_log + k];
      take(exchanges + k, stride(dimension.a), stride(dimension.b), true);
    }

    const auto step = [&](const Word* child_base, Word* acc_base) HWY_ATTR {
      V r[most];
      for (size_t i = 0; i < count; ++i) {
        r[i] = Grain::load(from, child_base + child_offset[i]);
        if constexpr (kShuffle) r[i] = Grain::shuffle(r[i], first);
      }
      for (int k = 0; k < exchanges; ++k) {
        const size_t bit = size_t{1} << k;
        if (k < p_.byte_exchanges)
          for (size_t i = 0; i < count; ++i) {
            if ((i & bit) == 0) Grain::exchange_byte(r[i], r[i | bit], p_.entrance);
          }
        else
          for (size_t i = 0; i < count; ++i)
            if ((i & bit) == 0) exchange_bit(r[i], r[i | bit], exchange_zeros[k], 1 << p_.exchange[k].place);
      }
      if constexpr (kSettle) {
        for (int k = 0; k < p_.swaps; ++k) {
          const int shift = (1 << p_.swap[k].b) - (1 << p_.swap[k].a);
          for (size_t i = 0; i < count; ++i) swap_bits(r[i], swap_mask[k], shift);
        }
        for (size_t i = 0; i < count; ++i) r[i] = Grain::shuffle(r[i], last);
      }
      for (size_t i = 0; i < count; ++i)
        if (stored[i]) Grain::insert(into, hn::And(r[i], keep), acc_base + acc_offset[i]);
    };

    const int taken = Grain::strips_log + kMore;
    const Steps steps(p_, taken);
    // The strides of the child are not what a processor expects, so it is told. A child of a few pages is
    // done before that helps.
    constexpr int ahead_log = HWY_MAX(3 - most_log, 0);
    constexpr uint32_t ahead = uint32_t{1} << ahead_log;
    const uint32_t end = uint32_t{1} << steps.dimensions;
    const uint32_t last_told = p_.dimensions >= large_dimensions ? end : 0;
    const Word* next = child + (ahead < last_told ? stride(p_.dimension[taken + ahead_log].a) : 0);
    for (uint32_t i = 1;; ++i) {
      if (i + ahead <= last_told)
        for (size_t k = 0; k < count; ++k) __builtin_prefetch(next + child_offset[k]);
      step(child, acc);
      if (i == end) break;
      child += steps.child[std::countr_zero(i)];
      acc += steps.acc[std::countr_zero(i)];
      if (i + ahead < last_told) next += steps.child[std::countr_zero(i + ahead)];
    }
  }

  typename Grain::D d_;
  const Plan& p_;
};

#if QUIXO_BYTE_SHUFFLES
// Of four strips with AVX-512, two with AVX2.
constexpr int most_strips_log = HWY_MIN(2, hn::MaxLanes(hn::ScalableTag<Word>()) / (2 * strip_words));
#else
constexpr int most_strips_log = -1;
#endif

void plan_of(const AxisMap& map, Plan& plan) { compile(map, most_strips_log, plan); }

void kernel(const Plan& plan, const Word* child, Word* acc) {
#if QUIXO_BYTE_SHUFFLES
  if (plan.strips == 1 << most_strips_log) return Kernel<StripGrain<most_strips_log>>(plan).run(child, acc);
  // Where no vector has two strips, neither has a plan.
  if (plan.strips == 2) return Kernel<StripGrain<HWY_MIN(most_strips_log, 1)>>(plan).run(child, acc);
  if (plan.strips == 1) return Kernel<StripGrain<0>>(plan).run(child, acc);
#endif
  Kernel<WordGrain>(plan).run(child, acc);
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
HWY_EXPORT(compiled_for);

Plan make_plan(const AxisMap& map) {
  Plan plan;
  HWY_DYNAMIC_DISPATCH(plan_of)(map, plan);
  return plan;
}

void combine(const Plan& plan, const Word* child, Word* acc) {
  HWY_DYNAMIC_DISPATCH(kernel)(plan, child, acc);
}

void combine(const AxisMap& map, const Word* child, Word* acc) { combine(make_plan(map), child, acc); }

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
