// SPDX-License-Identifier: MIT
//
// How work that walks through a whole table is done, watched and stopped.
#pragma once

#include <functional>
#include <stop_token>

namespace quixo::study {

struct Job {
  int threads = 1;
  std::stop_token stop = {};                  ///< The work then throws solve::Interrupted.
  std::function<void(double)> progress = {};  ///< The share done; called often, by one thread at a time.
};

}  // namespace quixo::study
