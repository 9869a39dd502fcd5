// SPDX-License-Identifier: MIT
#include "serve/pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <latch>
#include <memory>
#include <new>
#include <string>

namespace quixo::serve {
namespace {

void post_to(Pool& pool, std::function<void()> run) { EXPECT_TRUE(pool.post({std::move(run)})); }

TEST(Pool, DoesEveryJob) {
  constexpr int jobs = 1000;
  std::latch all(jobs);
  Pool pool(4);
  for (int i = 0; i < jobs; ++i) post_to(pool, [&] { all.count_down(); });
  all.wait();
}

TEST(Pool, WorksOnAsManyJobsAsItHasThreads) {
  std::latch together(3);
  Pool pool(3);
  for (int i = 0; i < 2; ++i) post_to(pool, [&] { together.arrive_and_wait(); });
  std::latch last(1);
  post_to(pool, [&] {
    together.arrive_and_wait();
    last.count_down();
  });
  last.wait();
}

TEST(Pool, TakesJobsFromItsJobs) {
  std::latch done(2);
  Pool pool(1);
  post_to(pool, [&] {
    post_to(pool, [&] { done.count_down(); });
    done.count_down();
  });
  done.wait();
}

TEST(Pool, DropsWhatHasNotBegun) {
  std::atomic<int> done = 0;
  std::latch begun(1);
  {
    Pool pool(1);
    post_to(pool, [&] {
      begun.count_down();
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      ++done;
    });
    post_to(pool, [&] { done += 10; });
    begun.wait();
  }
  EXPECT_EQ(done, 1);
}

TEST(Pool, DropsWhatComesAfterTheEnd) {
  Pool pool(1);
  pool.close();
  const auto held = std::make_shared<int>(1);
  post_to(pool, [held] { ADD_FAILURE(); });
  EXPECT_EQ(held.use_count(), 1);
  pool.close();  // once more is no harm
}

TEST(Pool, LetsGoOfAJobThatIsDone) {
  Pool pool(1);
  auto held = std::make_shared<int>(1);
  const std::weak_ptr<int> watch = held;
  post_to(pool, [held = std::move(held)] {});
  std::latch next(1);
  post_to(pool, [&] { next.count_down(); });
  next.wait();
  EXPECT_TRUE(watch.expired());
}

/// A pool whose only thread waits until it is let go.
class Held {
 public:
  explicit Held(Pool::Queue most = {}) : pool(1, most) {
    post_to(pool, [this] {
      begun_.count_down();
      go_.wait();
    });
    begun_.wait();
  }
  /// Waits for all that was posted before: the n-th of the last client comes after the n-th of all others,
  /// none of whom has more than four.
  void let_go() {
    constexpr int turns = 4;
    std::latch done(turns);
    for (int i = 0; i < turns; ++i) pool.go_on({[&] { done.count_down(); }, "the last"});
    go_.count_down();
    done.wait();
  }

 private:
  std::latch begun_{1};
  std::latch go_{1};

 public:
  Pool pool;  // goes first
};

TEST(Pool, LetsClientsTakeTurns) {
  Held held;
  std::string order;
  const auto add = [&](const std::string& client) {
    EXPECT_TRUE(held.pool.post({[&order, client] { order += client; }, client}));
  };
  for (const char* client : {"a", "a", "a", "a", "b", "b", "c"}) add(client);
  held.let_go();
  EXPECT_EQ(order, "abcabaa");
}

TEST(Pool, LetsNoMoreWaitThanItMay) {
  Held held({.of_all = 5, .of_one = 3});
  std::atomic<int> done = 0;
  const auto is_let_in = [&](const std::string& client) { return held.pool.post({[&] { ++done; }, client}); };
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(is_let_in("a"));
  EXPECT_FALSE(is_let_in("a"));
  EXPECT_TRUE(is_let_in("b"));
  EXPECT_TRUE(is_let_in("c"));
  EXPECT_FALSE(is_let_in("d"));
  held.pool.go_on({[&] { ++done; }, "a"});  // was let in before
  held.let_go();
  EXPECT_EQ(done, 6);
  EXPECT_TRUE(is_let_in("a"));
}

TEST(Pool, NeverBeginsWhatNobodyWaitsFor) {
  Held held({.of_all = 2});
  std::stop_source gone;
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(held.pool.post({[] { ADD_FAILURE(); }, "a", gone.get_token()}));
  EXPECT_FALSE(held.pool.post({[] { ADD_FAILURE(); }, "b"}));
  gone.request_stop();
  int done = 0;
  EXPECT_TRUE(held.pool.post({[&] { ++done; }, "b"}));  // there is room again
  held.pool.go_on({[] { ADD_FAILURE(); }, "a", gone.get_token()});
  held.let_go();
  EXPECT_EQ(done, 1);
}

TEST(Pool, OutlivesATaskWithoutMemory) {
  Pool pool(1);
  post_to(pool, [] { throw std::bad_alloc(); });
  std::latch next(1);
  post_to(pool, [&] { next.count_down(); });
  next.wait();
}

}  // namespace
}  // namespace quixo::serve
