// SPDX-License-Identifier: MIT
//
// Threads that take tasks from a queue, so that the one thread that serves all connections never computes.
// The clients take turns: who asks for much waits behind itself, not before the others. What nobody waits for
// any more is dropped, and there is an end to how much may wait.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace quixo::serve {

/// Work that somebody waits for.
struct Task {
  std::function<void()> run;  ///< Must not throw, but for want of memory: then it is over.
  std::string client = {};
  std::stop_token stop = {};  ///< Then nobody waits, and what has not begun never does.
};

class Pool {
 public:
  /// How many tasks may wait.
  struct Queue {
    std::size_t of_all = SIZE_MAX;
    std::size_t of_one = SIZE_MAX;  ///< client
  };

  /// Whether the system lets other threads go first where there are not processors enough.
  enum class Pace : bool { usual, behind_others };

  explicit Pool(int threads, Queue most = {SIZE_MAX, SIZE_MAX}, Pace pace = Pace::usual);
  ~Pool() { close(); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// False when too many wait. Safe from any thread, like all of these.
  [[nodiscard]] bool post(Task task);
  /// For a task that was let in elsewhere and goes on here, however many wait.
  void go_on(Task task);

  /// Waits for the tasks that have begun; drops the others and all that are still to come.
  void close();

 private:
  struct Line {
    std::string client;
    std::deque<Task> tasks;  ///< Never empty.
  };

  void add(Task task);
  Task next();
  bool is_full(const std::string& client) const;
  void drop_stopped();
  void work(Pace pace);

  const Queue most_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::list<Line> lines_;  ///< One for each client that waits; the first is next.
  std::size_t waiting_ = 0;
  bool closing_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace quixo::serve
