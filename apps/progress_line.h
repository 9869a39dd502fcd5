// SPDX-License-Identifier: MIT
//
// Progress of long work on standard error: one line that redraws on a terminal, a plain line every few
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

  /// What is being done, and the share done of the whole. May be called often, from any thread.
  void show(const std::string& what, double share);

  /// Takes the line off the terminal.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool terminal_;
  std::mutex mutex_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = begin_;
  double first_share_ = -1;  ///< what an earlier run had done
  bool drawn_ = false;
};

}  // namespace quixo::apps
