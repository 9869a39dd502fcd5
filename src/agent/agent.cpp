// SPDX-License-Identifier: MIT
#include "agent/agent.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "base/text.h"
#include "quixo/error.h"
#include "quixo/notation.h"

namespace quixo::agent {
namespace {

using namespace std::chrono_literals;

/// How long a program that ends, or is asked to, may take for it.
constexpr auto patience = 500ms;

std::string in_seconds(std::chrono::milliseconds time) {
  return fmt::format("{:g} s", static_cast<double>(time.count()) / 1000);
}

}  // namespace

Agent::Agent(std::string command, const Limits& limits)
    : command_(std::move(command)), limits_(limits), name_(command_.substr(0, longest_name)) {
  try {
    start();
  } catch (const Forfeit& why) {
    throw Error(fmt::format("the agent {} {}", quixo::quoted(command_), why.reason));
  }
}

Agent::~Agent() {
  if (!process_) return;
  if (process_->write("quit\n", Clock::now() + patience)) process_->end(patience);
}

void Agent::start() {
  if (process_) return;
  unread_.clear();
  process_.emplace(command_);
  const Answer greeting = ask("quixo-agent 1\n", "quixo-agent 1", limits_.start, {});
  if (greeting.kind != Answer::Kind::greeting)
    lose(fmt::format("answered {} instead of quixo-agent 1", quixo::quoted(greeting.text)));
  if (!greeting.text.empty()) name_ = greeting.text;
}

void Agent::begin(const Rules& rules) {
  rules_ = rules;
  start();
  expect_silence();
  const Answer answer = ask(fmt::format("newgame {}\n", to_string(rules)), "ready", limits_.start, {});
  if (answer.kind != Answer::Kind::ready)
    lose(fmt::format("answered {} instead of ready", quixo::quoted(answer.text)));
}

Move Agent::choose(Position position, Random& /*random*/, const std::stop_token& stop) {
  assert(process_);  // the game has begun, and it was not lost
  expect_silence();
  const Answer answer =
      ask(fmt::format("position {}\ngo {}\n", to_string(rules_, position), limits_.move.count()), "a move",
          limits_.move, stop);
  if (answer.kind != Answer::Kind::move)
    lose(fmt::format("answered {} instead of a move", quixo::quoted(answer.text)));
  try {
    const Move move = parse_move(rules_, answer.text);
    play(rules_, position, move);  // says what is wrong with it
    return move;
  } catch (const Error& error) {
    lose(fmt::format("played {} in {}: {}", quixo::quoted(answer.text), to_string(rules_, position),
                     error.what()));
  }
}

Answer Agent::ask(const std::string& request, const char* wanted, std::chrono::milliseconds time,
                  const std::stop_token& stop) {
  const bool asked = process_->write(request, Clock::now() + time);
  if (!asked) lose_for_ending(wanted);
  Answer answer = parse_answer(next_line(wanted, time, stop));
  if (!unread_.empty()) lose(fmt::format("said more than it was asked for: {}", quixo::quoted(unread_)));
  if (answer.kind == Answer::Kind::error) lose(fmt::format("gave up: {}", quixo::quoted(answer.text)));
  return answer;
}

std::string Agent::next_line(const char* wanted, std::chrono::milliseconds time,
                             const std::stop_token& stop) {
  const Clock::time_point deadline = Clock::now() + time;
  while (true) {
    try {
      if (std::optional<std::string> line = take_line(unread_)) return *line;
    } catch (const Error& error) {
      lose(error.what());
    }
    switch (process_->read(unread_, deadline, stop)) {
      case Process::Read::some:
        break;
      case Process::Read::ended:
        lose_for_ending(wanted);
      case Process::Read::late:
        lose(fmt::format("did not answer with {} within {}", wanted, in_seconds(time)));
    }
  }
}

/// What it says unasked could be taken for the answer to what is asked next.
void Agent::expect_silence() {
  process_->read(unread_, Clock::now(), {});
  if (!unread_.empty()) lose(fmt::format("spoke before it was asked: {}", quixo::quoted(unread_)));
}

void Agent::lose(const std::string& reason) {
  process_.reset();
  throw Forfeit{reason};
}

void Agent::lose_for_ending(const char* wanted) {
  const std::string end = process_->end(patience);
  lose(fmt::format("{} instead of answering with {}", end.empty() ? "closed its input or output" : end,
                   wanted));
}

}  // namespace quixo::agent
