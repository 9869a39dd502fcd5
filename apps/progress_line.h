// SPDX-License-Identifier: MIT
//
// Progress of long work on standard error: one line that is rewritten on a terminal, a plain line every few
// seconds elsewhere, nothing for work that is over at once.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

namespace quixo::apps {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// How many seconds the whole work is thought to take. Without it there is no word on the time left before
  /// some of the work is done.
  void expect(double seconds) { expected_ = seconds; }

  /// What is being done, and the share done of the whole. May be called often, from any thread.
  void show(const std::string& what, double share);

  /// Takes the line off the terminal.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  /// At the pace of this run.
  std::string time_left(double share, Clock::time_point now) const;

  bool terminal_;
  std::mutex mutex_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = begin_;
  double expected_ = 0;      ///< seconds; 0 when unknown
  double first_share_ = -1;  ///< what an earlier run had done
  bool written_ = false;     ///< Whether there is a line to take off.
};

}  // namespace quixo::apps
