// SPDX-License-Identifier: MIT
//
// The cache keeps what was asked for last, and never more than its bytes but for a single item.
#include "base/lru_cache.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace quixo {
namespace {

struct Item {
  int number = 0;
  std::size_t size = 1;
  std::size_t bytes() const { return size; }
};

std::shared_ptr<const Item> item(int number, std::size_t size = 1) {
  return std::make_shared<const Item>(Item{number, size});
}

TEST(LruCache, FindsWhatWasInserted) {
  LruCache<Item> cache(10);
  EXPECT_EQ(cache.find(1), nullptr);
  cache.insert(1, item(11));
  cache.insert(2, item(12));
  EXPECT_EQ(cache.find(1)->number, 11);
  EXPECT_EQ(cache.find(2)->number, 12);
  EXPECT_EQ(cache.find(3), nullptr);
}

TEST(LruCache, LetsGoOfWhatWasAskedForLongestAgo) {
  LruCache<Item> cache(3);
  for (std::uint64_t key = 1; key <= 3; ++key) cache.insert(key, item(static_cast<int>(key)));
  EXPECT_NE(cache.find(1), nullptr);  // now 2 is the oldest
  cache.insert(4, item(4));
  EXPECT_EQ(cache.find(2), nullptr);
  for (const std::uint64_t key : {1U, 3U, 4U}) EXPECT_NE(cache.find(key), nullptr) << key;
}

TEST(LruCache, CountsTheBytesOfItsItems) {
  LruCache<Item> cache(10);
  cache.insert(1, item(1, 4));
  cache.insert(2, item(2, 4));
  cache.insert(3, item(3, 6));
  EXPECT_EQ(cache.find(1), nullptr);
  EXPECT_NE(cache.find(2), nullptr);
  EXPECT_NE(cache.find(3), nullptr);
}

TEST(LruCache, KeepsTheLastItemHoweverLarge) {
  LruCache<Item> cache(10);
  cache.insert(1, item(1));
  cache.insert(2, item(2, 100));
  EXPECT_EQ(cache.find(1), nullptr);
  EXPECT_NE(cache.find(2), nullptr);
  cache.insert(3, item(3));
  EXPECT_EQ(cache.find(2), nullptr);
  EXPECT_NE(cache.find(3), nullptr);
}

TEST(LruCache, ReplacesWhatIsUnderTheSameKey) {
  LruCache<Item> cache(10);
  cache.insert(1, item(1, 5));
  cache.insert(2, item(2, 4));
  cache.insert(1, item(7, 6));  // 10 bytes in all: the old 5 are not counted any more
  EXPECT_EQ(cache.find(1)->number, 7);
  EXPECT_NE(cache.find(2), nullptr);
}

TEST(LruCache, WhatIsLetGoLivesAsLongAsItIsUsed) {
  LruCache<Item> cache(1);
  cache.insert(1, item(1));
  const std::shared_ptr<const Item> used = cache.find(1);
  cache.insert(2, item(2));
  EXPECT_EQ(cache.find(1), nullptr);
  EXPECT_EQ(used->number, 1);
}

TEST(LruCache, ServesManyThreads) {
  LruCache<Item> cache(20);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&cache, thread] {
      for (int i = 0; i < 5000; ++i) {
        const auto key = static_cast<std::uint64_t>((i * 7 + thread) % 50);
        if (const auto found = cache.find(key))
          EXPECT_EQ(found->number, static_cast<int>(key));
        else
          cache.insert(key, item(static_cast<int>(key)));
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace quixo
