// SPDX-License-Identifier: MIT
//
// Standard input, line by line, in bounded memory.
#pragma once

#include <optional>
#include <string>

namespace quixo::apps {

class LineBuffer {
 public:
  /// The next line without its end, which the last line need not have. Nothing when more must be read, or all
  /// was handed out. Throws Error when a line does not end.
  std::optional<std::string> take();

  /// Reads what there is, and waits for it. Throws Error when standard input cannot be read.
  void read();
  bool ended() const { return ended_; }

  /// The next line, however long it takes to come; nothing at the end of the input.
  std::optional<std::string> next();

 private:
  std::string pending_;  ///< Read, but not handed out yet.
  bool ended_ = false;
};

}  // namespace quixo::apps
