// SPDX-License-Identifier: MIT
//
// From an axis map to a plan: what has to be done to a bitmap whose axes are permuted, in the three stages of
// cube/kernel.cpp. The loops are short, but in small layers they run for every move, so the size of a vector
// is a template argument.
//
// Example: three axes in vectors of four bits, so that axes 0 and 1 are low and axis 2 is an address. The map
// is to = {2, 0, 1} with axis 2 fixed: bit J of the accumulator reads bit K of the child with K2 = J0, K0 =
// J1 and K1 = J2, for J2 = 0. So its bits 0 1 2 3 want the child's bits 0 4 1 5.
//   The child's vectors (child axis 2 is 0, then 1)                    0 1 2 3     4 5 6 7
//   1. Accumulator axis 0 reads an address, child axis 2. In turn child axis 1 is low and read by an address,
//      accumulator axis 2. They are exchanged: place 1 inside the vectors now holds child axis 2, and the
//      number of the vector is child axis 1, which is accumulator axis 2.
//                                                                      0 1 4 5     2 3 6 7
//   2. Accumulator axis 0 finds its coordinate at place 1 and accumulator axis 1 at place 0: a delta swap.
//                                                                      0 4 1 5     2 6 3 7
//   3. The first vector is ORed into the accumulator. The second belongs to J2 = 1 and is not stored.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "cube/kernel.h"

namespace quixo::cube {

/// For each low accumulator axis, the place in the vector that holds its coordinate.
using Places = int[Plan::most_low];

inline std::uint8_t narrow(int axis) { return static_cast<std::uint8_t>(axis); }

/// Stage 1, for vectors of 2^low bits. Pairs the low accumulator axes that read addresses of the child with
/// the low child axes that addresses of the accumulator read: there are as many of these as of those. Says
/// where the low accumulator axes find their coordinates once all pairs are exchanged.
template <int low>
void pair_exchanges(const AxisMap& map, Plan& plan, Places& place_of) {
  const std::uint8_t* to = map.to.data();
  int reader[Plan::most_low] = {};  // the accumulator axis that reads each low child axis
  for (int acc_axis = 0; acc_axis < map.axes; ++acc_axis)
    if (to[acc_axis] < low) reader[to[acc_axis]] = acc_axis;
  bool unpaired[Plan::most_low];  // low child axes that addresses read
  for (int child_axis = 0; child_axis < low; ++child_axis) unpaired[child_axis] = reader[child_axis] >= low;

  Plan::Exchange lane_exchange[Plan::most_low];  // to follow the exchanges of word axes
  int lane_exchanges = 0;
  const auto pair = [&](int acc_axis, int low_child_axis) {
    const int address = reader[low_child_axis];
    Plan::Exchange& exchange =
        low_child_axis < word_axes ? plan.exchange[plan.word_exchanges++] : lane_exchange[lane_exchanges++];
    exchange = {to[acc_axis], narrow(address), narrow(low_child_axis), address != map.fixed};
    place_of[acc_axis] = low_child_axis;
    unpaired[low_child_axis] = false;
  };

  // Axes that meet on one place leave nothing to settle, so these are paired first; then axes that are both
  // in the word or both in the lanes, which leave less; then the rest.
  int waiting[Plan::most_low] = {};
  int waiting_count = 0;
  for (int acc_axis = 0; acc_axis < low; ++acc_axis) {
    if (to[acc_axis] < low)
      place_of[acc_axis] = to[acc_axis];
    else if (unpaired[acc_axis])
      pair(acc_axis, acc_axis);
    else
      waiting[waiting_count++] = acc_axis;
  }
  constexpr int paired = -1;
  for (const bool any_kind : {false, true})
    for (int i = 0; i < waiting_count; ++i) {
      if (waiting[i] == paired) continue;
      for (int child_axis = 0; child_axis < low; ++child_axis)
        if (unpaired[child_axis] && (any_kind || (child_axis < word_axes) == (waiting[i] < word_axes))) {
          pair(waiting[i], child_axis);
          waiting[i] = paired;
          break;
        }
    }
  for (int i = 0; i < lane_exchanges; ++i) plan.exchange[plan.word_exchanges + i] = lane_exchange[i];
  plan.exchanges = narrow(plan.word_exchanges + lane_exchanges);
  assert(std::none_of(unpaired, unpaired + low, [](bool left) { return left; }));
}

/// Stage 2. Brings each coordinate from its place to the axis that wants it, in the order in which settle()
/// works: first into the words what belongs there, in exchange for what belongs in the lanes; then the word
/// axes among themselves; then the lanes by one permute.
template <int low>
void settle_inside(const Places& place_of, Plan& plan) {
  int origin[Plan::most_low] = {};     // at each place: the place from which its coordinate came
  int wanted_by[Plan::most_low] = {};  // the accumulator axis that wants the coordinate from each place
  for (int axis = 0; axis < low; ++axis) {
    origin[axis] = axis;
    wanted_by[place_of[axis]] = axis;
  }
  const auto find = [&](int from) {
    int place = 0;
    while (origin[place] != from) ++place;
    return place;
  };
  const auto swap = [&](int place, int other) {
    const int moved = origin[place];
    origin[place] = origin[other];
    origin[other] = moved;
  };
  for (int lane = word_axes; lane < low; ++lane) {
    const int wants = wanted_by[origin[lane]];
    if (wants >= word_axes) continue;
    // To the place where it is wanted, if that holds what belongs in the lanes, or to the first that does.
    int word = wants;
    for (int other = 0; wanted_by[origin[word]] < word_axes; ++other) word = other;
    plan.lane_swap[plan.lane_swaps++] = {narrow(word), narrow(lane)};
    swap(word, lane);
  }
  for (int axis = 0; axis < word_axes; ++axis)
    if (const int place = find(place_of[axis]); place != axis) {
      plan.word_swap[plan.word_swaps++] = {narrow(std::min(axis, place)), narrow(std::max(axis, place))};
      swap(place, axis);
    }
  for (int axis = word_axes; axis < low; ++axis) {
    const int lane = find(place_of[axis]) - word_axes;
    plan.lane_source[axis - word_axes] = narrow(lane);
    plan.permute_lanes |= lane != axis - word_axes;
  }
}

/// Stage 3. The strides: axes that are addresses on both sides.
template <int low>
void list_dimensions(const AxisMap& map, Plan& plan) {
  for (int acc_axis = low; acc_axis < map.axes; ++acc_axis) {
    const std::uint8_t child_axis = map.to[static_cast<std::size_t>(acc_axis)];
    if (acc_axis != map.fixed && child_axis >= low)
      plan.dimension[plan.dimensions++] = {child_axis, narrow(acc_axis)};
  }
}

/// All stages, for vectors of 2^low bits, which fit into the bitmaps.
template <int low>
void compile(const AxisMap& map, Plan& plan) {
  assert(map.is_permutation() && map.axes >= low);
  Places place_of = {};
  pair_exchanges<low>(map, plan, place_of);
  settle_inside<low>(place_of, plan);
  list_dimensions<low>(map, plan);
  if (map.fixed < low) plan.fixed_low = static_cast<std::int8_t>(map.fixed);
}

}  // namespace quixo::cube
