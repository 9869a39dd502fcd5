// SPDX-License-Identifier: MIT
//
// quixo probe, line and tables: what the solved games know about positions, and which games are solved.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <map>
#include <memory>

#include "apps/files.h"
#include "apps/table_for.h"
#include "apps/verbs.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "quixo/table.h"
#include "study/animation.h"

namespace quixo::apps {
namespace {

struct Options {
  std::vector<std::string> position;
  std::string rules;
  std::string tables;
  std::string svg;
  bool boards = false;
  bool json = false;
};

std::string verdict(const Table& table, Position position) {
  if (const std::optional<Player> won = winner(geometry_of(table), position))
    return fmt::format("The game is over: {} has won.", letter(*won));
  const Value value = table.probe(position);
  if (value.outcome == Outcome::draw) return fmt::format("{} to move: a draw.", letter(position.to_move));
  return fmt::format("{} to move {}.", letter(position.to_move), in_words(value, table.metric()));
}

Json distance(const Table& table, Value value) {
  return value.outcome == Outcome::draw || table.metric() == Metric::outcome ? Json() : Json(value.distance);
}

Json as_json(const Table& table, const MoveValue& move) {
  return {{"move", move_name(geometry_of(table), move.move)},
          {"outcome", outcome_name(move.value.outcome)},
          {"distance_moves", distance(table, move.value)},
          {"position", to_string(geometry_of(table), move.position)}};
}

Json as_json(const Table& table, Position position, const std::vector<MoveValue>& moves) {
  const std::optional<Player> won = winner(geometry_of(table), position);
  const Value value = table.probe(position);
  Json list = Json::array();
  for (const MoveValue& move : moves) list.push_back(as_json(table, move));
  return {{"rules", to_string(table.rules())},
          {"position", to_string(geometry_of(table), position)},
          {"to_move", std::string(1, letter(position.to_move))},
          {"over", won.has_value()},
          {"winner", won ? Json(std::string(1, letter(*won))) : Json()},
          {"outcome", outcome_name(value.outcome)},
          {"distance_moves", distance(table, value)},
          {"moves", list}};
}

/// Opens each table once, however many positions are asked.
class Tables {
 public:
  explicit Tables(const Options& options) : options_(options) {}

  const Table& of(const Rules& rules) {
    const auto found = tables_.find(to_string(rules));
    if (found != tables_.end()) return found->second;
    Table table = look_for_table([&] { return open_table(rules, tables_directory(options_.tables)); });
    return tables_.emplace(to_string(rules), std::move(table)).first->second;
  }

 private:
  const Options& options_;
  std::map<std::string, Table> tables_;
};

void show_values(const Options& options, const Table& table, Position position) {
  const std::vector<MoveValue> moves = table.moves(position);
  if (options.json) return print(as_json(table, position, moves).dump() + '\n');
  std::string text = diagram(geometry_of(table), position) + verdict(table, position) + '\n';
  for (const MoveValue& move : moves)
    text += fmt::format("  {}  {:<12}  {}\n", move_name(geometry_of(table), move.move),
                        in_words(move.value, table.metric()), to_string(geometry_of(table), move.position));
  print(text);
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

void probe(const Options& options) {
  Tables tables(options);
  if (!options.position.empty()) {
    const auto [rules, position] = asked_position(options);
    return show_values(options, tables.of(rules), position);
  }
  const std::optional<Rules> named = named_rules(options.rules);
  int number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      const Table& table = tables.of(named ? *named : rules_for_position(line));
      const Position position = parse_position(geometry_of(table), line);
      if (number > 1 && !options.json) print("\n");
      show_values(options, table, position);
    } catch (const Error& error) {
      throw Error(fmt::format("line {}: {}", number, error.what()));
    }
  }
}

void line(const Options& options) {
  const auto [rules, start] = asked_position(options);
  Tables tables(options);
  const Table& table = tables.of(rules);
  const std::vector<MoveValue> moves = table.line(start);
  if (!options.svg.empty()) write_text(options.svg, study::svg_of_line(geometry_of(table), start, moves));
  const bool repeats = !moves.empty() && !is_over(geometry_of(table), moves.back().position);
  if (options.json) {
    Json json = as_json(table, start, moves);
    json["ends"] = repeats ? "repetition" : "line";
    return print(json.dump(2) + '\n');
  }
  std::string out = diagram(geometry_of(table), start) + verdict(table, start) + '\n';
  Player player = start.to_move;
  for (std::size_t i = 0; i < moves.size(); ++i, player = other(player)) {
    out +=
        fmt::format("{:3}. {} {}  {}\n", i + 1, letter(player), move_name(geometry_of(table), moves[i].move),
                    in_words(moves[i].value, table.metric()));
    if (options.boards) out += diagram(geometry_of(table), moves[i].position);
  }
  if (repeats) out += "From here on the positions repeat.\n";
  print(out);
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
  print(options.json ? as_json(tables).dump(2) + '\n' : as_text(tables, directory));
  if (!problems.empty()) throw Error(problems.front());
}

std::shared_ptr<Options> add_common(CLI::App* verb) {
  const auto options = std::make_shared<Options>();
  add_tables_option(*verb, options->tables);
  verb->add_flag("--json", options->json, "print JSON");
  return options;
}

}  // namespace

void add_probe(CLI::App& app) {
  CLI::App* verb = add_verb(app, "probe", "The true value of a position and of every move",
                            "quixo probe 'XO1/1X1/O1O o'   or   quixo probe < positions.txt");
  const auto options = add_common(verb);
  verb->add_option("POSITION", options->position,
                   "rows from the top and the player to move (default: one a line from standard input)");
  verb->add_option("--rules", options->rules,
                   "rules name (default: the official rules for the board's size)");
  verb->callback([options] { probe(*options); });
}

void add_line(CLI::App& app) {
  CLI::App* verb = add_verb(app, "line", "Best play by both sides from a position to the end",
                            "quixo line '4/4/4/4 x' --boards");
  const auto options = add_common(verb);
  verb->add_option("POSITION", options->position, "rows from the top and the player to move")->required();
  verb->add_option("--rules", options->rules,
                   "rules name (default: the official rules for the board's size)");
  verb->add_flag("--boards", options->boards, "show the board after every move");
  verb->add_option("--svg", options->svg, "also write the game as an animated SVG to this file");
  verb->callback([options] { line(*options); });
}

void add_tables(CLI::App& app) {
  CLI::App* verb = add_verb(app, "tables", "List the games solved on this machine", "quixo tables");
  const auto options = add_common(verb);
  verb->callback([options] { show_tables(*options); });
}

}  // namespace quixo::apps
