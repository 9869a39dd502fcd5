// SPDX-License-Identifier: MIT
//
// How long work is stopped from outside.
#pragma once

#include <pthread.h>

#include <csignal>
#include <string>
#include <thread>

#include "apps/say.h"

namespace quixo::apps {

/// Ctrl-C and termination end the program at once, with a word on how to go on: what is kept is whole at any
/// moment. The signals are taken by a thread of their own, so no code runs inside a handler. The program then
/// dies of the signal after all: a shell that sees that ends its loop too.
class StopOnSignal {
 public:
  explicit StopOnSignal(std::string advice) {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    thread_ = std::jthread([this, advice = std::move(advice)](const std::stop_token& done) {
      constexpr timespec wait{0, 100'000'000};
      while (!done.stop_requested())
        if (const int signal = sigtimedwait(&signals_, nullptr, &wait); signal > 0) {
          say("\nquixo: stopped. " + advice + '\n');
          std::signal(signal, SIG_DFL);
          pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
          std::raise(signal);
        }
    });
  }

 private:
  sigset_t signals_{};
  std::jthread thread_;
};

}  // namespace quixo::apps
