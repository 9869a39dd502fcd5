// SPDX-License-Identifier: MIT
//
// quixo probe, line and tables: what is known of positions, by a table or by a search, and which games are
// solved.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>

#include "analysis/analysis.h"
#include "analysis/known_json.h"
#include "apps/analysis_text.h"
#include "apps/board_text.h"
#include "apps/colour.h"
#include "apps/files.h"
#include "apps/json_text.h"
#include "apps/line_buffer.h"
#include "apps/say.h"
#include "apps/table_for.h"
#include "apps/verbs.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "game/notation.h"
#include "game/play.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "study/animation.h"

namespace quixo::apps {
namespace {

struct Options {
  std::vector<std::string> position;
  std::string rules;
  std::string tables;
  std::string svg;
  AnalysisEffort effort;
  Colour colour = Colour::no;
  bool all = false;
  bool boards = false;
  bool json = false;
};

/// Whom to ask, of each game once, however many positions are asked.
class Games {
 public:
  explicit Games(const Options& options) : options_(options) {}

  const Knowledge& of(const Rules& rules) {
    const auto found = games_.find(to_string(rules));
    if (found != games_.end()) return found->second;
    return games_.emplace(to_string(rules), knowledge_for(rules, options_.tables)).first->second;
  }

  /// What tables would add, for all games that were asked about.
  void say_what_tables_add() const {
    for (const auto& [name, knowledge] : games_)
      if (const std::string note = table_note(knowledge); !note.empty()) say(note + '\n');
  }

