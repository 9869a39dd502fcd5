// SPDX-License-Identifier: MIT
#include "study/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "study/animation.h"
#include "study/boards.h"
#include "study/charts.h"
#include "table/census_json.h"

namespace quixo::study {
namespace {

using Json = nlohmann::ordered_json;

std::string per_cent(std::uint64_t part, std::uint64_t all) {
  return fmt::format("{:.2f} %", 100 * static_cast<double>(part) / static_cast<double>(all));
}

class Report {
 public:
  Report(const Table& table, const Study& study)
      : table_(table),
        study_(study),
        geometry_(geometry_of(table)),
        rules_(to_string(table.rules())),
        distances_(table.metric() == Metric::distance) {}

  std::vector<File> files() const {
    std::vector<File> files = {{"report.json", json().dump(2) + '\n'},
                               {"classes.csv", classes_csv()},
                               {"outcomes.svg", svg_of_outcomes(table_.rules(), census())}};
    if (!study_.kinds.empty()) files.push_back({"positions.svg", positions_svg()});
    if (distances_) {
      files.push_back({"distances.csv", distances_csv()});
      files.push_back({"distances.svg", svg_of_distances(table_.rules(), census())});
      files.push_back({"game.txt", game_text()});
      files.push_back({"game.svg", svg_of_line(geometry_, {}, shown_moves(study_.game))});
    }
    files.push_back({"report.md", markdown()});
    return files;
  }

 private:
  const Census& census() const { return table_.summary().census; }

  /// Calls visit(own, opponent, counts, reachable) for every class.
  template <class Visit>
  void for_each_class(Visit&& visit) const {
    for (int cubes = 0; cubes <= geometry_.cells(); ++cubes)
      for (int own = 0; own <= cubes; ++own) {
        const auto x = static_cast<std::size_t>(own);
        const auto o = static_cast<std::size_t>(cubes - own);
        visit(own, cubes - own, census().classes[x][o], study_.reachable[x][o]);
      }
  }

  std::string text(Position position) const { return to_string(geometry_, position); }

  std::string words_of(const Value& value) const { return in_words(value, table_.metric()); }

  std::string game_text() const {
    GameRecord game{table_.rules(), {}, {}};
    for (const MoveValue& move : study_.game) game.moves.push_back(move.move);
    return to_string(game);
  }

  /// One position of each kind, and none twice.
  std::string positions_svg() const {
    std::vector<std::pair<Position, std::string>> captioned;
    for (const Kind& kind : study_.kinds) {
      const Position position = kind.examples.front();
      if (std::ranges::count(captioned, position, &std::pair<Position, std::string>::first) > 0) continue;
      captioned.emplace_back(position,
                             fmt::format("X {}\n{}", words_of(table_.probe(position)), kind.description));
    }
    return svg_of_positions(geometry_, captioned);
  }

  std::string classes_csv() const {
    std::string csv = "own_cubes,opponent_cubes,win,draw,loss,reachable\n";
    for_each_class([&](int own, int opponent, const OutcomeCounts& counts, std::uint64_t reachable) {
      csv +=
          fmt::format("{},{},{},{},{},{}\n", own, opponent, counts.win, counts.draw, counts.loss, reachable);
    });
    return csv;
  }

  std::string distances_csv() const {
    std::string csv = "distance_moves,win,loss\n";
    for (const auto& [distance, counts] : census().distances)
      csv += fmt::format("{},{},{}\n", distance, counts.win, counts.loss);
    return csv;
  }

  Json json_of(const Value& value) const {
    return {{"outcome", outcome_name(value.outcome)},
            {"distance_moves", distances_ && value.outcome != Outcome::draw ? Json(value.distance) : Json()}};
  }

  static Json json_of(const OutcomeCounts& counts) { return table::to_json(counts, table::api_fields); }

  Json json_of(const std::optional<Longest>& longest) const {
    return table::to_json(geometry_, longest, table::api_fields);
  }

  Json json() const {
    const Summary& summary = table_.summary();
    Json json = {{"rules", rules_},
                 {"metric", metric_name(table_.metric())},
                 {"signature", fmt::format("{:016x}", summary.signature)},
                 {"empty_board", json_of(summary.empty_board)},
                 {"positions", census().totals().total()},
                 {"totals", json_of(census().totals())},
                 {"reachable", study_.all_reachable()},
                 {"classes", classes_json()}};
    if (distances_) {
      json["distances"] = table::distances_to_json(census(), table::api_fields);
      json["longest_win"] = json_of(summary.win);
      json["longest_loss"] = json_of(summary.loss);
    }
    json["first_moves"] = first_moves_json();
    json["positions_of_interest"] = kinds_json();
    if (distances_) json["game"] = game_json();
    return json;
  }

  Json classes_json() const {
    Json rows = Json::array();
    for_each_class([&](int own, int opponent, const OutcomeCounts& counts, std::uint64_t reachable) {
      Json row = table::class_to_json(own, opponent, counts, table::api_fields);
      row["reachable"] = reachable;
      rows.push_back(std::move(row));
    });
    return rows;
  }

  Json first_moves_json() const {
    Json rows = Json::array();
    for (const FirstMove& first : study_.first_moves) {
      Json& row = rows.emplace_back(Json{{"move", move_name(geometry_, first.move)}, {"moves", first.moves}});
      row.update(json_of(first.value));
      row["replies"] = json_of(first.replies);
    }
    return rows;
  }

