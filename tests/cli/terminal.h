// SPDX-License-Identifier: MIT
//
// The program on a terminal of its own, as a person sits before it.
#pragma once

#include <pty.h>

#include "tests/cli/program.h"

namespace quixo::cli {

class Terminal {
 public:
  /// The variables are set besides; a terminal that knows colours unless they say otherwise.
  explicit Terminal(const Arguments& arguments, const std::vector<std::string>& variables = {},
                    const std::string& directory = ".") {
    child_ = forkpty(&terminal_, nullptr, nullptr, nullptr);
    check(child_ >= 0, "forkpty");
    if (child_ > 0) return;
    std::vector<char*> words{const_cast<char*>("quixo")};
    for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    unsetenv("NO_COLOR");
    setenv("TERM", "xterm", 1);
    for (const std::string& variable : variables) putenv(const_cast<char*>(variable.c_str()));
    if (chdir(directory.c_str()) == 0) execv(QUIXO_PROGRAM, words.data());
    _exit(127);
  }
  /// Killed before its window closes, or the program would save its game beside the tests.
  ~Terminal() {
    if (child_ != 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    if (terminal_ >= 0) close(terminal_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void type(const std::string& keys) const {
    check(write(terminal_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()), "write");
  }

  /// Reads until the part is there, after what was there when it was waited for last.
  void wait_for(const std::string& part) {
    while (text_.find(part, seen_) == std::string::npos)
      if (!read_some()) FAIL() << "the program ended before it wrote '" << part << "':\n" << text_;
    seen_ = text_.find(part, seen_) + part.size();
  }

  /// Types when a player is asked. Keys that came sooner would meet a terminal in another mode, and a prompt
  /// is also written anew while a line is edited; so it matters who is asked.
  void answer(char player, const std::string& keys) {
    wait_for(std::string(1, player) + " to move> ");
    type(keys);
  }

  /// Closes the window. The program must end by itself; nobody sees its exit code.
  void hang_up() {
    close(terminal_);
    terminal_ = -1;
    EXPECT_TRUE(WIFEXITED(wait())) << text_;
  }

  /// All that was written until the program ended, which it must do well.
  std::string rest() {
    while (read_some()) continue;
    EXPECT_EQ(wait(), 0) << text_;
    return text_;
  }

 private:
  int wait() {
    int status = 0;
    check(waitpid(child_, &status, 0) == child_, "waitpid");
    child_ = 0;
    return status;
  }

  bool read_some() {
    char block[4096];
    const ssize_t count = read(terminal_, block, sizeof block);
    if (count > 0) text_.append(block, static_cast<std::size_t>(count));
    return count > 0;
  }

  int terminal_ = -1;
  pid_t child_ = 0;
  std::string text_;
  std::size_t seen_ = 0;
};

}  // namespace quixo::cli
