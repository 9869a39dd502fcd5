// SPDX-License-Identifier: MIT
//
// Tables for Python.
#include <pybind11/numpy.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>

#include "core.h"

namespace quixo::python {
namespace {

/// The outcome for the player to move as 1, 0 or -1, and the distance.
using Pair = std::pair<int, int>;
Pair pair_of(Value value) { return {sign_of(value.outcome), value.distance}; }

std::unique_ptr<OpenTable> solve(const Rules& rules, int threads,
                                 const std::optional<py::function>& progress) {
  std::optional<Table> table;
  run_interruptibly(progress, [&](const std::stop_token& stop, const auto& set_share) {
    table = solve_in_memory(rules, {.threads = threads, .stop = stop, .progress = set_share});
  });
  return std::make_unique<OpenTable>(std::move(*table));
}

std::unique_ptr<OpenTable> open(const Rules& rules, const std::optional<std::string>& tables,
                                std::optional<std::size_t> cache_bytes) {
  std::optional<Table> table;
  run_interruptibly({}, [&](const std::stop_token&, const auto&) {
    table = open_table(rules, tables ? std::filesystem::path(*tables) : default_tables_directory(),
                       cache_bytes.value_or(Table::default_cache_bytes));
  });
  return std::make_unique<OpenTable>(std::move(*table));
}

/// Asks of a position that is one, without the interpreter lock.
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

}  // namespace

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

}  // namespace quixo::python
