// SPDX-License-Identifier: MIT
//
// From an axis map to a plan: what has to be done to a bitmap whose axes are permuted, in the stages of
// cube/kernel.cpp. The loops are short, but in small layers they run for every move, so the size of a grain
// is a template argument: `low` axes, of which the first `bits` are bits to be swapped and the others number
// bytes to be shuffled. A strip has 3 and 4 of them, a word 6 and none.
//
// Example: five axes in grains of low = 4 axes of which bits = 2, so that axes 0 and 1 are the bits of a
// "byte" of four, 2 and 3 number the bytes, and 4 is an address. The map is to = {3, 1, 4, 0, 2} with axis 4
// fixed. A grain is written as the accumulator axes that want what is at its places 0 1, 2 3. Axis J reads
// child axis to[J], so in the child these are 3 1, x 0: what is at place 2 is wanted by an address, it
// leaves. Accumulator axis 2 waits for an address, child axis 4, and enters. So the child's grains go in
// pairs that differ in it.
//
//   1. The bytes are shuffled. Who leaves goes to the last place.                           3 1, 0 x
//   2. Interleaving the bytes of two grains takes the last axis out, so that the lower halves of both are one
//      grain and the upper halves another, and lets the axis in which they differed enter: above axis 0,
//      which the bits want. (In bytes, with entrance 0: a b c d and e f g h become a e b f and c g d h; with
//      entrance 1, by twos: a b e f and c d g h.)                                                    3 1, 0 2
//   3. Axis 0 is wanted among the bits: a delta swap with its place, 2.                     0 1, 3 2
//   4. The bytes are shuffled into their order.                                             0 1, 2 3
//   5. The first grain is ORed into the accumulator. The second belongs to J4 = 1 and is not stored.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "cube/kernel.h"