 private:
  const Options& options_;
  std::map<std::string, Knowledge> games_;
};

/// The position and what is known of it.
Json as_json(const Geometry& geometry, Position position, const Known& known) {
  const std::optional<Player> won = winner(geometry, position);
  Json json = {{"rules", to_string(geometry.rules())},
               {"position", to_string(geometry, position)},
               {"to_move", std::string(1, letter(position.to_move))},
               {"over", won.has_value()},
               {"winner", won ? Json(std::string(1, letter(*won))) : Json()}};
  json.update(to_json(known));
  return json;
}

Json as_json(const Geometry& geometry, const KnownMove& move) {
  Json json = {{"move", move_name(geometry, move.move)}, {"position", to_string(geometry, move.position)}};
  json.update(to_json(move.known));
  return json;
}

Json with_replies(Json json, const AnalysedMove& move) {
  json["replies"] = move.replies;
  json["replies_that_hold"] = move.replies_that_hold;
  return json;
}

Json as_json(const Geometry& geometry, const Analysis& analysis) {
  Json json = as_json(geometry, analysis.position, analysis.known);
  json["moves_that_hold"] = analysis.moves_that_hold;
  json["best_trap"] = Json();
  if (analysis.best_trap) {
    const AnalysedMove& trap = analysis.moves[*analysis.best_trap];
    json["best_trap"] = with_replies({{"move", move_name(geometry, trap.move)}}, trap);
  }
  json["moves"] = Json::array();
  for (const AnalysedMove& move : analysis.moves) {
    Json each = with_replies(as_json(geometry, move), move);
    each["same_as"] = move_name(geometry, analysis.moves[move.same_as].move);
    json["moves"].push_back(each);
  }
  return json;
}

void show_values(const Options& options, const Knowledge& knowledge, Position position) {
  const Geometry& geometry = knowledge.geometry();
  const Analysis analysis = analyse(knowledge, position, options.effort);
  if (options.json) return print(as_json(geometry, analysis).dump() + '\n');
  std::string text =
      board_text(geometry, position, {}, options.colour) + verdict(geometry, position, analysis.known) + '\n';
  if (const std::string more = figures(geometry, analysis); !more.empty()) text += more + '\n';
  print(text + moves_text(geometry, analysis, options.all, options.colour));
}

/// The position in the arguments, before the table that answers for it is looked for.
std::pair<Rules, Position> asked_position(const Options& options) {
  const std::string text = fmt::format("{}", fmt::join(options.position, " "));
  const std::optional<Rules> named = named_rules(options.rules);
  return from_argument("POSITION", [&] {
    const Rules rules = named ? *named : rules_for_position(text);
    return std::pair(rules, parse_position(Geometry(rules), text));
  });
}

void probe_lines(const Options& options, Games& games) {
  const std::optional<Rules> named = named_rules(options.rules);
  LineBuffer input;
  for (int number = 1;; ++number) {
    try {
      const std::optional<std::string> line = input.next();
      if (!line) break;
      if (line->find_first_not_of(" \t\r") == std::string::npos) continue;
      const Knowledge& knowledge = games.of(named ? *named : rules_for_position(*line));
      const Position position = parse_position(knowledge.geometry(), *line);
      if (number > 1 && !options.json) print("\n");
      show_values(options, knowledge, position);
    } catch (const Error& error) {
      throw Error(fmt::format("line {}: {}", number, error.what()));
    }
  }
}

void probe(const Options& options) {
  Games games(options);
  if (options.position.empty()) {
    probe_lines(options, games);
  } else {
    const auto [rules, position] = asked_position(options);
    show_values(options, games.of(rules), position);
  }
  if (!options.json) games.say_what_tables_add();
}

/// The game of a line as a figure.
std::string svg_of(const Geometry& geometry, Position start, const PlayLine& line) {
  std::vector<study::ShownMove> moves;
  for (const AnalysedMove& move : line.moves)
    moves.push_back({move.move, move.position, in_words(move.known)});
  return study::svg_of_line(geometry, start, moves,
                            line.end == LineEnd::repetition ? study::repeated : "it goes on");
}

Json as_json(const Geometry& geometry, Position start, const Known& known, const PlayLine& line) {
  const bool hardest = is_hardest(line);
  Json json = as_json(geometry, start, known);
  json["kind"] = hardest ? "hardest" : "best";
  json["ends"] = line_end_name(line.end);
  json["moves"] = Json::array();
  for (const AnalysedMove& move : line.moves) {
    const Json each = as_json(geometry, move);
    json["moves"].push_back(hardest ? with_replies(each, move) : each);
  }
  return json;
}

void line(const Options& options) {
  const auto [rules, start] = asked_position(options);
  Games games(options);
  const Knowledge& knowledge = games.of(rules);
  const Geometry& geometry = knowledge.geometry();
  const PlayLine line = best_line(knowledge, start, options.effort, longest_line(knowledge));
  const Known& known = line.known;
  if (!options.svg.empty()) write_text(options.svg, svg_of(geometry, start, line));
  if (options.json) return print(as_json(geometry, start, known, line).dump(2) + '\n');
  print(board_text(geometry, start, {}, options.colour) + verdict(geometry, start, known) + '\n' +
        line_text(geometry, start, line, options.boards, options.colour));
  games.say_what_tables_add();
}

Json as_json(const std::vector<TableInfo>& tables) {
  Json list = Json::array();
  for (const TableInfo& table : tables)
    list.push_back({{"rules", to_string(table.rules)},
                    {"metric", metric_name(table.metric)},
                    {"empty_board", outcome_name(table.summary.empty_board.outcome)},
                    {"signature", fmt::format("{:016x}", table.summary.signature)},
                    {"bytes", table.bytes},
                    {"directory", table.directory.string()}});
  return {{"tables", list}};
}

std::string as_text(const std::vector<TableInfo>& tables, const std::filesystem::path& directory) {
  std::string text;
  for (const TableInfo& table : tables)
    text += fmt::format("{:<24} {:<10} {:<6} {:>10}  {}\n", to_string(table.rules),
                        table.metric == Metric::outcome ? "outcomes" : "distances",
                        outcome_name(table.summary.empty_board.outcome), size_text(table.bytes),
                        table.directory.string());
  if (tables.empty())
    text = fmt::format("No tables in {}; quixo solve 4x5 would make one.\n", directory.string());
  return text + fmt::format("Boards of up to {} cells need no table.\n", most_cells_in_memory);
}

void show_tables(const Options& options) {
  const std::filesystem::path directory = tables_directory(options.tables);
  if (directory.empty())
    throw CLI::ValidationError("--tables",
                               "neither XDG_DATA_HOME nor HOME is set: say where the tables are kept");
  const auto [tables, problems] = list_tables(directory);
  print(options.json ? json_text(as_json(tables)) : as_text(tables, directory));
  if (!problems.empty()) throw Error(problems.front());
}

std::shared_ptr<Options> add_common(CLI::App* verb) {
  auto options = std::make_shared<Options>();
  add_tables_option(*verb, options->tables);
  verb->add_flag("--json", options->json, "print JSON");
  return options;
}

/// The options of verbs that ask about a position.
std::shared_ptr<Options> add_common_of_positions(CLI::App* verb) {
  auto options = add_common(verb);
  verb->add_option("--rules", options->rules, "rules name (default: the official rules for the board's size)")
      ->type_name("RULES");
  verb->add_option("--horizon", options->effort.horizon,
                   "how many moves ahead to search where there is no table (default: 12)")
      ->check(number_from(1, 20));
  add_color_option(*verb, options->colour);
  return options;
}

}  // namespace

void add_probe(CLI::App& app) {
  CLI::App* verb = add_verb(app, "probe", "The true value of a position and of every move",
                            "quixo probe 'XO1/1X1/O1O o'   or   quixo probe < positions.txt");
  const auto options = add_common_of_positions(verb);
  verb->add_option("POSITION", options->position,
                   "rows from the top and the player to move (default: one a line from standard input)");
  verb->add_flag("--all", options->all, "a row for every move, also for those that are the same by symmetry");
  verb->callback([options] { probe(*options); });
}

void add_line(CLI::App& app) {
  CLI::App* verb = add_verb(app, "line", "Best play by both sides from a position; in a draw the hardest",
                            "quixo line '4/4/4/4 x' --boards");
  const auto options = add_common_of_positions(verb);
  verb->add_option("POSITION", options->position, "rows from the top and the player to move")->required();
  verb->add_flag("--boards", options->boards, "show the board after every move");
  verb->add_option("--svg", options->svg, "also write the game as an animated SVG to this file")
      ->type_name("FILE");
  verb->callback([options] { line(*options); });
}

void add_tables(CLI::App& app) {
  CLI::App* verb = add_verb(app, "tables", "List the games solved on this machine", "quixo tables");
  const auto options = add_common(verb);
  verb->callback([options] { show_tables(*options); });
}

}  // namespace quixo::apps
