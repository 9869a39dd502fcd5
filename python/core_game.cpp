// SPDX-License-Identifier: MIT
//
// Rules, positions and moves for Python.
#include "core.h"

namespace quixo::python {
namespace {

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

}  // namespace

void add_game(py::module_& module) {
  add_rules(module);
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

}  // namespace quixo::python