namespace quixo::cube {

constexpr int bit_axes = 3;                       ///< In a byte.
constexpr int strip_axes = bit_axes + byte_axes;  ///< In a strip.

inline std::uint8_t narrow(int axis) { return static_cast<std::uint8_t>(axis); }

/// What is at the places of a grain.
struct Places {
  int wanted_by[strip_axes];  ///< The accumulator axis that wants it.
  bool enters[strip_axes];    ///< It enters here, in exchange for what leaves.
  int reader[strip_axes];     ///< Then: the address that reads what leaves.
};

/// Pairs the low child axes that leave, since addresses of the accumulator read them, with the low
/// accumulator axes that wait for addresses of the child: there are as many of these as of those.
template <int bits, int low>
Places pair_exchanges(const AxisMap& map) {
  const std::uint8_t* to = map.to.data();
  Places places = {};
  unsigned waiting = 0;
  for (int axis = 0; axis < low; ++axis)
    if (to[axis] < low)
      places.wanted_by[to[axis]] = axis;
    else
      waiting |= 1U << axis;
  if (waiting == 0) return places;
  unsigned leaving = 0;
  for (int axis = low; axis < map.axes; ++axis)
    if (to[axis] < low) {
      places.reader[to[axis]] = axis;
      places.enters[to[axis]] = true;
      leaving |= 1U << to[axis];
    }
  const auto pair = [&](unsigned from, unsigned with) {
    while ((leaving & from) != 0 && (waiting & with) != 0) {
      const int place = std::countr_zero(leaving & from);
      const int axis = std::countr_zero(waiting & with);
      places.wanted_by[place] = axis;
      leaving &= ~(1U << place);
      waiting &= ~(1U << axis);
    }
  };
  // Bits that meet on one place leave nothing to settle, and axes of one kind less than of two.
  constexpr unsigned all = (1U << low) - 1;
  constexpr unsigned in_byte = (1U << bits) - 1;
  for (int axis = 0; axis < bits; ++axis) pair(1U << axis, 1U << axis);
  pair(in_byte, in_byte);
  pair(all & ~in_byte, all & ~in_byte);
  pair(all, all);
  assert(leaving == 0 && waiting == 0);
  return places;
}

inline Plan::Exchange exchange_at(const AxisMap& map, const Places& places, int place) {
  const int axis = places.wanted_by[place];
  return {map.to[static_cast<std::size_t>(axis)], narrow(places.reader[place]), narrow(place),
          axis != map.fixed, places.reader[place] != map.fixed};
}

/// The first shuffle and the exchanges of byte axes, which leave the bytes in the order of the axes that want
/// them: first those that the bits want. Only where axes that stay are wanted between axes that enter they
/// are out of order, but for the last one. That one is never for the bits, as these want at most three of the
/// four.
inline void arrange_bytes(const AxisMap& map, Places& places, Plan& plan) {
  int place_of[strip_axes] = {};
  for (int place = 0; place < strip_axes; ++place) place_of[places.wanted_by[place]] = place;
  int order[byte_axes] = {};  // places, by the axes that want what is there
  int count = 0;
  for (const int place : place_of)
    if (place >= bit_axes) order[count++] = place;

  // Each one that enters moves those above the entrance up, so the last comes first.
  int entrance = 0;
  for (int i = byte_axes - 1; i >= 0; --i)
    if (places.enters[order[i]]) {
      plan.exchange[plan.byte_exchanges++] = exchange_at(map, places, order[i]);
      entrance = i;
    }
  if (places.enters[order[byte_axes - 1]]) entrance = byte_axes - plan.byte_exchanges;
  plan.entrance = narrow(entrance);

  int arranged[byte_axes] = {};  // places, as the exchanges leave them
  int staying = 0;
  int entered = entrance;
  for (const int place : order) {
    if (places.enters[place]) {
      arranged[entered++] = place;
    } else {
      plan.first_source[staying] = narrow(place - bit_axes);
      arranged[staying < entrance ? staying : staying + plan.byte_exchanges] = place;
      ++staying;
    }
  }
  for (int k = 0; k < plan.byte_exchanges; ++k)
    plan.first_source[byte_axes - 1 - k] = narrow(plan.exchange[k].place - bit_axes);

  int wanted_by[byte_axes] = {};
  for (int i = 0; i < byte_axes; ++i) {
    plan.shuffle_first |= plan.first_source[i] != i;
    wanted_by[i] = places.wanted_by[arranged[i]];
  }
  for (int i = 0; i < byte_axes; ++i) places.wanted_by[bit_axes + i] = wanted_by[i];
}

/// Brings what is wanted among the bits there by swaps, then the bytes into their order by the last shuffle.
template <int bits, int low>
void settle_inside(Places& places, Plan& plan) {
  int(&wanted_by)[strip_axes] = places.wanted_by;
  for (int axis = 0; axis < bits; ++axis) {
    int place = axis;
    while (wanted_by[place] != axis) ++place;
    if (place == axis) continue;
    assert(place < word_axes);
    plan.swap[plan.swaps++] = {narrow(axis), narrow(place)};
    wanted_by[place] = wanted_by[axis];
  }
  plan.settle = plan.swaps > 0;
  for (int place = bits; place < low; ++place) {
    plan.last_source[wanted_by[place] - bits] = narrow(place - bits);
    plan.settle |= wanted_by[place] != place;
  }
}

/// The strides: axes that are addresses on both sides.
template <int low>
void list_dimensions(const AxisMap& map, Plan& plan) {
  for (int acc_axis = low; acc_axis < map.axes; ++acc_axis) {
    const std::uint8_t child_axis = map.to[static_cast<std::size_t>(acc_axis)];
    if (acc_axis != map.fixed && child_axis >= low)
      plan.dimension[plan.dimensions++] = {child_axis, narrow(acc_axis)};
  }
}

template <int bits, int low>
void permute_low_axes(const AxisMap& map, Plan& plan) {
  Places places = pair_exchanges<bits, low>(map);
  if constexpr (bits < low) arrange_bytes(map, places, plan);
  for (int place = 0; place < bits; ++place)
    if (places.enters[place])
      plan.exchange[plan.byte_exchanges + plan.bit_exchanges++] = exchange_at(map, places, place);
  settle_inside<bits, low>(places, plan);
}

template <int bits, int low>
void compile(const AxisMap& map, Plan& plan) {
  assert(map.is_permutation() && map.axes >= low);
  list_dimensions<low>(map, plan);
  constexpr std::uint8_t in_place[] = {0, 1, 2, 3, 4, 5, 6};
  if (!std::equal(in_place, in_place + low, map.to.begin())) permute_low_axes<bits, low>(map, plan);
  if (map.fixed < low) plan.fixed_low = static_cast<std::int8_t>(map.fixed);
}

/// For vectors of up to 2^strips_log strips, if there are any such (0 or more) and the bitmaps have them.
inline void compile(const AxisMap& map, int strips_log, Plan& plan) {
  const int acc_axes = map.fixed == map.axes - 1 ? map.axes - 1 : map.axes;
  if (strips_log >= 0 && acc_axes >= strip_axes) {
    compile<bit_axes, strip_axes>(map, plan);
    // What is done once costs more than what is done for a few vectors, so these are half as large at most.
    const bool large = plan.dimensions >= strips_log + 2;
    plan.strips = narrow(1 << (large ? strips_log : std::min<int>({strips_log, plan.dimensions, 1})));
    return;
  }
  // A bitmap that is smaller than a word is padded with idle axes.
  AxisMap padded = map;
  for (int axis = 0; axis < word_axes; ++axis)
    if (axis >= map.axes) padded.to[static_cast<std::size_t>(axis)] = narrow(axis);
  padded.axes = map.axes < word_axes ? word_axes : map.axes;
  compile<word_axes, word_axes>(padded, plan);
}

}  // namespace quixo::cube
