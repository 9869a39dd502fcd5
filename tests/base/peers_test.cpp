// SPDX-License-Identifier: MIT
#include "base/peers.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/base/thread_peers.h"

namespace quixo {
namespace {

/// What the first of so many peers is given when each has so many values; they count up from 0 over all.
std::vector<std::vector<int>> streamed(const std::vector<std::size_t>& counts, std::size_t window) {
  std::vector<std::vector<int>> taken;
  run_peers(static_cast<int>(counts.size()), [&](Peers& peers) {
    const auto self = static_cast<std::size_t>(peers.self());
    std::vector<int> here(counts[self]);
    std::iota(here.begin(), here.end(), std::accumulate(counts.begin(), counts.begin() + peers.self(), 0));
    stream_to_first(
        peers, std::span<const int>(here),
        [&](std::span<const int> values) {
          EXPECT_TRUE(peers.is_first());
          EXPECT_LE(values.size(), window);
          taken.emplace_back(values.begin(), values.end());
        },
        window);
  });
  return taken;
}

TEST(StreamToFirst, IsInTheOrderOfThePeersAWindowAtATime) {
  const std::vector<std::vector<int>> expected = {{0, 1, 2}, {3}, {4, 5, 6, 7}};
  EXPECT_EQ(streamed({3, 5}, 4), expected);
}

TEST(StreamToFirst, BringsAllWhoeverHasThem) {
  for (const std::vector<std::size_t>& counts :
       {std::vector<std::size_t>{0, 0, 7}, {7, 0, 0}, {2, 3, 2}, {1, 0, 13, 0, 4}})
    for (const std::size_t window : std::initializer_list<std::size_t>{1, 2, 3, 100}) {
      std::vector<int> all;
      for (const std::vector<int>& values : streamed(counts, window))
        all.insert(all.end(), values.begin(), values.end());
      std::vector<int> expected(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
      std::iota(expected.begin(), expected.end(), 0);
      EXPECT_EQ(all, expected) << counts.size() << " peers, windows of " << window;
    }
  EXPECT_TRUE(streamed({0, 0}, 4).empty());
}

TEST(Peers, KnowTheLeastAndTheGreatestOfTheirNumbers) {
  run_peers(3, [](Peers& peers) {
    const std::uint64_t numbers[] = {5, 0, 7};
    const std::uint64_t here = numbers[peers.self()];
    EXPECT_EQ(peers.least(here), 0U);
    EXPECT_EQ(peers.greatest(here), 7U);
  });
}

}  // namespace
}  // namespace quixo
