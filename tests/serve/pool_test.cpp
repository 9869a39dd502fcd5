// SPDX-License-Identifier: MIT
#include "serve/pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <memory>

namespace quixo::serve {
namespace {

TEST(Pool, DoesEveryJob) {
  constexpr int jobs = 1000;
  std::latch all(jobs);
  Pool pool(4);
  for (int i = 0; i < jobs; ++i) pool.post([&] { all.count_down(); });
  all.wait();
}

TEST(Pool, WorksOnAsManyJobsAsItHasThreads) {
  std::latch together(3);
  Pool pool(3);
  for (int i = 0; i < 2; ++i) pool.post([&] { together.arrive_and_wait(); });
  std::latch last(1);
  pool.post([&] {
    together.arrive_and_wait();
    last.count_down();
  });
  last.wait();
}

TEST(Pool, TakesJobsFromItsJobs) {
  std::latch done(2);
  Pool pool(1);
  pool.post([&] {
    pool.post([&] { done.count_down(); });
    done.count_down();
  });
  done.wait();
}

TEST(Pool, DropsWhatHasNotBegun) {
  std::atomic<int> done = 0;
  std::latch begun(1);
  {
    Pool pool(1);
    pool.post([&] {
      begun.count_down();
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      ++done;
    });
    pool.post([&] { done += 10; });
    begun.wait();
  }
  EXPECT_EQ(done, 1);
}

TEST(Pool, DropsWhatComesAfterTheEnd) {
  Pool pool(1);
  pool.close();
  const auto held = std::make_shared<int>(1);
  pool.post([held] { ADD_FAILURE(); });
  EXPECT_EQ(held.use_count(), 1);
  pool.close();  // once more is no harm
}

TEST(Pool, LetsGoOfAJobThatIsDone) {
  Pool pool(1);
  auto held = std::make_shared<int>(1);
  const std::weak_ptr<int> watch = held;
  pool.post([held = std::move(held)] {});
  std::latch next(1);
  pool.post([&] { next.count_down(); });
  next.wait();
  EXPECT_TRUE(watch.expired());
}

}  // namespace
}  // namespace quixo::serve
