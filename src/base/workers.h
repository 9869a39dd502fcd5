// SPDX-License-Identifier: MIT
//
// A fixed set of threads that share out the items of a loop. Layers alternate many short loops, so the
// threads are kept rather than started for each. The calling thread works too.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "quixo/error.h"

namespace quixo {

/// As many as the machine runs at once, and at least one.
int all_threads();

class Workers {
 public:
  /// work(item, worker), with worker from 0 to size() - 1.
  using Work = std::function<void(std::size_t, int)>;

  /// `threads` counts the calling thread. Throws Error when the system does not give as many.
  Workers(int threads, std::stop_token stop);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int size() const { return static_cast<int>(threads_.size()) + 1; }

  /// Does the items 0 to count - 1 in ascending order, each once, on all threads, and waits for them. The
  /// first exception of an item, or Interrupted, is thrown once all threads have stopped. Everything written
  /// before the call is visible to the items, everything they write is visible after it.
  void run(std::size_t count, const Work& work);

 private:
  void close();
  void work_items(int worker);
  void serve(int worker);

  std::stop_token stop_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  const Work* work_ = nullptr;
  std::size_t count_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::uint64_t round_ = 0;
  int busy_ = 0;
  bool closing_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

/// One thing for each worker: scratch space, or its part of a sum.
template <class T>
class PerWorker {
 public:
  /// None.
  PerWorker() = default;
  /// make() makes each.
  template <class Make>
  requires std::is_invocable_r_v<T, Make> PerWorker(int workers, const Make& make) {
    each_.reserve(static_cast<std::size_t>(workers));
    for (int worker = 0; worker < workers; ++worker) each_.push_back(make());
  }
  /// Each as it is by default.
  explicit PerWorker(int workers) : each_(static_cast<std::size_t>(workers)) {}

  T& operator[](int worker) {
    assert(worker >= 0 && static_cast<std::size_t>(worker) < each_.size());
    return each_[static_cast<std::size_t>(worker)];
  }
  const T& operator[](int worker) const { return const_cast<PerWorker&>(*this)[worker]; }

  auto begin() { return each_.begin(); }
  auto end() { return each_.end(); }
  auto begin() const { return each_.begin(); }
  auto end() const { return each_.end(); }

 private:
  std::vector<T> each_;
};

/// Does the items 0 to count - 1, each of which is short, on all threads: many at a time. `do_item` gets the
/// item and, if it wants to, the worker.
template <class Do>
void run_in_pieces(Workers& workers, std::size_t count, const Do& do_item) {
  constexpr std::size_t piece = 1024;
  workers.run((count + piece - 1) / piece, [&](std::size_t number, int worker) {
    const std::size_t end = std::min((number + 1) * piece, count);
    for (std::size_t i = number * piece; i < end; ++i)
      if constexpr (std::is_invocable_v<Do, std::size_t, int>)
        do_item(i, worker);
      else
        do_item(i);
  });
}

/// Sorts on all threads, each a part; then the parts are merged.
template <class T, class Key>
void sort_on(Workers& workers, std::vector<T>& items, const Key& key) {
  const auto parts = static_cast<std::size_t>(workers.size());
  const auto begin_of = [&](std::size_t part) {
    return items.begin() + static_cast<std::ptrdiff_t>(items.size() * part / parts);
  };
  workers.run(parts,
              [&](std::size_t part, int) { std::ranges::sort(begin_of(part), begin_of(part + 1), {}, key); });
  for (std::size_t part = 1; part < parts; ++part)
    std::ranges::inplace_merge(items.begin(), begin_of(part), begin_of(part + 1), {}, key);
}

/// Makes the products of the items 0 to count - 1 on all threads and consumes them one at a time, in order.
/// Few wait for an earlier one: threads that are too far ahead wait themselves.
template <class Produce, class Consume>
void run_in_order(Workers& workers, std::size_t count, const Produce& produce, const Consume& consume) {
  using Product = std::invoke_result_t<Produce, std::size_t, int>;
  const std::size_t most_ahead = 2 * static_cast<std::size_t>(workers.size());
  std::mutex mutex;
  std::condition_variable consumed;
  InOrder<Product> products;
  bool failed = false;
  workers.run(count, [&](std::size_t item, int worker) {
    try {
      Product product = produce(item, worker);
      std::unique_lock lock(mutex);
      // Whoever makes the next one does not wait, and only a failure can keep it from coming.
      consumed.wait(lock, [&] { return failed || item < products.next() + most_ahead; });
      if (failed) return;
      products.add(item, 1, std::move(product), [&](const Product& ready) {
        consume(static_cast<std::size_t>(products.next()), ready);
        return true;
      });
    } catch (...) {
      const std::lock_guard lock(mutex);
      failed = true;
      consumed.notify_all();
      throw;
    }
    consumed.notify_all();
  });
}

}  // namespace quixo
