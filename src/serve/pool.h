// SPDX-License-Identifier: MIT
//
// Threads that take jobs from a queue, so that the one thread that serves all connections never computes.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace quixo::serve {

class Pool {
 public:
  explicit Pool(int threads);
  ~Pool() { close(); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// Safe from any thread. The job must not throw.
  void post(std::function<void()> job);

  /// Waits for the jobs that have begun; drops the others and all that are still to come.
  void close();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> jobs_;
  bool closing_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace quixo::serve
