// SPDX-License-Identifier: MIT
//
// What processes that check a table together share out, and how they tell each other what they found. They
// trust each other as the threads of one do. A process that is alone goes the same way and sends nothing.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/peers.h"

namespace quixo::verify {

/// Some units of a layer, or other things, one behind the other.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
  bool operator==(const Range&) const = default;
};

/// The part of so many things that one of `peers` has, the others having as many.
inline Range share_of(std::size_t count, int peer, int peers) {
  const auto begin = [&](int each) {
    return count / static_cast<std::size_t>(peers) * static_cast<std::size_t>(each) +
           std::min(count % static_cast<std::size_t>(peers), static_cast<std::size_t>(each));
  };
  return {begin(peer), begin(peer + 1)};
}

/// Ranges in ascending order, none of which touch.
using Ranges = std::vector<Range>;

std::size_t size_of(const Ranges& ranges);
/// Those of 0 to count - 1 that are in none of the ranges.
Ranges rest_of(std::size_t count, const Ranges& ranges);
/// Of all that is in the ranges, from the `part.begin`-th to before the `part.end`-th.
Ranges part_of(const Ranges& ranges, Range part);
/// All that is in one or in the other; nothing is in both.
Ranges joined(Ranges one, const Ranges& other);
/// The number that is the `place`-th in the ranges.
std::size_t at(const Ranges& ranges, std::size_t place);

/// Has take(peer, bytes) called with all bytes of each peer, piece by piece, in order. Pieces are small, so
/// that copies of one for all peers together are.
void give_to_all(Peers& peers, std::span<const std::uint8_t> bytes,
                 const std::function<void(std::size_t peer, std::span<const std::uint8_t> piece)>& take);

/// The values of the first peer, then those of the second, and so on.
template <class T>
requires std::is_trivially_copyable_v<T> std::vector<T> put_together(Peers& peers, std::vector<T> own) {
  if (peers.is_alone()) return own;
  std::vector<std::size_t> next;  // where the next piece of each goes
  std::size_t bytes = 0;
  for (const std::size_t size : told_by_all(peers, own.size() * sizeof(T))) {
    next.push_back(bytes);
    bytes += size;
  }
  std::vector<T> all(bytes / sizeof(T));
  auto* const to = reinterpret_cast<std::uint8_t*>(all.data());
  give_to_all(peers, {reinterpret_cast<const std::uint8_t*>(own.data()), own.size() * sizeof(T)},
              [&](std::size_t peer, std::span<const std::uint8_t> piece) {
                assert(next[peer] + piece.size() <= bytes);
                std::memcpy(to + next[peer], piece.data(), piece.size());
                next[peer] += piece.size();
              });
  return all;
}

}  // namespace quixo::verify
