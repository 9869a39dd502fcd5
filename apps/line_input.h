// SPDX-License-Identifier: MIT
//
// Lines typed by a person, or piped in. Ctrl-C, termination and a terminal that is gone end the input like
// its end does, so that a program that talks with a person leaves in one way only. The signals are taken as
// events, never in a handler.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "apps/line_buffer.h"
#include "apps/line_editor.h"

namespace quixo::apps {

class LineInput {
 public:
  explicit LineInput(LineEditor::Complete complete);
  ~LineInput();
  LineInput(const LineInput&) = delete;
  LineInput& operator=(const LineInput&) = delete;

  /// The next line without its end, asked for with a prompt; nothing when the input has ended. What is piped
  /// in is printed after the prompt, for nobody saw it being typed. Throws Error when a line does not end, or
  /// the input cannot be read.
  std::optional<std::string> next(const std::string& prompt);

  /// Work that takes a while, told to stop when the input is interrupted: then its result is worth nothing.
  template <class Work>
  auto unless_interrupted(Work&& work) const {
    std::stop_source stop;
    const std::jthread watcher([&](const std::stop_token& done) {
      while (!done.stop_requested() && !stop.stop_requested())
        if (interrupted(std::chrono::milliseconds(20))) stop.request_stop();
    });
    return work(stop.get_token());
  }

  /// Whether Ctrl-C was pressed, the program was told to end, or its terminal is gone.
  bool interrupted(std::chrono::milliseconds wait = {}) const;
  /// Whether it is the last of these: then nobody sees what is printed.
  static bool terminal_is_gone();

 private:
  std::optional<std::string> read_line();

  int signals_;
  std::optional<LineEditor> editor_;
  LineBuffer lines_;
};

}  // namespace quixo::apps
