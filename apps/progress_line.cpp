// SPDX-License-Identifier: MIT
#include "apps/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "apps/machine.h"
#include "game/notation.h"

namespace quixo::apps {

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) != 0) {}

void ProgressLine::show(const std::string& what, double share) {
  using namespace std::chrono_literals;
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (first_share_ < 0) first_share_ = share;
  const auto interval = terminal_ ? 100ms : 5000ms;
  if (now - begin_ < 1s || (now - shown_ < interval && (drawn_ || !terminal_))) return;
  shown_ = now;
  // The time left at the pace of this run; too early it would be a guess.
  std::string left;
  if (share - first_share_ > 0.02) {
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const long minutes_left = std::lround(seconds * (1 - share) / (share - first_share_) / 60);
    left = minutes_left < 1 ? ", under a minute left" : fmt::format(", about {} min left", minutes_left);
  }
  const std::string text =
      fmt::format("{} | {:.1f} % done{} | {}", what, 100 * share, left, size_text(current_memory()));
  if (terminal_)
    fmt::print(stderr, "\r{}\x1b[K", text);
  else
    fmt::print(stderr, "{}\n", text);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressLine::clear() {
  const std::lock_guard lock(mutex_);
  if (terminal_ && drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace quixo::apps
