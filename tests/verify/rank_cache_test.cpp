// SPDX-License-Identifier: MIT
#include "verify/rank_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace quixo::verify {
namespace {

TEST(Schedule, SaysWhenAKeyIsWantedNext) {
  const std::vector<std::vector<std::uint32_t>> keys = {{0, 5}, {1}, {2}, {0}, {1}, {2, 5}};
  for (const std::uint32_t key : {0U, 1U, 2U, 3U, 4U, 5U}) {
    Schedule schedule(keys);
    for (std::uint32_t time = 0; time <= keys.size(); ++time) {
      const auto wants_it = [&](const std::vector<std::uint32_t>& wanted) {
        return std::ranges::count(wanted, key) > 0;
      };
      const auto first = std::find_if(keys.begin() + time, keys.end(), wants_it);
      EXPECT_EQ(schedule.next(key, time), first == keys.end() ? Schedule::never : first - keys.begin())
          << key << " from " << time << " on";
    }
  }
}

TEST(RankCache, KeepsAllWithoutASchedule) {
  RankCache<std::uint8_t> cache(0, 1, std::nullopt);
  int made = 0;
  for (std::uint32_t time = 0; time < 2; ++time)
    for (const std::uint32_t key : {7U, 8U}) {
      const auto ranks = cache.get(key, time, 1, [&] {
        ++made;
        return std::make_unique<std::uint8_t[]>(1);
      });
      EXPECT_EQ(ranks[0], 0);
    }
  EXPECT_EQ(made, 2);
}

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
