// SPDX-License-Identifier: MIT
//
// The JSON API of `quixo serve` (docs/api.md) as a function, for programs that have no sockets: the page in a
// browser asks it in a worker.
//
//   quixo::Answers answers;
//   answers.add(quixo::solve_in_memory(quixo::parse_rules("3x3")));   // quixo/open.h
//   answers.answer("GET", "/api/v1/position?rules=3x3&position=3/3/3+x");   // {200, {"rules":"3x3", ...}}
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "quixo/rules.h"
#include "quixo/table.h"

namespace quixo {

struct Answer {
  int status = 200;  ///< As in HTTP.
  std::string body;  ///< JSON; of a failure {"error": {"status": ..., "message": ...}}.
};

/// Answers from the tables it was given, and about other rules by search. For one thread at a time.
class Answers {
 public:
  Answers();
  ~Answers();
  Answers(Answers&& other) noexcept;
  Answers& operator=(Answers&& other) noexcept;

  /// From now on it answers from this table about its rules.
  void add(const Table& table);
  /// The tables that were added, by the names of their rules.
  std::vector<Table> tables() const;

  /// The answer that the server would give to this method, to this path with its query, and to this body, in
  /// as much time: mostly some milliseconds, at most some seconds of searching (20 for many positions). A bad
  /// request has a status and a message, and nothing is thrown but std::bad_alloc. Making tables, POST and
  /// DELETE of solve, is not answered, and neither is openapi.json. After a stop nobody waits for the answer:
  /// it comes soon, and may be 503 or say less than it would have.
  Answer answer(std::string_view method, std::string_view target, std::string_view body = {},
                const std::stop_token& stop = {});

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace quixo
