// SPDX-License-Identifier: MIT
//
// What the parts of quixo._core share: how errors, positions and moves look in Python, and long work that
// Python can stop.
#pragma once

#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "quixo/quixo.h"

namespace quixo::python {

namespace py = pybind11;

void add_game(py::module_& module);    ///< Rules, positions and moves.
void add_tables(py::module_& module);  ///< Tables, asked one by one and in batches.
void add_search(py::module_& module);  ///< The search, and the JSON API as a function.

/// What was wrong with what was asked, told apart by type as Python wants it.
struct BadRules : Error {
  using Error::Error;
};
struct BadPosition : Error {
  using Error::Error;
};
struct BadMove : Error {
  using Error::Error;
};

/// The same, with its errors under that name. Those of tables keep theirs.
template <class Bad, class Call>
auto as(const Call& call) {
  try {
    return call();
  } catch (const Bad&) {
    throw;
  } catch (const Error& error) {
    throw Bad(error.what());
  }
}

using Board = std::tuple<Cells, Cells, bool>;  ///< The cubes of X and O, and whether X is to move.
using Step = std::tuple<int, int, std::string>;

inline Position position_of(const Board& board) {
  const auto& [x, o, x_to_move] = board;
  return make_position(x, o, x_to_move ? Player::x : Player::o);
}
inline Board board_of(Position position) {
  return {position.cubes(Player::x), position.cubes(Player::o), position.to_move == Player::x};
}
inline std::vector<Board> boards_of(const std::vector<Position>& positions) {
  std::vector<Board> boards;
  boards.reserve(positions.size());
  for (const Position& position : positions) boards.push_back(board_of(position));
  return boards;
}

inline Step step_of(const Rules& rules, Move move) {
  return {move.taken, move.inserted, to_string(rules, move)};
}

inline int sign_of(Outcome outcome) {
  return outcome == Outcome::win ? 1 : outcome == Outcome::loss ? -1 : 0;
}

/// Does work(stop, set_share) while this thread, which holds the interpreter lock, waits for it.
template <class Work>
void run_interruptibly(const std::optional<py::function>& progress, const Work& work) {
  std::stop_source stop;
  std::atomic<double> share = 0;
  std::mutex mutex;
  std::condition_variable ended;
  bool is_done = false;
  std::exception_ptr failure;
  std::thread worker([&] {
    try {
      work(stop.get_token(), [&](double now) { share = now; });
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    is_done = true;
    ended.notify_one();
  });
  std::optional<py::error_already_set> raised;
  for (double shown = -1;;) {
    {
      const py::gil_scoped_release unlocked;
      std::unique_lock lock(mutex);
      if (ended.wait_for(lock, std::chrono::milliseconds(50), [&] { return is_done; })) break;
    }
    if (raised) continue;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (progress && share != shown) (*progress)(shown = share);
    } catch (const py::error_already_set& error) {
      raised = error;
      stop.request_stop();
    }
  }
  worker.join();
  if (raised) throw py::error_already_set(std::move(*raised));
  if (failure) std::rethrow_exception(failure);
  if (progress) (*progress)(1.0);
}

/// A table that can be closed while others ask it: they end in peace, and the next is refused.
class OpenTable {
 public:
  explicit OpenTable(Table table) : table_(std::move(table)) {}

  Table get() const {
    const std::lock_guard lock(mutex_);
    if (!table_) throw Error("this table is closed: open it again");
    return *table_;
  }
  void close() {
    std::optional<Table> closed;
    const std::lock_guard lock(mutex_);
    closed.swap(table_);
  }
  bool is_closed() const {
    const std::lock_guard lock(mutex_);
    return !table_;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<Table> table_;
};

}  // namespace quixo::python
