// SPDX-License-Identifier: MIT
//
// A line typed at a terminal, with what people expect there: the arrow keys, the history of what was typed
// before, Tab to complete. libedit does it; this file keeps its callbacks and its types to itself.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quixo::apps {

class LineEditor {
 public:
  /// All lines that can be meant by one that is begun.
  using Complete = std::function<std::vector<std::string>(const std::string& begun)>;

  /// Whether there is a terminal on both sides that can move its cursor.
  static bool can_edit();

  /// Reading ends when there is something to read from the descriptor `ends`, which stays there.
  LineEditor(int ends, Complete complete);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  /// Without its end; nothing when the input has ended. Resizing the window and Ctrl-Z are taken care of.
  std::optional<std::string> next(const std::string& prompt);

 private:
  class Edit;
  std::unique_ptr<Edit> edit_;
};

}  // namespace quixo::apps
