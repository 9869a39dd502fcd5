// SPDX-License-Identifier: MIT
//
// quixo match: players against each other, each against each.
#include "play/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "apps/players.h"
#include "apps/progress_line.h"
#include "apps/table_for.h"
#include "apps/verbs.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string rules = "5x5";
  std::vector<std::string> players;
  MatchOptions match;
  agent::Limits limits;
  std::string tables;
  bool json = false;
};

/// Who plays, and for want of which moves it lost games.
struct Entrant {
  std::unique_ptr<Contestant> contestant;
  std::string command;                  ///< Of a program.
  std::map<std::string, int> forfeits;  ///< How often, by the reason.

  const std::string& name() const { return contestant->name(); }
};
using Entrants = std::vector<Entrant>;

/// Nobody else looks as far as the match says.
bool has_searcher(const Entrants& players) {
  return std::ranges::any_of(players, [](const Entrant& player) { return player.name() == "searcher"; });
}

/// What each player scored: scores[i][j] is how i did against j.
using Scores = std::vector<std::vector<Score>>;

Score total(const std::vector<Score>& scores) {
  Score sum;
  for (const Score& score : scores) {
    sum.wins += score.wins;
    sum.draws += score.draws;
    sum.losses += score.losses;
  }
  return sum;
}

/// Which programs played, and which games they lost without being beaten.
std::string programs_text(const Entrants& players) {
  std::string text;
  for (const Entrant& player : players) {
    if (player.command.empty()) continue;
    text += fmt::format("\n{} is the program {}{}\n", player.name(), player.command,
                        player.forfeits.empty() ? "" : ", and lost games without being beaten:");
    text += forfeits_text(player.forfeits);
  }
  return text;
}

std::string as_text(const Options& options, const Entrants& players, const Scores& scores) {
  // Programs may have longer names than computer players.
  std::size_t longest = 0;
  for (const Entrant& player : players) longest = std::max(longest, player.name().size());
  const std::size_t first = std::max<std::size_t>(10, longest + 2);
  const std::size_t column = std::max<std::size_t>(9, longest + 2);
  std::string text = fmt::format(
      "{}: {} games a pair, {} random opening moves, drawn after {} moves or a threefold repetition, seed "
      "{}{}\npercent of the points scored by the player on the left\n\n{:{}}",
      options.rules, options.match.games, options.match.opening_moves, options.match.most_moves,
      options.match.seed,
      has_searcher(players) ? fmt::format(", the searcher looks {} moves ahead", options.match.horizon) : "",
      "", first);
  for (const Entrant& player : players) text += fmt::format("{:>{}}", player.name(), column);
  text += fmt::format("{:>9}{:>8}{:>8}{:>8}\n", "all", "won", "drawn", "lost");
  for (std::size_t i = 0; i < players.size(); ++i) {
    text += fmt::format("{:{}}", players[i].name(), first);
    for (std::size_t j = 0; j < players.size(); ++j)
      text += i == j ? fmt::format("{:>{}}", "-", column)
                     : fmt::format("{:{}.1f}", scores[i][j].percent(), column);
    const Score all = total(scores[i]);
    text += fmt::format("{:9.1f}{:8}{:8}{:8}\n", all.percent(), all.wins, all.draws, all.losses);
  }
  return text + programs_text(players);
}

Json as_json(const Options& options, const Entrants& players, const Scores& scores) {
  const auto score_json = [](const Score& score) {
    return Json{{"wins", score.wins},
                {"draws", score.draws},
                {"losses", score.losses},
                {"score_percent", score.percent()}};
  };
  Json totals = Json::array();
  Json pairs = Json::array();
  for (std::size_t i = 0; i < players.size(); ++i) {
    Json sum = score_json(total(scores[i]));
    sum["player"] = players[i].name();
    if (!players[i].command.empty()) {
      sum["command"] = players[i].command;
      sum["forfeits"] = players[i].forfeits;
    }
    totals.push_back(sum);
    for (std::size_t j = i + 1; j < players.size(); ++j) {
      Json pair = score_json(scores[i][j]);
      pair["player"] = players[i].name();
      pair["opponent"] = players[j].name();
      pairs.push_back(pair);
    }
  }
  return {{"rules", options.rules},
          {"games_per_pair", options.match.games},
          {"opening_moves", options.match.opening_moves},
          {"most_moves", options.match.most_moves},
          {"searcher_horizon_moves", has_searcher(players) ? Json(options.match.horizon) : Json()},
          {"seed", options.match.seed},
          {"totals", totals},
          {"pairs", pairs}};
}

