// SPDX-License-Identifier: MIT
//
// quixo play: a game in the terminal.
#include <memory>

#include "apps/files.h"
#include "apps/session.h"
#include "apps/table_for.h"
#include "apps/verbs.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string rules = "5x5";
  std::uint64_t seed = 0;
  SessionOptions session;
};

void run(const Options& options) {
  const std::string& resumed = options.session.file;
  const GameRecord record =
      resumed.empty() ? GameRecord{from_argument("RULES", [&] { return parse_rules(options.rules); }), {}, {}}
                      : from_argument("--resume", [&] { return parse_game(read_text(resumed)); });
  Session(options.session, record).run();
}

}  // namespace

void add_play(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  SessionOptions& session = options->session;
  CLI::App* verb = add_verb(app, "play", "Play in the terminal, against the computer or another person",
                            "quixo play   or   quixo play 4x4 --x level-5 --o human");
  CLI::Option* rules = verb->add_option("RULES", options->rules, "rules name (default: 5x5)");
  verb->add_option("--x", session.x, fmt::format("who plays X: human, {} (default: human)", player_names))
      ->type_name("WHO");
  verb->add_option("--o", session.o, "who plays O (default: level-4)")->type_name("WHO");
  verb->add_option("--resume", session.file, "go on with the game in this file")
      ->type_name("FILE")
      ->excludes(rules);
  CLI::Option* seed = add_seed_option(*verb, options->seed, "makes the computer's moves repeatable");
  add_limits_options(*verb, session.limits);
  add_tables_option(*verb, session.tables);
  verb->callback([options, seed] {
    if (seed->count() > 0) options->session.seed = options->seed;
    run(*options);
  });
}

}  // namespace quixo::apps
