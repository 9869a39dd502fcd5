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

/// A part of a job, between these shares of it. The job must outlive it.
inline Job part_of(const Job& job, double from, double to) {
  if (!job.progress) return job;
  return {job.threads, job.stop,
          [&job, from, to](double share) { job.progress(from + (to - from) * share); }};
}

}  // namespace quixo::study
