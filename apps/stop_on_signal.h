// SPDX-License-Identifier: MIT
//
// How long work is stopped from outside.
#pragma once

#include <pthread.h>

#include <atomic>
#include <csignal>
#include <stop_token>
#include <string>
#include <thread>

#include "apps/say.h"
#include "quixo/error.h"

namespace quixo::apps {

/// Ctrl-C and termination end the program at once, with a word on how to go on: what is kept is whole at any
/// moment. The signals are taken by a thread of their own, so no code runs inside a handler. The program then
/// dies of the signal after all: a shell that sees that ends its loop too.
class StopOnSignal {
 public:
  explicit StopOnSignal(std::string advice) : StopOnSignal(std::move(advice), false) {}
  ~StopOnSignal() {
    thread_.request_stop();
    thread_.join();
    pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
  }
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

  /// For work that has files to remove: does work(stop), which throws Interrupted some time after the signal,
  /// and dies then. Another signal ends the program at once.
  template <class Work>
  static auto after(std::string advice, const Work& work) {
    StopOnSignal stop(std::move(advice), true);
    try {
      auto result = work(stop.work_.get_token());
      stop.die_if_told();
      return result;
    } catch (const Interrupted&) {
      stop.die_if_told();
      throw;
    }
  }

 private:
  StopOnSignal(std::string advice, bool work_first) : advice_(std::move(advice)) {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    thread_ = std::jthread([this, work_first](const std::stop_token& done) {
      constexpr timespec wait{0, 100'000'000};
      while (!done.stop_requested())
        if (const int signal = sigtimedwait(&signals_, nullptr, &wait); signal > 0) {
          told_ = signal;
          if (!work_first || work_.stop_requested()) die_if_told();
          work_.request_stop();
        }
    });
  }

  void die_if_told() const {
    const int signal = told_;
    if (signal == 0) return;
    say("\nquixo: stopped. " + advice_ + '\n');
    std::signal(signal, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
    std::raise(signal);
  }

  const std::string advice_;
  sigset_t signals_{};
  std::stop_source work_;
  std::atomic<int> told_ = 0;  // which signal came
  std::jthread thread_;
};

}  // namespace quixo::apps
