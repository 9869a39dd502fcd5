// SPDX-License-Identifier: MIT
//
// Lines typed by a person, or piped in. Ctrl-C and termination end the input like its end does, so that a
// program that talks with a person leaves in one way only. The signals are taken as events, never in a
// handler.
#pragma once

#include <optional>
#include <string>

namespace quixo::apps {

class LineInput {
 public:
  LineInput();
  ~LineInput();
  LineInput(const LineInput&) = delete;
  LineInput& operator=(const LineInput&) = delete;

  /// The next line without its end; nothing when the input has ended. Throws Error when a line does not end.
  std::optional<std::string> next();

  /// Whether Ctrl-C was pressed or the program was told to end.
  bool interrupted() const;

 private:
  int signals_;
  std::string pending_;  ///< Read, but not handed out yet.
  bool ended_ = false;
};

}  // namespace quixo::apps
