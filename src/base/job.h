// SPDX-License-Identifier: MIT
//
// How long work is done, watched and stopped: the one shape for all of it, from a solve to a search.
#pragma once

#include <cassert>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>

namespace quixo {

/// How far some work is.
struct Progress {
  std::string phase = {};  ///< What is being done: "sweep 3". Empty when there is but one thing to do.
  double phase_share = 0;  ///< Done of the phase, 0 to 1.
  double share = 0;        ///< Done of the whole, 0 to 1.
  int layer = -1;          ///< Work that goes layer by layer says which,
  int round = -1;          ///< and so does work that goes round by round.
};

/// Called often, by one thread at a time unless the work says otherwise.
using ShowProgress = std::function<void(const Progress&)>;

/// Shows the share done of work that is a single phase.
inline void show_share(const ShowProgress& progress, double share) {
  assert(share >= 0);
  if (progress) progress({{}, share, share});
}

struct Job {
  int threads = 1;
  std::stop_token stop = {};  ///< The work then throws Interrupted (base/workers.h).
  ShowProgress progress = {};

  /// For work of a single phase.
  void show(double share) const { show_share(progress, share); }
};

/// A part of a job, between these shares of it. The job must outlive it.
inline Job part_of(const Job& job, double from, double to) {
  assert(0 <= from && from <= to);
  if (!job.progress) return job;
  return {job.threads, job.stop, [&job, from, to](Progress part) {
            part.share = from + (to - from) * part.share;
            job.progress(part);
          }};
}

}  // namespace quixo
