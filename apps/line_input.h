// SPDX-License-Identifier: MIT
//
// Lines typed by a person, or piped in. Ctrl-C, termination and a terminal that is gone end the input like
// its end does, so that a program that talks with a person leaves in one way only. The signals are taken as
// events, never in a handler.
#pragma once

#include <optional>
#include <string>

#include "apps/line_editor.h"

namespace quixo::apps {

class LineInput {
 public:
  explicit LineInput(LineEditor::Complete complete);
  ~LineInput();
  LineInput(const LineInput&) = delete;
  LineInput& operator=(const LineInput&) = delete;

  /// The next line without its end, asked for with a prompt; nothing when the input has ended. What is piped
  /// in is printed after the prompt, for nobody saw it being typed. Throws Error when a line does not end.
  std::optional<std::string> next(const std::string& prompt);

  /// Whether Ctrl-C was pressed, the program was told to end, or its terminal is gone.
  bool interrupted() const;
  /// Whether it is the last of these: then nobody sees what is printed.
  static bool terminal_is_gone();

 private:
  std::optional<std::string> read_line();

  int signals_;
  std::optional<LineEditor> editor_;
  std::string pending_;  ///< Read, but not handed out yet.
  bool ended_ = false;
};

}  // namespace quixo::apps
