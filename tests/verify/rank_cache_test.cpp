// SPDX-License-Identifier: MIT
#include "verify/rank_cache.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace quixo::verify {
namespace {

TEST(RankCache, LetsGoWhatIsNotWantedForLongest) {
  const std::vector<std::vector<std::uint32_t>> keys = {{0, 5}, {1}, {2}, {0}, {1}, {2, 5}};
  RankCache<std::uint8_t> cache(3, 1, Schedule(keys));
  std::vector<std::uint32_t> made;
  for (std::uint32_t time = 0; time < keys.size(); ++time)
    for (const std::uint32_t key : keys[time]) {
      const auto ranks = cache.get(key, time, 1, [&] {
        made.push_back(key);
        auto one = std::make_unique<std::uint8_t[]>(1);
        one[0] = static_cast<std::uint8_t>(key);
        return one;
      });
      EXPECT_EQ(ranks[0], key);
    }
  EXPECT_EQ(made, (std::vector<std::uint32_t>{0, 5, 1, 2, 5}));  // 2 takes the place of 5
}

}  // namespace
}  // namespace quixo::verify
