// SPDX-License-Identifier: MIT
//
// quixo judge: how good players are, by the truth.
#include "judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "apps/files.h"
#include "apps/players.h"
#include "apps/progress_line.h"
#include "apps/say.h"
#include "apps/table_for.h"
#include "apps/verbs.h"
#include "base/text.h"
#include "judge/chart.h"

namespace quixo::apps {
namespace {

using judge::Interval;
using judge::Marks;
using judge::Share;
using judge::Tally;

struct Options {
  std::string rules;
  std::vector<std::string> players;
  std::vector<std::string> against = {"level-3", "level-6", "level-9"};
  int games = 40;
  std::string suite;
  int horizon = 10;
  std::uint64_t seed = 1;
  std::string svg;
  bool json = false;
  agent::Limits limits;
  std::string tables;
};

/// Where the moves come from: games or a suite.
struct Source {
  std::string title;
  std::vector<Marks> marks;        ///< Of each player.
  std::vector<Score> scores = {};  ///< In games.
};

struct Judged {
  std::vector<std::string> names;
  std::vector<std::string> commands;  ///< Of programs.
  std::vector<Source> sources;
};

// Text -----------------------------------------------------------------------------------------------------

std::string percent(const Interval& share) {
  return share.least == share.most ? fmt::format("{:.1f} %", 100 * share.least)
                                   : fmt::format("{:.1f}-{:.1f} %", 100 * share.least, 100 * share.most);
}

std::string interval_text(const Share& share) {
  const Interval interval = share.interval();
  return fmt::format("{:.1f}-{:.1f}", 100 * interval.least, 100 * interval.most);
}

std::string lost_text(const Tally& tally) {
  const std::optional<double> mean = tally.mean_moves_lost();
  return mean ? fmt::format("{:.2f}", *mean) : "-";
}

/// The first column to the left, the others to the right.
std::string table_text(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const std::vector<std::string>& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    text += fmt::format("  {:{}}", row[0], widths[0]);
    for (std::size_t i = 1; i < row.size(); ++i) text += fmt::format("  {:>{}}", row[i], widths[i]);
    text.resize(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string phase_text(int phase, int cells) {
  const auto first = [&](int of) { return (of * (cells + 1) + judge::phases - 1) / judge::phases; };
  return fmt::format("{} to {} cubes", first(phase), first(phase + 1) - 1);
}

std::string details_text(const Marks& marks, int cells) {
  std::vector<std::vector<std::string>> rows = {
      {"", "moves", "keep the outcome", "95 % interval", "moves lost"}};
  const auto add = [&](const std::string& name, const Share& share, const std::string& lost) {
    if (share.all() == 0)
      rows.push_back({name, "0", "-", "-", ""});
    else
      rows.push_back({name, grouped(share.all()), percent(share.seen()), interval_text(share), lost});
  };
  add("won positions", marks.won.kept, lost_text(marks.won));
  add("drawn positions", marks.drawn.kept, "");
  // Every move keeps the outcome of a lost position, but for one that was not made.
  if (marks.lost.kept.no == 0)
    rows.push_back({"lost positions", grouped(marks.lost.kept.all()), "-", "-", lost_text(marks.lost)});
  else
    add("lost positions", marks.lost.kept, lost_text(marks.lost));
  if (marks.unclear.kept.all() > 0) add("unclear positions", marks.unclear.kept, "");
  add("only-moves", marks.only_moves, "");
  for (int phase = 0; phase < judge::phases; ++phase)
    add(phase_text(phase, cells), marks.by_phase[static_cast<std::size_t>(phase)], "");
  return table_text(rows);
}

std::string comparison_text(const std::vector<std::string>& names, const std::vector<Marks>& marks) {
  const bool unclear =
      std::ranges::any_of(marks, [](const Marks& each) { return each.unclear.kept.all() > 0; });
  std::vector<std::vector<std::string>> rows = {
      {"", "won: kept", "", "drawn: kept", "", "only-moves", "", "moves lost: won", "lost"}};
  if (unclear) rows.front().insert(rows.front().end(), {"unclear: fine", ""});
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<std::string> row = {names[i]};
    const auto add = [&](const Share& share) {
      row.push_back(share.all() == 0 ? "-" : percent(share.seen()));
      row.push_back(share.all() == 0 ? "" : fmt::format("({})", interval_text(share)));
    };
    for (const Share& share : {marks[i].won.kept, marks[i].drawn.kept, marks[i].only_moves}) add(share);
    for (const Tally& tally : {marks[i].won, marks[i].lost}) row.push_back(lost_text(tally));
    if (unclear) add(marks[i].unclear.kept);
    rows.push_back(row);
  }
  return table_text(rows);
}

std::string scores_text(const Judged& judged, const Source& source) {
  std::string text;
  for (std::size_t i = 0; i < source.scores.size(); ++i)
    text += fmt::format("  {} won {}, drew {} and lost {}\n", judged.names[i], source.scores[i].wins,
                        source.scores[i].draws, source.scores[i].losses);
  return text;
}

std::string programs_text(const Judged& judged) {
  std::string text;
  for (std::size_t i = 0; i < judged.names.size(); ++i) {
    if (judged.commands[i].empty()) continue;
    text += fmt::format("\n{} is the program {}\n", judged.names[i], judged.commands[i]);
    for (const Source& source : judged.sources) text += forfeits_text(source.marks[i].forfeits);
  }
  return text;
}

std::string by_what(const Knowledge& knowledge, const Options& options) {
  if (knowledge.metric() == quixo::Metric::distance) return "by a table";
  const std::string search = fmt::format("by a search of {} moves", options.horizon);
  return knowledge.table() ? "by a table of outcomes, and " + search : search;
}

std::string as_text(const Knowledge& knowledge, const Options& options, const Judged& judged) {
  const Rules& rules = knowledge.rules();
  std::string text = fmt::format("{}, {}", to_string(rules), by_what(knowledge, options));
  text += judged.names.size() == 1 ? ": " + judged.names.front() + '\n' : "\n";
  for (const Source& source : judged.sources) {
    text += fmt::format("\n{}\n", source.title);
    text += judged.names.size() == 1 ? details_text(source.marks.front(), rules.cells())
                                     : comparison_text(judged.names, source.marks);
    text += scores_text(judged, source);
  }
  return text + programs_text(judged);
}

// JSON and the figure --------------------------------------------------------------------------------------

Json share_json(const Share& share) {
  Json json = {{"moves", share.all()}, {"yes", share.yes}, {"no", share.no}, {"unclear", share.unclear}};
  const auto rounded = [](double part) { return static_cast<double>(std::llround(1e5 * part)) / 1e3; };
  const bool any = share.all() > 0;
  const Interval seen = any ? share.seen() : Interval{};
  const Interval interval = share.interval();
  json["percent"] = any ? Json{rounded(seen.least), rounded(seen.most)} : Json();
  json["interval_percent"] = any ? Json{rounded(interval.least), rounded(interval.most)} : Json();
  return json;
}

Json tally_json(const Tally& tally) {
  const std::optional<double> mean = tally.mean_moves_lost();
  return {{"kept", share_json(tally.kept)},
          {"moves_lost", tally.moves_lost},
          {"moves_measured", tally.measured},
          {"moves_lost_per_move", mean ? Json(*mean) : Json()}};
}

Json marks_json(const Marks& marks, int cells) {
  Json by_phase = Json::array();
  for (int phase = 0; phase < judge::phases; ++phase)
    by_phase.push_back({{"phase", phase_text(phase, cells)},
                        {"kept", share_json(marks.by_phase[static_cast<std::size_t>(phase)])}});
  return {{"won", tally_json(marks.won)},
          {"drawn", tally_json(marks.drawn)},
          {"lost", tally_json(marks.lost)},
          {"unclear", tally_json(marks.unclear)},
          {"only_moves", share_json(marks.only_moves)},
          {"by_phase", by_phase},
          {"forfeits", marks.forfeits}};
}

Json as_json(const Knowledge& knowledge, const Options& options, const Judged& judged) {
  Json players = Json::array();
  for (std::size_t i = 0; i < judged.names.size(); ++i) {
    Json player = {{"player", judged.names[i]}};
    if (!judged.commands[i].empty()) player["command"] = judged.commands[i];
    for (const Source& source : judged.sources) {
      Json marks = marks_json(source.marks[i], knowledge.rules().cells());
      if (!source.scores.empty())
        marks["score"] = {{"wins", source.scores[i].wins},
                          {"draws", source.scores[i].draws},
                          {"losses", source.scores[i].losses}};
      player[source.scores.empty() ? "suite" : "games"] = marks;
    }
    players.push_back(player);
  }
  const bool games = options.games > 0;
  return {{"rules", to_string(knowledge.rules())},
          {"judged", by_what(knowledge, options)},
          {"seed", options.seed},
          {"games_per_opponent", options.games},
          {"opponents", games ? Json(options.against) : Json::array()},
          {"suite", options.suite.empty() ? Json() : Json(options.suite)},
          {"players", players}};
}

std::string figure(const Knowledge& knowledge, const Judged& judged) {
  std::vector<judge::ChartSection> sections;
  for (const Source& source : judged.sources) {
    const auto section = [&](const char* what) -> judge::ChartSection& {
      sections.push_back({fmt::format("{}: {}", source.scores.empty() ? "suite" : "games", what), {}});
      return sections.back();
    };
    if (judged.names.size() == 1) {
      const Marks& marks = source.marks.front();
      judge::ChartSection& all = section("moves that keep the outcome");
      all.rows = {{"won positions", marks.won.kept}, {"drawn positions", marks.drawn.kept}};
      if (marks.unclear.kept.all() > 0) all.rows.push_back({"unclear positions", marks.unclear.kept});
      all.rows.push_back({"only-moves", marks.only_moves});
      for (int phase = 0; phase < judge::phases; ++phase)
        all.rows.push_back(
            {phase_text(phase, knowledge.rules().cells()), marks.by_phase[static_cast<std::size_t>(phase)]});
      continue;
    }
    const auto compare = [&](const char* what, const auto& share) {
      judge::ChartSection& one = section(what);
      for (std::size_t i = 0; i < judged.names.size(); ++i)
        one.rows.push_back({judged.names[i], share(source.marks[i])});
    };
    compare("moves that keep the win", [](const Marks& marks) { return marks.won.kept; });
    compare("moves that keep the draw", [](const Marks& marks) { return marks.drawn.kept; });
    compare("only-moves found", [](const Marks& marks) { return marks.only_moves; });
  }
  const std::string who = judged.names.size() == 1 ? judged.names.front() : "players";
  return judge::svg_of_shares(fmt::format("Quixo {}: how well {} play{}", to_string(knowledge.rules()), who,
                                          judged.names.size() == 1 ? "s" : ""),
                              sections);
}

// The work -------------------------------------------------------------------------------------------------

std::vector<judge::SuitePosition> read_suite(const Rules& rules, const std::string& name) {
  constexpr std::uint64_t most_bytes = 100'000'000;
  return from_argument("--suite", [&] {
    const std::optional<std::string> text = read_whole(name, most_bytes);
    if (!text) throw Error(fmt::format("there is no file {}", quixo::quoted(name)));
    try {
      return judge::parse_suite(rules, *text);
    } catch (const Error& error) {
      throw Error(fmt::format("{}: {}", quixo::quoted(name), error.what()));
    }
  });
}

void run(const Options& options) {
  const Rules rules = from_argument("RULES", [&] { return parse_rules(options.rules); });
  if (options.games % 2 != 0)
    throw CLI::ValidationError("--games", "must be even: each opening is played with both colours");
  if (options.games == 0 && options.suite.empty())
    throw CLI::ValidationError("--games", "without games there must be a --suite");
  std::vector<NamedPlayer> named;
  for (const std::string& name : options.players) named.push_back(named_player("PLAYER", name));
  std::vector<NamedPlayer> against;
  for (const std::string& name : options.against) against.push_back(named_player("--against", name));
  const std::vector<judge::SuitePosition> suite =
      options.suite.empty() ? std::vector<judge::SuitePosition>() : read_suite(rules, options.suite);

  const judge::Judge judge{knowledge_for(rules, options.tables), {.horizon = options.horizon}};
  const auto ready = [&](const std::string& argument, const NamedPlayer& player) {
    return contestant(argument, player, judge.knowledge, options.limits,
                      {.horizon = MatchOptions{}.horizon, .time = std::nullopt});
  };
  std::vector<std::unique_ptr<Contestant>> players;
  players.reserve(named.size());
  for (const NamedPlayer& player : named) players.push_back(ready("PLAYER", player));
  std::vector<std::unique_ptr<Contestant>> opponents;
  if (options.games > 0)
    for (const NamedPlayer& player : against) opponents.push_back(ready("--against", player));

  Judged judged;
  for (std::size_t i = 0; i < players.size(); ++i) {
    judged.names.push_back(players[i]->name());
    judged.commands.push_back(named[i].command);
  }
  ProgressLine line;
  if (options.games > 0) {
    std::string names;
    for (const auto& opponent : opponents)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", opponent->name());
    Source source{fmt::format("In {} games against {}{}, seed {}", options.games,
                              opponents.size() > 1 ? "each of " : "", names, options.seed),
                  std::vector<Marks>(players.size()), std::vector<Score>(players.size())};
    double done = 0;
    const auto all = static_cast<double>(players.size() * opponents.size());
    for (std::size_t i = 0; i < players.size(); ++i)
      for (const auto& opponent : opponents) {
        MatchOptions match{.games = options.games, .seed = options.seed};
        match.progress = [&](int games) {
          line.show(fmt::format("{} against {}", players[i]->name(), opponent->name()),
                    (done + static_cast<double>(games) / options.games) / all);
        };
        const Score score = judge_games(judge, *players[i], *opponent, match, source.marks[i]);
        source.scores[i].wins += score.wins;
        source.scores[i].draws += score.draws;
        source.scores[i].losses += score.losses;
        ++done;
      }
    judged.sources.push_back(source);
  }
  if (!suite.empty()) {
    std::vector<Contestant*> asked;
    asked.reserve(players.size());
    for (const auto& player : players) asked.push_back(player.get());
    judged.sources.push_back({fmt::format("On the {} positions of {}, seed {}", grouped(suite.size()),
                                          options.suite, options.seed),
                              judge_suite(judge, asked, suite, options.seed,
                                          [&](double share) { line.show("the suite", share); })});
  }
  line.clear();
  if (!options.svg.empty()) write_text(options.svg, figure(judge.knowledge, judged));
  print(options.json ? as_json(judge.knowledge, options, judged).dump(2) + '\n'
                     : as_text(judge.knowledge, options, judged));
  if (const std::string note = table_note(judge.knowledge); !note.empty()) say(note + '\n');
}

}  // namespace

void add_judge(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = add_verb(app, "judge", "Tell how good players and programs are, by the true values",
                            "quixo judge 4x4 'exec:python3 agent.py' --suite docs/suites/4x4.txt");
  verb->add_option("RULES", options->rules, "rules name, such as 4x4")->required();
  verb->add_option("PLAYER", options->players,
                   fmt::format("{}; one or more, which are compared", player_names))
      ->required();
  verb->add_option("--against", options->against,
                   "opponents in games (default: level-3, level-6 and level-9)")
      ->type_name("PLAYER")
      ->delimiter(',');
  verb->add_option("--games", options->games, "games against each opponent (default: 40); 0 for none")
      ->check(number_from(0, 1'000'000));
  verb->add_option("--suite", options->suite, "ask about the positions of this file, too")->type_name("FILE");
  verb->add_option("--horizon", options->horizon,
                   "how many moves a search looks ahead where there is no table (default: 10)")
      ->check(number_from(1, 20));
  add_seed_option(*verb, options->seed, "for openings and players (default: 1)");
  verb->add_option("--svg", options->svg, "write a figure to this file")->type_name("FILE");
  verb->add_flag("--json", options->json, "print JSON");
  add_limits_options(*verb, options->limits);
  add_tables_option(*verb, options->tables);
  verb->callback([options] { run(*options); });
}

}  // namespace quixo::apps
