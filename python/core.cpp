// SPDX-License-Identifier: MIT
//
// quixo._core: the public interface (include/quixo) as Python sees it, and nothing else of ours. It is kept
// as flat as it can be: numbers, texts, tuples and arrays go in and out, and what makes them pleasant is
// written in Python, beside this file. The interpreter lock is released wherever the library works.
//
// Long work runs on a thread of its own while the caller's waits for it, looks for Ctrl-C and shows progress:
// only there may Python be called.
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "quixo/quixo.h"

namespace py = pybind11;

namespace quixo {
namespace {

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

Position position_of(const Board& board) {
  const auto& [x, o, x_to_move] = board;
  return make_position(x, o, x_to_move ? Player::x : Player::o);
}
Board board_of(Position position) {
  return {position.cubes(Player::x), position.cubes(Player::o), position.to_move == Player::x};
}
std::vector<Board> boards_of(const std::vector<Position>& positions) {
  std::vector<Board> boards;
  boards.reserve(positions.size());
  for (const Position& position : positions) boards.push_back(board_of(position));
  return boards;
}

Step step_of(const Rules& rules, Move move) { return {move.taken, move.inserted, to_string(rules, move)}; }

int sign_of(Outcome outcome) { return outcome == Outcome::win ? 1 : outcome == Outcome::loss ? -1 : 0; }

/// The outcome for the player to move as 1, 0 or -1, and the distance.
using Pair = std::pair<int, int>;
Pair pair_of(Value value) { return {sign_of(value.outcome), value.distance}; }

/// outcome or None, distance or None, horizon, proof.
using Knowing = std::tuple<std::optional<int>, std::optional<int>, int, std::string>;
Knowing knowing_of(const Known& known) {
  std::optional<int> outcome;
  if (known.outcome) outcome = sign_of(*known.outcome);
  return {outcome, known.distance, known.horizon, proof_name(known.proof)};
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
  if (raised) throw *raised;
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

std::unique_ptr<OpenTable> solve(const Rules& rules, int threads,
                                 const std::optional<py::function>& progress) {
  std::optional<Table> table;
  run_interruptibly(progress, [&](const std::stop_token& stop, const auto& set_share) {
    table = solve_in_memory(rules, {.threads = threads, .stop = stop, .progress = set_share});
  });
  return std::make_unique<OpenTable>(std::move(*table));
}

std::unique_ptr<OpenTable> open(const Rules& rules, const std::optional<std::string>& tables) {
  std::optional<Table> table;
  run_interruptibly({}, [&](const std::stop_token&, const auto&) {
    table = open_table(rules, tables ? std::filesystem::path(*tables) : default_tables_directory());
  });
  return std::make_unique<OpenTable>(std::move(*table));
}

/// Throws unless Python is on its way out of the same error again.
template <class Ask>
auto ask(const OpenTable& open, const Board& board, const Ask& question) {
  const Table table = open.get();
  const Position position = position_of(board);
  as<BadPosition>([&] { winner(table.rules(), position); });
  const py::gil_scoped_release unlocked;
  return question(table, position);
}

using Valued = std::tuple<Step, Board, int, int>;
std::vector<Valued> valued(const Rules& rules, const std::vector<MoveValue>& moves) {
  std::vector<Valued> found;
  found.reserve(moves.size());
  for (const MoveValue& move : moves)
    found.emplace_back(step_of(rules, move.move), board_of(move.position), sign_of(move.value.outcome),
                       move.value.distance);
  return found;
}

using Words = py::array_t<std::uint32_t, py::array::c_style>;

py::tuple probe_many(const OpenTable& open, const Words& x, const Words& o, int threads) {
  const Table table = open.get();
  const auto count = static_cast<std::size_t>(x.size());
  std::vector<Position> positions(count);
  for (std::size_t i = 0; i < count; ++i) positions[i] = make_position(x.data()[i], o.data()[i], Player::x);
  std::vector<Value> values(count);
  run_interruptibly({}, [&](const std::stop_token& stop, const auto&) {
    table.probe_many(positions, values, threads, stop);
  });
  py::array_t<std::int8_t> outcomes(x.size());
  py::array_t<std::int16_t> distances(x.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (values[i].distance > std::numeric_limits<std::int16_t>::max())
      throw Error("a distance of " + std::to_string(values[i].distance) + " does not fit into an int16");
    outcomes.mutable_data()[i] = static_cast<std::int8_t>(sign_of(values[i].outcome));
    distances.mutable_data()[i] = static_cast<std::int16_t>(values[i].distance);
  }
  return py::make_tuple(outcomes, distances);
}

/// The stored positions of some numbers, one after the other.
py::tuple positions_at(const OpenTable& open, std::uint64_t first, std::uint64_t count) {
  const Table table = open.get();
  py::array_t<std::uint32_t> x(static_cast<py::ssize_t>(count));
  py::array_t<std::uint32_t> o(static_cast<py::ssize_t>(count));
  Cells* const xs = x.mutable_data();
  Cells* const os = o.mutable_data();
  {
    const py::gil_scoped_release unlocked;
    for (std::uint64_t i = 0; i < count; ++i) {
      const Position position = table.at(first + i);
      xs[i] = position.cubes(Player::x);
      os[i] = position.cubes(Player::o);
    }
  }
  return py::make_tuple(x, o);
}

py::array_t<std::uint64_t> index_many(const OpenTable& open, const Words& x, const Words& o) {
  const Table table = open.get();
  py::array_t<std::uint64_t> found(x.size());
  std::uint64_t* const numbers = found.mutable_data();
  const Cells* const xs = x.data();
  const Cells* const os = o.data();
  const auto count = x.size();
  const py::gil_scoped_release unlocked;
  for (py::ssize_t i = 0; i < count; ++i) numbers[i] = table.index(make_position(xs[i], os[i], Player::x));
  return found;
}

/// What a table comes down to, as plain Python: ready for pandas.
py::dict summary(const OpenTable& open) {
  const Table table = open.get();
  const Summary& summary = table.summary();
  const auto counts = [](const OutcomeCounts& all) {
    return py::dict(py::arg("win") = all.win, py::arg("draw") = all.draw, py::arg("loss") = all.loss);
  };
  py::list classes;
  for (int own = 0; own <= table.rules().cells(); ++own)
    for (int opponent = 0; own + opponent <= table.rules().cells(); ++opponent) {
      py::dict row(py::arg("own") = own, py::arg("opponent") = opponent);
      row.attr("update")(
          counts(summary.census.classes[static_cast<std::size_t>(own)][static_cast<std::size_t>(opponent)]));
      classes.append(row);
    }
  py::list distances;
  for (const auto& [distance, all] : summary.census.distances)
    distances.append(
        py::dict(py::arg("distance") = distance, py::arg("win") = all.win, py::arg("loss") = all.loss));
  const auto longest = [](const std::optional<Longest>& found) -> py::object {
    if (!found) return py::none();
    return py::make_tuple(found->distance, board_of(found->position));
  };
  char signature[17];
  std::snprintf(signature, sizeof signature, "%016llx", static_cast<unsigned long long>(summary.signature));
  return py::dict(py::arg("empty_board") = pair_of(summary.empty_board),
                  py::arg("totals") = counts(summary.census.totals()), py::arg("classes") = classes,
                  py::arg("distances") = distances, py::arg("longest_win") = longest(summary.win),
                  py::arg("longest_loss") = longest(summary.loss), py::arg("signature") = signature);
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
    run_interruptibly({}, [&](const std::stop_token&, const auto&) {
      const std::lock_guard lock(mutex_);
      answer = answers_.answer(method, target, body);
    });
    return {answer.status, std::move(answer.body)};
  }

 private:
  std::mutex mutex_;
  Answers answers_;
};

void add_errors(py::module_& module) {
  const auto tuple = [](const auto&... types) { return py::make_tuple(types...); };
  const py::handle value_error = PyExc_ValueError;
  const auto& error = py::register_exception<Error>(module, "Error");
  py::register_exception<BadRules>(module, "BadRules", tuple(error, value_error));
  py::register_exception<BadPosition>(module, "BadPosition", tuple(error, value_error));
  py::register_exception<BadMove>(module, "BadMove", tuple(error, value_error));
  py::register_exception<MissingTable>(module, "MissingTable", tuple(error, py::handle(PyExc_LookupError)));
  const auto& damaged = py::register_exception<DamagedTable>(module, "DamagedTable", error);
  py::register_exception<Contradiction>(module, "Contradiction", damaged);
}

void add_rules(py::module_& module) {
  py::class_<Rules>(module, "Rules")
      .def_readonly("rows", &Rules::rows)
      .def_readonly("cols", &Rules::cols)
      .def_readonly("line", &Rules::line)
      .def_property_readonly("double_wins",
                             [](const Rules& rules) { return rules.double_line == DoubleLine::wins; })
      .def_property_readonly("name", [](const Rules& rules) { return to_string(rules); });
  module.def("parse_rules",
             [](const std::string& name) { return as<BadRules>([&] { return parse_rules(name); }); });
  module.def("rules_for_position", [](const std::string& text) {
    return as<BadPosition>([&] { return rules_for_position(text); });
  });
}

void add_game(py::module_& module) {
  module.def("parse_position", [](const Rules& rules, const std::string& text) {
    return as<BadPosition>([&] { return board_of(parse_position(rules, text)); });
  });
  module.def("position_text", [](const Rules& rules, const Board& board) {
    return as<BadPosition>([&] { return to_string(rules, position_of(board)); });
  });
  module.def("diagram", [](const Rules& rules, const Board& board) {
    return as<BadPosition>([&] { return diagram(rules, position_of(board)); });
  });
  module.def("winner", [](const Rules& rules, const Board& board) -> std::optional<std::string> {
    const std::optional<Player> won = as<BadPosition>([&] { return winner(rules, position_of(board)); });
    if (!won) return std::nullopt;
    return *won == Player::x ? "x" : "o";
  });
  module.def("legal_moves", [](const Rules& rules, const Board& board) {
    std::vector<Step> steps;
    for (const Move& move : as<BadPosition>([&] { return legal_moves(rules, position_of(board)); }))
      steps.push_back(step_of(rules, move));
    return steps;
  });
  module.def("parse_move", [](const Rules& rules, const std::string& text) {
    return as<BadMove>([&] { return step_of(rules, parse_move(rules, text)); });
  });
  module.def("play", [](const Rules& rules, const Board& board, int taken, int inserted) {
    const auto cell = [](int number) {
      if (number < 0 || number >= max_cells) throw BadMove("there is no cell " + std::to_string(number));
      return static_cast<std::int8_t>(number);
    };
    return as<BadMove>([&] {
      return board_of(play(rules, position_of(board), Move{cell(taken), cell(inserted)}));
    });
  });
  module.def("parents", [](const Rules& rules, const Board& board) {
    return as<BadPosition>([&] { return boards_of(parents(rules, position_of(board))); });
  });
  module.def("symmetries", [](const Rules& rules, const Board& board) {
    return as<BadPosition>([&] { return boards_of(symmetric_positions(rules, position_of(board))); });
  });
  module.def("canonical", [](const Rules& rules, const Board& board) {
    return as<BadPosition>([&] { return board_of(canonical(rules, position_of(board))); });
  });
  module.def("parse_game", [](const std::string& text) {
    const GameRecord game = parse_game(text);
    std::vector<Step> steps;
    for (const Move& move : game.moves) steps.push_back(step_of(game.rules, move));
    return py::make_tuple(game.rules, board_of(game.start), steps);
  });
  module.def("game_text", [](const Rules& rules, const Board& start, const std::vector<std::string>& moves) {
    GameRecord game{rules, position_of(start), {}};
    for (const std::string& move : moves) game.moves.push_back(parse_move(rules, move));
    return to_string(game);
  });
}

void add_tables(py::module_& module) {
  py::class_<OpenTable>(module, "Table")
      .def("close", &OpenTable::close)
      .def("is_closed", &OpenTable::is_closed)
      .def("rules", [](const OpenTable& open) { return open.get().rules(); })
      .def("metric", [](const OpenTable& open) { return metric_name(open.get().metric()); })
      .def("summary", &summary)
      .def("probe",
           [](const OpenTable& open, const Board& board) {
             return ask(open, board,
                        [](const Table& table, Position at) { return pair_of(table.probe(at)); });
           })
      .def("moves",
           [](const OpenTable& open, const Board& board) {
             return ask(open, board, [](const Table& table, Position at) {
               return valued(table.rules(), table.moves(at));
             });
           })
      .def("line",
           [](const OpenTable& open, const Board& board) {
             return ask(open, board, [](const Table& table, Position at) {
               return valued(table.rules(), table.line(at));
             });
           })
      .def("probe_many", &probe_many)
      .def("stored_below", [](const OpenTable& open, int cubes) { return open.get().stored_below(cubes); })
      .def("index",
           [](const OpenTable& open, const Board& board) {
             return ask(open, board, [](const Table& table, Position at) { return table.index(at); });
           })
      .def("index_many", &index_many)
      .def("at", [](const OpenTable& open, std::uint64_t index) { return board_of(open.get().at(index)); })
      .def("positions_at", &positions_at);
  module.def("solve", &solve);
  module.def("open", &open);
  module.def("default_tables_directory", [] { return default_tables_directory().string(); });
}

void add_search(py::module_& module) {
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

void add_answers(py::module_& module) {
  py::class_<LockedAnswers>(module, "Answers")
      .def(py::init<>())
      .def("add", &LockedAnswers::add)
      .def("answer", &LockedAnswers::answer);
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "The library behind the package quixo. Use the package.";
  module.attr("version") = std::string(version);
  add_errors(module);
  add_rules(module);
  add_game(module);
  add_tables(module);
  add_search(module);
  add_answers(module);
}

}  // namespace quixo
