// SPDX-License-Identifier: MIT
//
// Layers alternate thousands of short loops on the same threads, so what counts is that every item is done
// once and that a loop that failed leaves nothing behind for the next one.
#include "base/workers.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <stdexcept>
#include <thread>

#include "quixo/error.h"

namespace quixo {
namespace {

class EveryThreadCount : public testing::TestWithParam<int> {
 protected:
  /// Every item is done once by a worker that exists.
  static void expect_whole_loop(Workers& workers, std::size_t count) {
    std::vector<std::atomic<int>> times(count);
    std::atomic<bool> known = true;
    workers.run(count, [&](std::size_t item, int worker) {
      ++times.at(item);
      if (worker < 0 || worker >= workers.size()) known = false;
    });
    EXPECT_TRUE(known);
    for (std::size_t item = 0; item < count; ++item) ASSERT_EQ(times[item], 1) << "item " << item;
  }
};

TEST_P(EveryThreadCount, EveryItemIsDoneOnce) {
  Workers workers(GetParam(), {});
  EXPECT_EQ(workers.size(), GetParam());
  for (const std::size_t count : {0U, 1U, 2U, 3U, 1000U}) expect_whole_loop(workers, count);
}

TEST_P(EveryThreadCount, NoTwoItemsShareAWorkerAtATime) {
  Workers workers(GetParam(), {});
  PerWorker<std::atomic<int>> busy(workers.size());
  std::atomic<int> clashes = 0;
  workers.run(2000, [&](std::size_t, int worker) {
    std::atomic<int>& mine = busy[worker];
    if (++mine != 1) ++clashes;
    --mine;
  });
  EXPECT_EQ(clashes, 0);
}

TEST_P(EveryThreadCount, ManyShortLoopsSeeEachOthersResults) {
  Workers workers(GetParam(), {});
  std::vector<int> values(7, 0);  // plain: the loops themselves must order the accesses
  for (int round = 0; round < 2000; ++round) {
    workers.run(values.size(), [&](std::size_t item, int) {
      if (values[item * 3 % 7] != round) throw std::logic_error("an older value was seen");
    });
    workers.run(values.size(), [&](std::size_t item, int) { ++values[item]; });
  }
  EXPECT_EQ(values, std::vector<int>(7, 2000));
}

TEST_P(EveryThreadCount, AnExceptionEndsTheLoopAndTheNextOneIsWhole) {
  // More than a thread can do while another, on its way to end the loop, waits for its turn on the machine.
  constexpr std::size_t items = 10'000'000'000;
  Workers workers(GetParam(), {});
  for (int round = 0; round < 100; ++round) {
    std::atomic<std::size_t> done = 0;
    try {
      workers.run(items, [&](std::size_t item, int) {
        ++done;
        if (item == 10) throw std::runtime_error("item 10");
      });
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "item 10");
    }
    EXPECT_LT(done, items);
    expect_whole_loop(workers, 50);
  }
}

TEST_P(EveryThreadCount, OneOfManyExceptionsIsThrown) {
  Workers workers(GetParam(), {});
  EXPECT_THROW(workers.run(100, [](std::size_t, int) { throw std::runtime_error("each"); }),
               std::runtime_error);
  expect_whole_loop(workers, 50);
}

TEST_P(EveryThreadCount, AStopEndsTheLoopAndEveryLaterOne) {
  std::stop_source stop;
  Workers workers(GetParam(), stop.get_token());
  expect_whole_loop(workers, 50);
  std::atomic<std::size_t> done = 0;
  const Workers::Work work = [&](std::size_t item, int) {
    ++done;
    if (item == 10) stop.request_stop();
  };
  EXPECT_THROW(workers.run(100'000, work), Interrupted);
  EXPECT_LT(done, 100'000U);
  done = 0;
  EXPECT_THROW(workers.run(100, work), Interrupted);
  EXPECT_EQ(done, 0U);
}

TEST_P(EveryThreadCount, ProductsAreConsumedInOrderAndFewAreAhead) {
  Workers workers(GetParam(), {});
  std::atomic<std::size_t> made = 0;
  std::size_t made_at_first = 0;
  std::size_t next = 0;
  const auto produce = [&](std::size_t item, int) {
    if (item == 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ++made;
    return item;
  };
  run_in_order(workers, 100'000, produce, [&](std::size_t item, std::size_t product) {
    if (item == 0) made_at_first = made;
    ASSERT_EQ(item, next);
    ASSERT_EQ(product, next++);
  });
  EXPECT_EQ(next, 100'000U);
  EXPECT_LE(made_at_first, 3 * static_cast<std::size_t>(GetParam()));
}

TEST_P(EveryThreadCount, AFailureEndsThoseWhoWaitForTheirTurn) {
  Workers workers(GetParam(), {});
  const auto fail_late = [](std::size_t item, std::size_t bad) {
    if (item != bad) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    throw std::runtime_error("this one");
  };
  constexpr std::size_t none = 1000;
  for (const std::size_t bad : {0U, 7U}) {
    for (const bool consumer : {false, true}) {
      std::size_t consumed = 0;
      const auto produce = [&](std::size_t item, int) {
        fail_late(item, consumer ? none : bad);
        return item;
      };
      const auto consume = [&](std::size_t item, std::size_t) {
        fail_late(item, consumer ? bad : none);
        ++consumed;
      };
      EXPECT_THROW(run_in_order(workers, none, produce, consume), std::runtime_error);
      EXPECT_EQ(consumed, bad);
    }
  }
  expect_whole_loop(workers, 50);
}

TEST_P(EveryThreadCount, HasOneOfEachPerWorker) {
  Workers workers(GetParam(), {});
  PerWorker<std::size_t> sums(workers.size());
  workers.run(1000, [&](std::size_t item, int worker) { sums[worker] += item; });
  std::size_t sum = 0;
  for (const std::size_t part : sums) sum += part;
  EXPECT_EQ(sum, 999U * 1000 / 2);
}

TEST_P(EveryThreadCount, SortsByAKey) {
  Workers workers(GetParam(), {});
  std::mt19937 random(1);
  for (const std::size_t size : {0U, 1U, 2U, 7U, 5000U}) {
    std::vector<std::pair<std::uint_fast32_t, std::uint_fast32_t>> items(size);
    for (auto& [key, rest] : items) {
      key = random() % 1000;
      rest = random();
    }
    auto expected = items;
    sort_on(workers, items, [](const auto& item) { return item.first; });
    EXPECT_TRUE(std::ranges::is_sorted(items, {}, [](const auto& item) { return item.first; }));
    std::ranges::sort(items);
    std::ranges::sort(expected);
    EXPECT_EQ(items, expected);
  }
}

TEST_P(EveryThreadCount, DoesShortItemsOnceEach) {
  Workers workers(GetParam(), {});
  std::vector<std::atomic<int>> done(3000);
  run_in_pieces(workers, done.size(), [&](std::size_t item) { ++done[item]; });
  run_in_pieces(workers, done.size(), [&](std::size_t item, int worker) {
    EXPECT_LT(worker, workers.size());
    ++done[item];
  });
  for (const std::atomic<int>& times : done) EXPECT_EQ(times, 2);
}

INSTANTIATE_TEST_SUITE_P(, EveryThreadCount, testing::Values(1, 2, 3, 8));

TEST(PerWorker, MakesOneForEachAndNoneByDefault) {
  int made = 0;
  PerWorker<int> numbers(3, [&] { return made++; });
  EXPECT_EQ(made, 3);
  for (int worker = 0; worker < 3; ++worker) EXPECT_EQ(numbers[worker], worker);
  numbers[1] = 10;
  EXPECT_EQ(std::vector<int>(numbers.begin(), numbers.end()), (std::vector<int>{0, 10, 2}));
  EXPECT_EQ(std::as_const(numbers)[1], 10);
  const PerWorker<int> none;
  EXPECT_EQ(none.begin(), none.end());
}

}  // namespace
}  // namespace quixo
