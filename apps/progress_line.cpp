// SPDX-License-Identifier: MIT
#include "apps/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "apps/machine.h"
#include "base/text.h"
#include "game/notation.h"

namespace quixo::apps {
namespace {

/// How long a line may be without going on in the next. Asked each time: windows are resized.
std::size_t room_on_terminal() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::string::npos;
  return size.ws_col - 1U;
}

/// As much as there is room for: the memory goes first, then what is being done, and the rest is cut.
std::string fitted(const std::string& what, const std::string& share, const std::string& memory,
                   std::size_t room) {
  for (const std::string& text :
       {fmt::format("{} | {} | {}", what, share, memory), fmt::format("{} | {}", what, share)})
    if (text.size() <= room) return text;
  return share.substr(0, room);
}

}  // namespace

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) != 0) {}

void ProgressLine::show(const std::string& what, double share) {
  using namespace std::chrono_literals;
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (first_share_ < 0) first_share_ = share;
  const auto interval = terminal_ ? 100ms : 5000ms;
  if (now - begin_ < 1s || (now - shown_ < interval && (written_ || !terminal_))) return;
  shown_ = now;
  const std::string done = fmt::format("{:.1f} % of the work{}", 100 * share, time_left(share, now));
  const std::string memory = size_text(current_memory());
  if (terminal_)
    fmt::print(stderr, "\r{}\x1b[K", fitted(what, done, memory, room_on_terminal()));
  else
    fmt::print(stderr, "{} | {} | {}\n", what, done, memory);
  std::fflush(stderr);
  written_ = true;
}

std::string ProgressLine::time_left(double share, Clock::time_point now) const {
  constexpr double told = 0.02;  // of the work: what is expected counts as if so much had gone at that pace
  const double done = share - first_share_ + (expected_ > 0 ? told : 0);
  if (done < told) return "";  // too early: it would be a guess
  const double seconds = std::chrono::duration<double>(now - begin_).count() + told * expected_;
  return fmt::format(", about {} left", rough_time(seconds * (1 - share) / done));
}

void ProgressLine::clear() {
  const std::lock_guard lock(mutex_);
  if (terminal_ && written_) fmt::print(stderr, "\r\x1b[K");
  written_ = false;
}

}  // namespace quixo::apps
