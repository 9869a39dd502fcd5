// SPDX-License-Identifier: MIT
#include "apps/line_buffer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/file.h"
#include "quixo/error.h"

namespace quixo::apps {

std::optional<std::string> LineBuffer::take() {
  constexpr std::size_t longest_line = 10'000;
  const std::size_t end = pending_.find('\n');
  if (std::min(end, pending_.size()) > longest_line)
    throw Error(fmt::format("a line of the input is longer than {} characters", longest_line));
  if (end != std::string::npos) {
    std::string line = pending_.substr(0, end);
    pending_.erase(0, end + 1);
    return line;
  }
  if (!ended_ || pending_.empty()) return std::nullopt;
  return std::exchange(pending_, {});
}

void LineBuffer::read() {
  char block[4096];
  const ssize_t count = ::read(STDIN_FILENO, block, sizeof block);
  if (count < 0) {
    if (errno == EINTR) return;
    throw Error(fmt::format("cannot read standard input: {}", reason_of(errno)));
  }
  ended_ = count == 0;
  pending_.append(block, static_cast<std::size_t>(count));
}

std::optional<std::string> LineBuffer::next() {
  while (true) {
    if (std::optional<std::string> line = take()) return line;
    if (ended_) return std::nullopt;
    read();
  }
}

}  // namespace quixo::apps
