// SPDX-License-Identifier: MIT
//
// quixo show: shows a position, says whether the game is over and lists the legal moves.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>

#include "apps/verbs.h"
#include "game/notation.h"
#include "game/play.h"

namespace quixo::apps {
namespace {

struct Options {
  std::vector<std::string> position;
  std::string rules;
  bool json = false;
};

std::string status(std::optional<Player> won, Position position) {
  return won ? fmt::format("The game is over: {} has won.", letter(*won))
             : fmt::format("{} to move.", letter(position.to_move));
}

std::string as_text(const Geometry& geometry, Position position) {
  const std::optional<Player> won = winner(geometry, position);
  std::string text = diagram(geometry, position) + status(won, position) + '\n';
  if (won) return text;
  // One line per taken cell: the moves come grouped that way.
  const std::vector<Move> moves = legal_moves(geometry, position);
  text += fmt::format("{} legal moves:", moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i)
    text += (i == 0 || moves[i].taken != moves[i - 1].taken ? "\n  " : " ") + move_name(geometry, moves[i]);
  return text + '\n';
}

Json as_json(const Geometry& geometry, Position position) {
  const std::optional<Player> won = winner(geometry, position);
  Json moves = Json::array();
  for_each_child(geometry, position, [&](const Slide& slide, Position child) {
    moves.push_back({{"move", move_name(geometry, slide.move)}, {"position", to_string(geometry, child)}});
  });
  return {{"rules", to_string(geometry.rules())},
          {"position", to_string(geometry, position)},
          {"to_move", std::string(1, letter(position.to_move))},
          {"over", won.has_value()},
          {"winner", won ? Json(std::string(1, letter(*won))) : Json()},
          {"moves", moves}};
}

void show(const Options& options) {
  const std::string text = fmt::format("{}", fmt::join(options.position, " "));
  const std::optional<Rules> named = named_rules(options.rules);
  const Geometry geometry(named ? *named
                                : from_argument("POSITION", [&] { return rules_for_position(text); }));
  const Position position = from_argument("POSITION", [&] { return parse_position(geometry, text); });
  print(options.json ? as_json(geometry, position).dump(2) + '\n' : as_text(geometry, position));
}

}  // namespace

void add_show(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb =
      add_verb(app, "show", "Show a position and list its legal moves", "quixo show 'XX2O/5/5/5/5 x'");
  verb->add_option("POSITION", options->position, "rows from the top and the player to move")->required();
  verb->add_option("--rules", options->rules, "rules name (default: the official rules for the board's size)")
      ->type_name("RULES");
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] { show(*options); });
}

}  // namespace quixo::apps
