// SPDX-License-Identifier: MIT
//
// Progress of long work on standard error: one line that is rewritten on a terminal, a plain line every few
// seconds elsewhere, nothing for work that is over at once.
#pragma once

#include <mutex>
#include <string>

#include "base/pace.h"

namespace quixo::apps {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// How many seconds the whole work is thought to take. Without it there is no word on the time left before
  /// some of the work is done.
  void expect(double seconds) { pace_ = Pace(seconds, pace_.begin()); }

  /// What is being done, and the share done of the whole. May be called often, from any thread.
  void show(const std::string& what, double share);

  /// Takes the line off the terminal.
  void clear();

 private:
  using Clock = Pace::Clock;

  /// At the pace of this run.
  std::string time_left(Clock::time_point now) const;

  bool terminal_;
  std::mutex mutex_;
  Pace pace_;
  Clock::time_point shown_ = pace_.begin();
  bool written_ = false;  ///< Whether there is a line to take off.
};

}  // namespace quixo::apps
