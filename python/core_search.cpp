// SPDX-License-Identifier: MIT
//
// The search and the JSON API for Python.
#include <functional>
#include <type_traits>

#include "core.h"

namespace quixo::python {
namespace {

constexpr int most_seconds = 1'000'000'000;  // clocks cannot count many more

/// outcome or None, distance or None, horizon, proof.
using Knowing = std::tuple<std::optional<int>, std::optional<int>, int, std::string>;
Knowing knowing_of(const Known& known) {
  std::optional<int> outcome;
  if (known.outcome) outcome = sign_of(*known.outcome);
  return {outcome, known.distance, known.horizon, proof_name(known.proof)};
}

/// A search is for one thread at a time: others wait.
class LockedSearch {
 public:
  explicit LockedSearch(const Rules& rules) : search_(rules) {}

  const Rules& rules() const { return search_.rules(); }

  template <class Ask>
  auto ask(const Board& board, int horizon, std::optional<double> seconds, const Ask& question) {
    const Position position = position_of(board);
    as<BadPosition>([&] { winner(search_.rules(), position); });
    if (horizon < 0 || horizon > longest_horizon)
      throw Error("a search looks 0 to " + std::to_string(longest_horizon) + " moves ahead, not " +
                  std::to_string(horizon));
    if (seconds && !(*seconds >= 0 && *seconds <= most_seconds))
      throw Error("a search takes 0 to " + std::to_string(most_seconds) + " seconds, not " +
                  std::to_string(*seconds));
    std::invoke_result_t<Ask, Search&, Position, const SearchLimits&> answer;
    run_interruptibly({}, [&](const std::stop_token& stop, const auto&) {
      SearchLimits limits{.horizon = horizon, .stop = stop};
      if (seconds)
        limits.deadline = std::chrono::steady_clock::now() +
                          std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                              std::chrono::duration<double>(*seconds));
      const std::lock_guard lock(mutex_);
      answer = question(search_, position, limits);
    });
    return answer;
  }

 private:
  std::mutex mutex_;
  Search search_;
};

/// The JSON API, for one thread at a time: others wait.
class LockedAnswers {
 public:
  void add(const OpenTable& table) {
    const Table added = table.get();
    const std::lock_guard lock(mutex_);
    answers_.add(added);
  }

  std::pair<int, std::string> answer(const std::string& method, const std::string& target,
                                     const std::string& body) {
    Answer answer;
    run_interruptibly({}, [&](const std::stop_token& stop, const auto&) {
      const std::lock_guard lock(mutex_);
      answer = answers_.answer(method, target, body, stop);
    });
    return {answer.status, std::move(answer.body)};
  }

 private:
  std::mutex mutex_;
  Answers answers_;
};

void add_answers(py::module_& module) {
  py::class_<LockedAnswers>(module, "Answers")
      .def(py::init<>())
      .def("add", &LockedAnswers::add)
      .def("answer", &LockedAnswers::answer);
}

}  // namespace

void add_search(py::module_& module) {
  add_answers(module);
  py::class_<LockedSearch>(module, "Search")
      .def(py::init<const Rules&>())
      .def("value",
           [](LockedSearch& search, const Board& board, int horizon, std::optional<double> seconds) {
             return knowing_of(search.ask(board, horizon, seconds,
                                          [](Search& engine, Position at, const SearchLimits& limits) {
                                            return engine.value(at, limits);
                                          }));
           })
      .def("moves", [](LockedSearch& search, const Board& board, int horizon, std::optional<double> seconds) {
        std::vector<std::tuple<Step, Board, Knowing>> found;
        for (const KnownMove& move :
             search.ask(board, horizon, seconds, [](Search&engine, Position at, const SearchLimits&limits) {
               return engine.moves(at, limits);
             }))
          found.emplace_back(step_of(search.rules(), move.move), board_of(move.position),
                             knowing_of(move.known));
        return found;
      });
}

}  // namespace quixo::python
