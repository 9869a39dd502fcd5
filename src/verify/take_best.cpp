// SPDX-License-Identifier: MIT
//
// How axes are permuted sixteen ranks at a time. Four axes are inside a vector; the others are addresses.
// When k axes inside a vector of the parent are addresses of the child, its ranks come from 2^k vectors of
// the child: each is shuffled, with zeros for what comes from the others, and the maximum puts them together.
// When k axes inside a vector of the child are addresses of the parent, the same vectors serve 2^k of the
// parent. All other axes are strides.
//
// What has no AVX2 runs the loop over single ranks, as do arrays smaller than a vector and ranks of two
// bytes.
#include "cube/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "verify/take_best.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "verify/take_best.h"

HWY_BEFORE_NAMESPACE();
namespace quixo::verify::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// All combinations of some axes, each with a stride in the parent and one in the child.
class Walk {
 public:
  void add(size_t parent_stride, size_t child_stride) {
    parent_step_[axes_] = parent_stride - parent_sum_;
    child_step_[axes_] = child_stride - child_sum_;
    parent_sum_ += parent_stride;
    child_sum_ += child_stride;
    ++axes_;
  }

  size_t parent() const { return parent_; }
  size_t child() const { return child_; }
  bool next() {
    if (++step_ == size_t{1} << axes_) return false;
    const auto axis = static_cast<size_t>(std::countr_zero(step_));
    parent_ += parent_step_[axis];  // sets this axis and clears those below; wraps around
    child_ += child_step_[axis];
    return true;
  }

 private:
  size_t parent_ = 0;
  size_t child_ = 0;
  size_t step_ = 0;
  size_t axes_ = 0;
  size_t parent_sum_ = 0;
  size_t child_sum_ = 0;
  size_t parent_step_[max_cells] = {};
  size_t child_step_[max_cells] = {};
};

HWY_INLINE int child_axis(const ChildMap& map, int axis) { return map.to[static_cast<size_t>(axis)]; }

/// Adds the axes from one on that are addresses in both arrays.
HWY_INLINE void add_addresses(const ChildMap& map, int first, Walk& walk) {
  for (int axis = first; axis < map.axes; ++axis)
    if (axis != map.fixed && child_axis(map, axis) >= first)
      walk.add(size_t{1} << axis, size_t{1} << child_axis(map, axis));
}

template <class Rank>
void take_one_by_one(const ChildMap& map, const Rank* child, Rank* best) {
  Walk walk;
  add_addresses(map, 0, walk);
  do best[walk.parent()] = HWY_MAX(best[walk.parent()], child[walk.child()]);
  while (walk.next());
}

#if HWY_TARGET == HWY_SCALAR

void take_bytes(const ChildMap& map, const uint8_t* child, uint8_t* best) {
  take_one_by_one(map, child, best);
}

#else

constexpr int vector_axes = 4;
constexpr size_t lanes = size_t{1} << vector_axes;

/// A map for vectors of sixteen ranks.
struct Shuffles {
  explicit Shuffles(const ChildMap& map) {
    int in_axis[vector_axes] = {};   // of the child's vector, with an address in the parent
    int out_axis[vector_axes] = {};  // of the parent's vector, with an address in the child
    for (int axis = 0; axis < map.axes; ++axis) {
      const int to = child_axis(map, axis);
      if (axis == map.fixed || (axis < vector_axes) == (to < vector_axes)) continue;
      if (axis < vector_axes) {
        for (size_t i = 0; i < outs; ++i) child_offset[outs + i] = child_offset[i] + (size_t{1} << to);
        out_axis[std::countr_zero(outs)] = axis;
        outs *= 2;
      } else {
        for (size_t i = 0; i < ins; ++i) parent_offset[ins + i] = parent_offset[i] + (size_t{1} << axis);
        in_axis[std::countr_zero(ins)] = to;
        ins *= 2;
      }
    }
    // Of each lane of the parent: which of the child's vectors it comes from, if any, and the part of the
    // place in there that is the same for all vectors of the parent.
    uint8_t out_of[lanes] = {};
    uint8_t place[lanes] = {};
    for (size_t lane = 0; lane < lanes; ++lane) {
      for (int i = 0; i < std::countr_zero(outs); ++i)
        out_of[lane] |= static_cast<uint8_t>((lane >> out_axis[i] & 1) << i);
      for (int axis = 0; axis < vector_axes; ++axis)
        if (axis != map.fixed && child_axis(map, axis) < vector_axes)
          place[lane] |= static_cast<uint8_t>((lane >> axis & 1) << child_axis(map, axis));
      if (map.fixed >= 0 && (lane >> map.fixed & 1) != 0) out_of[lane] = lanes;
    }
    for (size_t in = 0; in < ins; ++in) {
      uint8_t in_place = 0;
      for (int i = 0; i < std::countr_zero(ins); ++i)
        in_place |= static_cast<uint8_t>((in >> i & 1) << in_axis[i]);
      for (size_t out = 0; out < outs; ++out)
        for (size_t lane = 0; lane < lanes; ++lane)
          shuffle[(in * outs + out) * lanes + lane] =
              static_cast<uint8_t>(out_of[lane] == out ? place[lane] | in_place : 0x80);
    }
  }

