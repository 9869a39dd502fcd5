// SPDX-License-Identifier: MIT
#include "base/workers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <system_error>

#include "quixo/error.h"

namespace quixo {

int all_threads() { return static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U)); }

Workers::Workers(int threads, std::stop_token stop) : stop_(std::move(stop)) {
  assert(threads >= 1);
  threads_.reserve(static_cast<std::size_t>(threads) - 1);
  try {
    for (int worker = 1; worker < threads; ++worker) threads_.emplace_back([this, worker] { serve(worker); });
  } catch (const std::system_error& error) {
    close();
    throw Error(fmt::format("cannot start {} threads ({}): use fewer", threads, error.code().message()));
  } catch (...) {  // there is no memory
    close();
    throw;
  }
}

Workers::~Workers() { close(); }

void Workers::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run(std::size_t count, const Work& work) {
  {
    const std::lock_guard lock(mutex_);
    assert(busy_ == 0 && "a loop was started inside a loop");
    work_ = &work;
    count_ = count;
    next_ = 0;
    failure_ = nullptr;
    busy_ = static_cast<int>(threads_.size());
    ++round_;
  }
  wake_.notify_all();
  work_items(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
  if (failure_) std::rethrow_exception(failure_);
  if (stop_.stop_requested()) throw Interrupted();
}

void Workers::work_items(int worker) {
  try {
    for (std::size_t item; !stop_.stop_requested() && (item = next_.fetch_add(1)) < count_;)
      (*work_)(item, worker);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    next_ = count_;
  }
}

void Workers::serve(int worker) {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return closing_ || round_ != seen; });
    if (closing_) return;
    seen = round_;
    lock.unlock();
    work_items(worker);
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

}  // namespace quixo
