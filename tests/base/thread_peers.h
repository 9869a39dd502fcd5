// SPDX-License-Identifier: MIT
//
// Peers that are threads of one process: what works together can be tested, and looked at by the thread
// sanitizer, without MPI.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/peers.h"
#include "quixo/error.h"

namespace quixo {

/// Where they meet. When one fails, the others do not wait for it.
class Meeting {
 public:
  explicit Meeting(int peers) : peers_(peers) {}

  int peers() const { return peers_; }

  /// Everybody puts something down, and when all have, everybody takes something. put() and take() are called
  /// by one at a time.
  template <class Put, class Take>
  void meet(const Put& put, const Take& take) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failed_ || leaving_ == 0; });
    put();
    if (++arrived_ == peers_) {
      leaving_ = peers_;
      arrived_ = 0;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return failed_ || leaving_ > 0; });
    if (failed_) throw Error("another peer failed");
    take();
    if (--leaving_ == 0) changed_.notify_all();
  }

  void fail() {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    changed_.notify_all();
  }

  std::vector<std::vector<Message>> messages;  ///< From each to each.

 private:
  int peers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int arrived_ = 0;
  int leaving_ = 0;
  bool failed_ = false;
};

class ThreadPeers final : public Peers {
 public:
  ThreadPeers(Meeting& meeting, int self) : meeting_(meeting), self_(self) {}

  int size() const override { return meeting_.peers(); }
  int self() const override { return self_; }

  std::vector<Message> exchange(std::vector<Message> to_each) override {
    const auto self = static_cast<std::size_t>(self_);
    std::vector<Message> coming(to_each.size());
    meeting_.meet(
        [&] {
          meeting_.messages.resize(to_each.size());
          meeting_.messages[self] = std::move(to_each);
        },
        [&] {
          for (std::size_t peer = 0; peer < coming.size(); ++peer)
            coming[peer] = std::move(meeting_.messages[peer][self]);
        });
    return coming;
  }

  void exchange_blocks(std::size_t bytes, const BlocksOfEach<const void*>& to_each,
                       const BlocksOfEach<void*>& from_each) override {
    exchange_blocks_in_messages(*this, bytes, to_each, from_each);
  }

  void sum(std::span<std::uint64_t> numbers) override {
    Message message;
    append(message, std::span<const std::uint64_t>(numbers));
    std::ranges::fill(numbers, 0);
    for (const Message& each : said_by_all(*this, message)) {
      MessageReader reader(each);
      for (std::uint64_t& number : numbers) number += reader.take<std::uint64_t>();
    }
  }

 private:
  Meeting& meeting_;
  int self_;
};

/// Runs run(peers) for so many peers at once, and throws what the first of them to fail has thrown.
template <class Run>
void run_peers(int count, const Run& run) {
  Meeting meeting(count);
  std::mutex mutex;
  std::exception_ptr failure;
  std::vector<std::thread> threads;
  for (int self = 0; self < count; ++self)
    threads.emplace_back([&, self] {
      ThreadPeers peers(meeting, self);
      try {
        run(peers);
      } catch (...) {
        {
          const std::lock_guard lock(mutex);
          if (!failure) failure = std::current_exception();
        }
        meeting.fail();
      }
    });
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace quixo