void run(Options options) {
  const Rules rules = from_argument("RULES", [&] { return parse_rules(options.rules); });
  options.rules = to_string(rules);
  if (options.players.empty())
    for (int level = 1; level <= Computer::levels; ++level)
      options.players.push_back(fmt::format("level-{}", level));
  if (options.players.size() < 2) throw CLI::ValidationError("PLAYER", "a match needs two players or more");
  if (options.match.games % 2 != 0)
    throw CLI::ValidationError("--games", "must be even: each opening is played with both colours");
  std::vector<NamedPlayer> named;
  for (const std::string& name : options.players) named.push_back(named_player("PLAYER", name));

  const Knowledge knowledge = knowledge_for(rules, options.tables);
  const Thinking thinking{.horizon = options.match.horizon, .time = std::nullopt};
  Entrants players;
  for (const NamedPlayer& player : named)
    players.push_back(
        {contestant("PLAYER", player, knowledge, options.limits, thinking), player.command, {}});
  Scores scores(players.size(), std::vector<Score>(players.size()));
  ProgressLine line;
  const double pairs = static_cast<double>(players.size() * (players.size() - 1)) / 2;
  double done = 0;
  for (std::size_t i = 0; i < players.size(); ++i)
    for (std::size_t j = i + 1; j < players.size(); ++j) {
      options.match.progress = [&](int games) {
        line.show(fmt::format("{} against {}", players[i].name(), players[j].name()),
                  (done + static_cast<double>(games) / options.match.games) / pairs);
      };
      options.match.on_forfeit = [&](const Contestant& who, std::optional<Position>,
                                     const std::string& reason) {
        ++players[&who == players[i].contestant.get() ? i : j].forfeits[reason];
      };
      const Score score = play_match(rules, *players[i].contestant, *players[j].contestant, options.match);
      scores[i][j] = score;
      scores[j][i] = {score.losses, score.draws, score.wins};
      ++done;
    }
  line.clear();
  print(options.json ? as_json(options, players, scores).dump(2) + '\n' : as_text(options, players, scores));
}

}  // namespace

void add_match(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = add_verb(app, "match", "Let players and programs play each other, each against each",
                            "quixo match 4x4 perfect winner level-9 'exec:python3 agent.py'");
  verb->add_option("RULES", options->rules, "rules name (default: 5x5)");
  verb->add_option("PLAYER", options->players,
                   fmt::format("{}, two or more (default: the nine levels)", player_names));
  verb->add_option("--games", options->match.games, "games of each pair (default: 100)")
      ->check(number_from(2, 1'000'000));
  verb->add_option("--opening-moves", options->match.opening_moves,
                   "random moves before the players take over (default: 2)")
      ->check(number_from(0, 100));
  verb->add_option("--max-moves", options->match.most_moves,
                   "moves after which a game is drawn (default: 200)")
      ->check(number_from(1, 100'000));
  verb->add_option(
          "--horizon", options->match.horizon,
          fmt::format("how many moves ahead the searcher looks (default: {})", options->match.horizon))
      ->check(number_from(1, 20));
  add_seed_option(*verb, options->match.seed, "for the openings and the players (default: 1)");
  add_limits_options(*verb, options->limits);
  add_tables_option(*verb, options->tables);
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] { run(*options); });
}

}  // namespace quixo::apps
