// SPDX-License-Identifier: MIT
#include "base/in_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace quixo {
namespace {

TEST(InOrder, DeliversTheExampleOfItsHeader) {
  InOrder<char> order;
  std::string delivered;
  const auto deliver = [&](char thing) {
    delivered += thing;
    return true;
  };
  order.add(0, 2, 'a', deliver);
  EXPECT_EQ(delivered, "a");
  order.add(5, 1, 'c', deliver);
  EXPECT_EQ(delivered, "a");
  EXPECT_FALSE(order.none_waits());
  EXPECT_EQ(order.next(), 2U);
  order.add(2, 3, 'b', deliver);
  EXPECT_EQ(delivered, "abc");
  EXPECT_TRUE(order.none_waits());
  EXPECT_EQ(order.next(), 6U);
}

TEST(InOrder, DeliversEachOnceInOrderWhateverTheyComeIn) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 100; ++round) {
    struct Part {
      std::uint64_t first;
      std::uint64_t count;
    };
    std::vector<Part> parts;
    std::uint64_t end = 0;
    for (int i = 0; i < 50; ++i) {
      parts.push_back({end, 1 + random() % 4});
      end += parts.back().count;
    }
    std::ranges::shuffle(parts, random);
    InOrder<std::unique_ptr<Part>> order;  // things need not be copied
    std::uint64_t next = 0;
    for (const Part& part : parts)
      order.add(part.first, part.count, std::make_unique<Part>(part), [&](const auto& thing) {
        EXPECT_EQ(thing->first, next);
        EXPECT_EQ(order.next(), next);
        next += thing->count;
        return true;
      });
    EXPECT_EQ(next, end);
    EXPECT_TRUE(order.none_waits());
  }
}

TEST(InOrder, StopsWhenTold) {
  InOrder<int> order;
  std::vector<int> delivered;
  const auto two = [&](int thing) {
    delivered.push_back(thing);
    return delivered.size() < 2;
  };
  for (const int thing : {3, 2, 1, 0}) order.add(static_cast<std::uint64_t>(thing), 1, thing, two);
  EXPECT_EQ(delivered, (std::vector{0, 1}));
}

}  // namespace
}  // namespace quixo
