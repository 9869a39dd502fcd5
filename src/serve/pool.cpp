// SPDX-License-Identifier: MIT
#include "serve/pool.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>

namespace quixo::serve {

Pool::Pool(int threads, Queue most, Pace pace) : most_(most) {
  assert(threads > 0);
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this, pace] { work(pace); });
}

void Pool::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  threads_.clear();
}

bool Pool::post(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (is_full(task.client)) drop_stopped();
    if (is_full(task.client)) return false;
    add(std::move(task));
  }
  wake_.notify_one();
  return true;
}

void Pool::go_on(Task task) {
  {
    const std::lock_guard lock(mutex_);
    add(std::move(task));
  }
  wake_.notify_one();
}

void Pool::add(Task task) {
  assert(task.run != nullptr);
  if (closing_) return;
  auto line = std::ranges::find(lines_, task.client, &Line::client);
  if (line == lines_.end()) line = lines_.insert(lines_.end(), {task.client, {}});
  line->tasks.push_back(std::move(task));
  ++waiting_;
}

bool Pool::is_full(const std::string& client) const {
  if (waiting_ >= most_.of_all) return true;
  const auto line = std::ranges::find(lines_, client, &Line::client);
  return line != lines_.end() && line->tasks.size() >= most_.of_one;
}

void Pool::drop_stopped() {
  for (Line& line : lines_)
    waiting_ -= std::erase_if(line.tasks, [](const Task& task) { return task.stop.stop_requested(); });
  std::erase_if(lines_, [](const Line& line) { return line.tasks.empty(); });
}

Task Pool::next() {
  Line& line = lines_.front();
  Task task = std::move(line.tasks.front());
  line.tasks.pop_front();
  --waiting_;
  if (line.tasks.empty())
    lines_.pop_front();
  else
    lines_.splice(lines_.end(), lines_, lines_.begin());  // now it is the turn of the others
  return task;
}

void Pool::work(Pace pace) {
  constexpr int behind = 10;  // gets a tenth of the time of one that does not stand behind
  if (pace == Pace::behind_others) setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), behind);
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return closing_ || !lines_.empty(); });
    if (closing_) return;
    Task task = next();
    lock.unlock();
    try {
      if (!task.stop.stop_requested()) task.run();
    } catch (const std::bad_alloc&) {  // whoever waits for it hears from the server when the time is over
    }
    task = {};  // what it holds goes before the lock comes back
    lock.lock();
  }
}

}  // namespace quixo::serve
