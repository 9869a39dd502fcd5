// SPDX-License-Identifier: MIT
//
// A program as a contestant. It is spoken to in lines (docs/agents.md); whatever else it does than answer in
// time with a legal move is a Forfeit, which says what it did. The program is then killed, and started again
// for the next game.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "agent/answers.h"
#include "agent/process.h"
#include "play/contestant.h"

namespace quixo::agent {

/// How long a program may take.
struct Limits {
  std::chrono::milliseconds start = std::chrono::seconds(30);  ///< To greet, and to get ready for a game.
  std::chrono::milliseconds move = std::chrono::seconds(5);
};

/// For one thread at a time. The program ends with this object, and with this program however that ends.
class Agent final : public Contestant {
 public:
  /// Starts the command and waits for its greeting. Throws Error, which says what the program did instead:
  /// it is better to know that before a match than after it.
  Agent(std::string command, const Limits& limits);
  /// Asks it to quit, and kills it when it does not.
  ~Agent() override;

  /// The name it gave itself, else the beginning of its command.
  const std::string& name() const override { return name_; }
  const std::string& command() const { return command_; }

  void begin(const Rules& rules) override;
  Move choose(Position position, Random& random, const std::stop_token& stop) override;

 private:
  /// Starts it, if it does not run.
  void start();
  /// The answer to a request. Throws Forfeit, as they all do.
  Answer ask(const std::string& request, const char* wanted, std::chrono::milliseconds time,
             const std::stop_token& stop);
  std::string next_line(const char* wanted, std::chrono::milliseconds time, const std::stop_token& stop);
  void expect_silence();
  [[noreturn]] void lose(const std::string& reason);
  [[noreturn]] void lose_for_ending(const char* wanted);

  std::string command_;
  Limits limits_;
  std::string name_;
  Rules rules_;
  std::optional<Process> process_;
  std::string unread_;  ///< What it wrote and nobody has looked at.
};

}  // namespace quixo::agent
