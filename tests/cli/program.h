// SPDX-License-Identifier: MIT
//
// Running the program as a user or a script does: with arguments and an environment, perhaps with a signal in
// the middle, to an exit code and two texts. Tables that the user of this machine keeps are out of its sight.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/files.h"

namespace quixo::cli {

using nlohmann::json;
using Arguments = std::vector<std::string>;

struct Outcome {
  int code = 0;  ///< 128 plus the signal that killed it, as a shell says
  std::string out;
  std::string err;
  bool operator==(const Outcome&) const = default;
};

inline std::ostream& operator<<(std::ostream& stream, const Outcome& outcome) {
  return stream << "exit code " << outcome.code << "\n--- stdout\n"
                << outcome.out << "--- stderr\n"
                << outcome.err;
}

inline void check(bool fine, const char* what) {
  if (!fine) throw std::runtime_error(what);
}

/// Where the program finds and keeps the data of a user: empty, and this test's alone. Everything the test
/// starts inherits it.
class EmptyHome {
 public:
  EmptyHome() {
    for (const char* variable : {"HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
      check(setenv(variable, directory_.path().c_str(), 1) == 0, "setenv");
  }

 private:
  TemporaryDirectory directory_;
};
inline const EmptyHome empty_home;

/// A file without a name that a child process can write and the test read back.
class Capture {
 public:
  Capture() : file_(std::tmpfile()) { check(file_ != nullptr, "tmpfile"); }
  ~Capture() { std::fclose(file_); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  int descriptor() const { return fileno(file_); }

  /// What was written so far: the place where the child writes next is shared, and stays.
  std::string text_so_far() const {
    std::string text(1 << 16, '\0');
    const ssize_t count = pread(descriptor(), text.data(), text.size(), 0);
    text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return text;
  }

  std::string text() {
    std::rewind(file_);
    std::string text;
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) text += static_cast<char>(c);
    return text;
  }

 private:
  std::FILE* file_;
};

enum class Stdout { captured, full, closed };

/// The program while it runs. It is killed when the test does not wait for it.
class Program {
 public:
  /// Reads from the descriptor `input`, by default what the test itself would read. Runs in `directory`.
  explicit Program(const Arguments& arguments, Stdout where = Stdout::captured,
                   const std::vector<std::string>& variables = {}, int input = STDIN_FILENO,
                   const std::string& directory = ".") {
    posix_spawn_file_actions_t actions;
    check(posix_spawn_file_actions_init(&actions) == 0, "posix_spawn_file_actions_init");
    posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    switch (where) {
      case Stdout::captured:
        posix_spawn_file_actions_adddup2(&actions, out_.descriptor(), STDOUT_FILENO);
        break;
      case Stdout::full:
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/full", O_WRONLY, 0);
        break;
      case Stdout::closed:
        posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO);
        break;
    }
    posix_spawn_file_actions_adddup2(&actions, err_.descriptor(), STDERR_FILENO);

    std::vector<std::string> words{QUIXO_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<std::string> environment = variables;  // the first of a name counts
    for (char** variable = environ; *variable != nullptr; ++variable) environment.emplace_back(*variable);
    const int spawned = posix_spawn(&child_, QUIXO_PROGRAM, &actions, nullptr, pointers(words).data(),
                                    pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    check(spawned == 0, "cannot start " QUIXO_PROGRAM);
  }
  ~Program() {
    if (child_ == 0) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  pid_t process() const { return child_; }
  void signal(int number) const { check(kill(child_, number) == 0, "kill"); }

  /// Whether the program has arranged to be told of a signal rather than killed by it.
  bool blocks(int number) const {
    std::ifstream status("/proc/" + std::to_string(child_) + "/status");
    for (std::string word; status >> word;)
      if (word == "SigBlk:" && status >> word) return std::stoull(word, nullptr, 16) >> (number - 1) & 1;
    return false;
  }

  /// Whether it has written to a file that it has open, though it may have taken the file's name away.
  bool has_written(const std::string& name) const {
    for (const auto& file : std::filesystem::directory_iterator("/proc/" + std::to_string(child_) + "/fd")) {
      std::error_code gone;  // closed meanwhile
      const std::string path = read_symlink(file, gone).string();
      struct stat status {};
      if (path.find(name) != std::string::npos && stat(file.path().c_str(), &status) == 0 &&
          status.st_size > 0)
        return true;
    }
    return false;
  }

  std::string output_so_far() const { return out_.text_so_far(); }
  std::string errors_so_far() const { return err_.text_so_far(); }

  Outcome wait() {
    int status = 0;
    check(waitpid(child_, &status, 0) == child_, "waitpid");
    child_ = 0;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), out_.text(), err_.text()};
  }

 private:
  static std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
  }

  Capture out_;
  Capture err_;
  pid_t child_ = 0;
};

inline Outcome quixo(const Arguments& arguments, Stdout where = Stdout::captured,
                     const std::vector<std::string>& variables = {}) {
  return Program(arguments, where, variables).wait();
}

/// Standard input for the program: what is typed, then perhaps its end.
class Pipe {
 public:
  explicit Pipe(const std::string& text = "") {
    check(pipe2(ends_, O_CLOEXEC) == 0, "pipe");
    type(text);
  }
  ~Pipe() {
    close(ends_[0]);
    end();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int descriptor() const { return ends_[0]; }
  void type(const std::string& text) const {
    check(write(ends_[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()), "write");
  }
  void end() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  int ends_[2] = {-1, -1};
};

/// The program after reading all of the text. It must fit in a pipe.
inline Outcome talk(const Arguments& arguments, const std::string& text) {
  Pipe input(text);
  input.end();
  return Program(arguments, Stdout::captured, {}, input.descriptor()).wait();
}

inline Outcome done(const std::string& out) { return {0, out, ""}; }
inline Outcome failed(const std::string& message) { return {1, "", "quixo: " + message + '\n'}; }
inline Outcome misused(const std::string& verb, const std::string& message) {
  return {2, "", "quixo: " + message + " (see quixo " + (verb.empty() ? "" : verb + ' ') + "--help)\n"};
}

/// Waits for something that must come within a minute.
inline void wait_for(const std::function<bool()>& come) {
  using namespace std::chrono_literals;
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (!come() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(1ms);
  ASSERT_TRUE(come());
}

/// An environment that does not say where a user's data is kept.
inline const std::vector<std::string> no_home = {"HOME=", "XDG_DATA_HOME=", "XDG_STATE_HOME="};

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Of work that tells of its progress when it takes long.
inline json parsed_after_work(const Outcome& outcome) {
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_TRUE(outcome.out.ends_with("}\n")) << outcome;
  return json::parse(outcome.out);
}

inline json parsed(const Outcome& outcome) {
  EXPECT_EQ(outcome.err, "");
  return parsed_after_work(outcome);
}

}  // namespace quixo::cli
