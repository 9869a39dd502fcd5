// SPDX-License-Identifier: MIT
#include "apps/line_input.h"

#include <poll.h>
#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <utility>

#include "apps/verbs.h"
#include "quixo/error.h"

namespace quixo::apps {
namespace {

std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return std::iscntrl(c) != 0; }, '?');
  return text;
}

}  // namespace

LineInput::LineInput(LineEditor::Complete complete) {
  sigset_t ends{};
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  signals_ = signalfd(-1, &ends, SFD_CLOEXEC);
  if (signals_ < 0) throw Error("cannot listen for signals");
  if (LineEditor::can_edit()) editor_.emplace(signals_, std::move(complete));
}

LineInput::~LineInput() { close(signals_); }

bool LineInput::interrupted(std::chrono::milliseconds wait) const {
  pollfd signal{signals_, POLLIN, 0};
  return poll(&signal, 1, static_cast<int>(wait.count())) > 0;
}

bool LineInput::terminal_is_gone() {
  sigset_t waiting{};  // signals that were taken as events stay pending
  return sigpending(&waiting) == 0 && sigismember(&waiting, SIGHUP) == 1;
}

std::optional<std::string> LineInput::next(const std::string& prompt) {
  if (editor_) return editor_->next(prompt);
  print(prompt);
  std::optional<std::string> line = read_line();
  if (line && isatty(STDIN_FILENO) == 0) print(printable(*line) + '\n');
  return line;
}

std::optional<std::string> LineInput::read_line() {
  while (true) {
    if (std::optional<std::string> line = lines_.take()) return line;
    if (lines_.ended()) return std::nullopt;
    pollfd sources[] = {{STDIN_FILENO, POLLIN, 0}, {signals_, POLLIN, 0}};
    poll(sources, 2, -1);
    if (sources[1].revents != 0) return std::nullopt;
    lines_.read();
  }
}

}  // namespace quixo::apps