  size_t ins = 1;   // vectors of the parent that the same vectors of the child serve
  size_t outs = 1;  // vectors of the child that make one of the parent
  size_t parent_offset[lanes] = {};
  size_t child_offset[lanes] = {};
  HWY_ALIGN uint8_t shuffle[lanes * lanes * lanes];
};

template <size_t kOuts>
HWY_INLINE void take_vectors(const Shuffles& shuffles, Walk walk, const uint8_t* child, uint8_t* best) {
  const hn::FixedTag<uint8_t, lanes> d;
  do {
    hn::Vec<decltype(d)> from[kOuts];
    for (size_t out = 0; out < kOuts; ++out)
      from[out] = hn::LoadU(d, child + walk.child() + shuffles.child_offset[out]);
    const uint8_t* shuffle = shuffles.shuffle;
    for (size_t in = 0; in < shuffles.ins; ++in) {
      uint8_t* to = best + walk.parent() + shuffles.parent_offset[in];
      auto found = hn::LoadU(d, to);
      for (size_t out = 0; out < kOuts; ++out, shuffle += lanes)
        found = hn::Max(found, hn::TableLookupBytesOr0(from[out], hn::Load(d, shuffle)));
      hn::StoreU(found, d, to);
    }
  } while (walk.next());
}

/// Low axes that stay where they are: nothing to shuffle.
HWY_INLINE void take_runs(const ChildMap& map, int axes, const uint8_t* child, uint8_t* best) {
  const hn::ScalableTag<uint8_t> d;
  const size_t run = size_t{1} << axes;
  Walk walk;
  add_addresses(map, axes, walk);
  do {
    const uint8_t* from = child + walk.child();
    uint8_t* to = best + walk.parent();
    for (size_t i = 0; i < run; i += hn::Lanes(d))
      hn::StoreU(hn::Max(hn::LoadU(d, to + i), hn::LoadU(d, from + i)), d, to + i);
  } while (walk.next());
}

void take_bytes(const ChildMap& map, const uint8_t* child, uint8_t* best) {
  if (map.axes < vector_axes) return take_one_by_one(map, child, best);
  int plain = 0;
  while (plain < map.axes && plain != map.fixed && child_axis(map, plain) == plain) ++plain;
  constexpr int longest_vector = 6;
  if (plain >= longest_vector) return take_runs(map, plain, child, best);
  const Shuffles shuffles(map);
  Walk walk;
  add_addresses(map, vector_axes, walk);
  switch (shuffles.outs) {
    case 1:
      return take_vectors<1>(shuffles, walk, child, best);
    case 2:
      return take_vectors<2>(shuffles, walk, child, best);
    case 4:
      return take_vectors<4>(shuffles, walk, child, best);
    case 8:
      return take_vectors<8>(shuffles, walk, child, best);
    default:
      return take_vectors<16>(shuffles, walk, child, best);
  }
}

#endif

}  // namespace quixo::verify::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quixo::verify {

HWY_EXPORT(take_bytes);

/// The axes that a parent shares with its child are different axes of the child.
[[maybe_unused]] static bool is_injective(const ChildMap& map) {
  std::uint32_t seen = 0;
  for (int axis = 0; axis < map.axes; ++axis) {
    const std::uint32_t bit = std::uint32_t{1} << map.to[static_cast<std::size_t>(axis)];
    if ((seen & bit) != 0) return false;
    seen |= bit;
  }
  return true;
}

void take_best(const ChildMap& map, const std::uint8_t* child, std::uint8_t* best) {
  assert(is_injective(map) && map.fixed < map.axes);
  HWY_DYNAMIC_DISPATCH(take_bytes)(map, child, best);
}

void take_best(const ChildMap& map, const std::uint16_t* child, std::uint16_t* best) {
  assert(is_injective(map) && map.fixed < map.axes);
  HWY_STATIC_DISPATCH(take_one_by_one)(map, child, best);
}

template <class Rank>
void set_points(std::uint32_t axes_set, bool bit, Rank rank, int axes, Rank* ranks) {
  assert(axes_set != 0 && axes_set >> axes == 0);
  const std::size_t run = std::size_t{1} << std::countr_zero(axes_set);
  const std::size_t first = bit ? axes_set : 0;
  const std::size_t free = ((std::size_t{1} << axes) - 1) & ~axes_set & ~(run - 1);
  std::size_t point = 0;
  do {
    std::fill_n(ranks + first + point, run, rank);
    point = (point - free) & free;
  } while (point != 0);
}

template void set_points(std::uint32_t, bool, std::uint8_t, int, std::uint8_t*);
template void set_points(std::uint32_t, bool, std::uint16_t, int, std::uint16_t*);

}  // namespace quixo::verify
#endif
