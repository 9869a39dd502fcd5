// SPDX-License-Identifier: MIT
#include "serve/pool.h"

#include <cassert>
#include <utility>

namespace quixo::serve {

Pool::Pool(int threads) {
  assert(threads > 0);
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

void Pool::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  threads_.clear();
}

void Pool::post(std::function<void()> job) {
  assert(job != nullptr);
  {
    const std::lock_guard lock(mutex_);
    if (closing_) return;
    jobs_.push_back(std::move(job));
  }
  wake_.notify_one();
}

void Pool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return closing_ || !jobs_.empty(); });
    if (closing_) return;
    std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    job = nullptr;  // what it holds goes before the lock comes back
    lock.lock();
  }
}

}  // namespace quixo::serve
