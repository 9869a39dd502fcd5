// SPDX-License-Identifier: MIT
//
// Random choices. The standard says what numbers a seed gives, but not what its distributions and shuffles
// make of them: every library has its own way. Here it is one way, so that a seed gives the same game and the
// same puzzle on every machine, in the browser too. It is the way of GCC's library, which players and puzzles
// have had from the beginning.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace quixo {

using Random = std::mt19937_64;

/// One of 0 to count - 1, each as likely as the others: the high half of a product, without those low halves
/// that would favour some (Lemire's method).
inline std::size_t pick(Random& random, std::size_t count) {
  assert(count > 0);
  __extension__ using Product = unsigned __int128;
  const auto draw = [&] { return static_cast<Product>(random()) * count; };
  Product product = draw();
  const std::uint64_t all = count;
  if (static_cast<std::uint64_t>(product) < all)
    for (const std::uint64_t favoured = (0 - all) % all; static_cast<std::uint64_t>(product) < favoured;)
      product = draw();
  return static_cast<std::size_t>(product >> 64);
}

/// True with this probability.
inline bool happens(Random& random, double probability) {
  const double number = std::ldexp(static_cast<double>(random()), -64);
  return std::min(number, std::nextafter(1.0, 0.0)) < probability;  // which was 1 when it was rounded up
}

/// Puts things in random order. One number picks the places of two of them.
template <class Thing>
void shuffle(std::vector<Thing>& things, Random& random) {
  assert(things.size() < 1 << 15);  // or the product below is too large where sizes have 32 bits
  std::size_t next = 1;
  if (!things.empty() && things.size() % 2 == 0) {  // an odd number is left to be placed
    std::swap(things[next], things[pick(random, 2)]);
    ++next;
  }
  for (; next < things.size(); next += 2) {
    const std::size_t both = pick(random, (next + 1) * (next + 2));
    std::swap(things[next], things[both / (next + 2)]);
    std::swap(things[next + 1], things[both % (next + 2)]);
  }
}

}  // namespace quixo