  Json kinds_json() const {
    Json rows = Json::array();
    for (const Kind& kind : study_.kinds) {
      Json examples = Json::array();
      for (const Position& position : kind.examples)
        examples.emplace_back(Json{{"position", text(position)}}).update(json_of(table_.probe(position)));
      rows.push_back({{"name", kind.name},
                      {"description", kind.description},
                      {"count", kind.count ? Json(*kind.count) : Json()},
                      {"examples", examples}});
    }
    return rows;
  }

  Json game_json() const {
    Json rows = Json::array();
    for (const MoveValue& move : study_.game) {
      Json& row = rows.emplace_back(
          Json{{"move", move_name(geometry_, move.move)}, {"position", text(move.position)}});
      row.update(json_of(move.value));
    }
    return rows;
  }

  std::string markdown() const {
    std::string md = fmt::format("# Quixo {}\n\nThe empty board: {}.\n\n", rules_,
                                 game_in_words(table_.summary().empty_board, table_.metric()));
    totals(md);
    outcomes(md);
    if (distances_) moves_to_the_end(md);
    first_moves(md);
    kinds(md);
    if (distances_) game(md);
    return md;
  }

  void totals(std::string& md) const {
    const OutcomeCounts counts = census().totals();
    md +=
        "Counts are of positions with the player to move as X, symmetric ones counted each; win and loss are "
        "for the\nplayer to move. A position is reachable when it can arise in a game from the empty "
        "board.\n\n"
        "| | positions | share |\n|---|---:|---:|\n";
    const auto row = [&](const char* what, std::uint64_t count) {
      md += fmt::format("| {} | {} | {} |\n", what, grouped(count), per_cent(count, counts.total()));
    };
    row("win", counts.win);
    row("draw", counts.draw);
    row("loss", counts.loss);
    row("all", counts.total());
    row("reachable", study_.all_reachable());
  }

  void outcomes(std::string& md) const {
    md +=
        "\n## Outcomes by class\n\n![Outcomes by class](outcomes.svg)\n\n"
        "<details><summary>All classes (also in classes.csv)</summary>\n\n"
        "| own cubes | opponent's | win | draw | loss | reachable |\n|---:|---:|---:|---:|---:|---:|\n";
    for_each_class([&](int own, int opponent, const OutcomeCounts& counts, std::uint64_t reachable) {
      md += fmt::format("| {} | {} | {} | {} | {} | {} |\n", own, opponent, grouped(counts.win),
                        grouped(counts.draw), grouped(counts.loss), grouped(reachable));
    });
    md += "\n</details>\n";
  }

  void moves_to_the_end(std::string& md) const {
    md +=
        "\n## Moves to the end\n\nThe winner hurries, the loser delays; 0 moves: the game is "
        "over.\n\n![Moves to the end](distances.svg)\n\n| moves | win | loss |\n|---:|---:|---:|\n";
    for (const auto& [distance, counts] : census().distances)
      md += fmt::format("| {} | {} | {} |\n", distance, grouped(counts.win), grouped(counts.loss));
    md += '\n';
    const auto longest = [&](const char* what, const std::optional<Longest>& found) {
      if (found)
        md += fmt::format("- The longest {}: {} moves, `{}`\n", what, found->distance, text(found->position));
    };
    longest("win", table_.summary().win);
    longest("loss", table_.summary().loss);
  }

  void first_moves(std::string& md) const {
    md +=
        "\n## First moves\n\nOne of each kind up to symmetry; the replies by what they are worth to the "
        "second player.\n\n| move | such moves | the first player | winning replies | drawing | losing |\n"
        "|---|---:|---|---:|---:|---:|\n";
    for (const FirstMove& first : study_.first_moves)
      md += fmt::format("| {} | {} | {} | {} | {} | {} |\n", move_name(geometry_, first.move), first.moves,
                        words_of(first.value), first.replies.win, first.replies.draw, first.replies.loss);
  }

  void kinds(std::string& md) const {
    if (study_.kinds.empty()) return;
    md += "\n## Positions of interest\n\n![Positions of interest](positions.svg)\n\n";
    for (const Kind& kind : study_.kinds) {
      md += fmt::format(
          "- {}{}:", kind.description,
          kind.count ? fmt::format(" ({} position{})", grouped(*kind.count), *kind.count == 1 ? "" : "s")
                     : "");
      for (const Position& position : kind.examples)
        md += fmt::format("\n  - `{}` {}", text(position), words_of(table_.probe(position)));
      md += '\n';
    }
  }

  void game(std::string& md) const {
    const bool over = !study_.game.empty() && is_over(geometry_, study_.game.back().position);
    md += fmt::format(
        "\n## A game of best play\n\n{} moves, {}.\n\n![A game of best play](game.svg)\n\n```\n{}```\n",
        study_.game.size(), over ? "to the end" : "until a position comes up again", game_text());
  }

  const Table& table_;
  const Study& study_;
  const Geometry& geometry_;
  std::string rules_;
  bool distances_;
};

}  // namespace

std::vector<File> report(const Table& table, const Study& study) { return Report(table, study).files(); }

}  // namespace quixo::study
