// SPDX-License-Identifier: MIT
#include "apps/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <optional>

#include "apps/machine.h"
#include "apps/say.h"
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
  pace_.see(share);
  const auto interval = terminal_ ? 100ms : 5000ms;
  if (now - pace_.begin() < 1s || (now - shown_ < interval && (written_ || !terminal_))) return;
  shown_ = now;
  const std::string done = fmt::format("{:.1f} % of the work{}", 100 * share, time_left(now));
  const std::string memory = size_text(current_memory());
  if (terminal_)
    say(fmt::format("\r{}\x1b[K", fitted(what, done, memory, room_on_terminal())));
  else
    say(fmt::format("{} | {} | {}\n", what, done, memory));
  std::fflush(stderr);
  written_ = true;
}

std::string ProgressLine::time_left(Clock::time_point now) const {
  const std::optional<double> seconds = pace_.seconds_left(now);
  return seconds ? fmt::format(", about {} left", rough_time(*seconds)) : "";
}

void ProgressLine::clear() {
  const std::lock_guard lock(mutex_);
  if (terminal_ && written_) say("\r\x1b[K");
  written_ = false;
}

}  // namespace quixo::apps
