// SPDX-License-Identifier: MIT
//
// quixo perft: paths and distinct positions per depth, each row printed as soon as it is known.
#include "game/perft.h"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "apps/machine.h"
#include "apps/say.h"
#include "apps/verbs.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string rules;
  int depth = 0;
  bool json = false;
};

std::string row_text(const PerftRow& row) {
  return fmt::format("{:>5} {:>20} {:>16} {:>16}\n", row.depth, row.paths, row.positions, row.classes);
}

Json row_json(const PerftRow& row) {
  return {{"depth", row.depth}, {"paths", row.paths}, {"positions", row.positions}, {"classes", row.classes}};
}

/// A share, rewritten in place while a depth takes long; silent when nobody watches.
void redraw_share(const Progress& progress) {
  say(fmt::format("\r{:5.1f} %", 100 * progress.share));
  if (progress.share >= 1) say("\r       \r");
}

void perft(const Options& options) {
  const Geometry geometry(from_argument("RULES", [&] { return parse_rules(options.rules); }));
  Perft perft(geometry, available_memory() / 2);
  Job job;
  if (isatty(STDERR_FILENO)) job.progress = redraw_share;

  if (!options.json)
    print(fmt::format("{:>5} {:>20} {:>16} {:>16}\n", "depth", "paths", "positions", "classes"));
  Json rows = Json::array();
  while (true) {
    if (options.json)
      rows.push_back(row_json(perft.row()));
    else
      print(row_text(perft.row()));
    if (perft.row().depth == options.depth) break;
    perft.advance(job);
  }
  if (options.json) print(Json{{"rules", to_string(geometry.rules())}, {"rows", rows}}.dump(2) + '\n');
}

}  // namespace

void add_perft(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = add_verb(app, "perft", "Count paths and positions from the empty board, per depth",
                            "quixo perft 4x4 5");
  verb->add_option("RULES", options->rules, "rules name, such as 5x5")->required();
  verb->add_option("DEPTH", options->depth, "moves from the empty board")
      ->required()
      ->check(number_from(0, 1000));
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] { perft(*options); });
}

}  // namespace quixo::apps
