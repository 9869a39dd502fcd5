// SPDX-License-Identifier: MIT
//
// quixo data: a training set, positions with the true values of all their moves.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "apps/files.h"
#include "apps/progress_line.h"
#include "apps/say.h"
#include "apps/stop_on_signal.h"
#include "apps/table_for.h"
#include "apps/verbs.h"
#include "base/hash.h"
#include "base/text.h"
#include "base/workers.h"
#include "data/pick.h"
#include "data/writer.h"
#include "probe/source.h"
#include "quixo/version.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string rules;
  std::string out;
  std::string from = "games";
  data::Picking picking;
  std::string tables;
  int threads = 0;
};

std::string how_picked(const data::Picking& picking) {
  const std::string how =
      picking.from == data::From::games
          ? "all positions of games between two players who err: in each game each of them has a rate of "
            "error, any from 0 to 1, and so often makes any legal move, else any that keeps the outcome"
          : "any way to put X, O and blanks on the board, each as likely, but for positions that are over; "
            "few of them come up in games";
  return how + (picking.distinct ? ". No two are the same but for symmetry" : ". Some come more than once");
}

std::string command_of(const Options& options) {
  return fmt::format("quixo data {} --out {} --from {} --positions {} --seed {}{}", options.rules,
                     options.out, options.from, options.picking.positions, options.picking.seed,
                     options.picking.distinct ? " --distinct" : "");
}

/// What stands at the head of a suite, which is its own data card.
std::string suite_head(const Options& options, const Table& table) {
  return fmt::format(
      "# Positions of {} with their values, X to move: outcome for X and moves to the end.\n"
      "# Made by quixo {} from the table with signature {}:\n"
      "# {}\n",
      options.rules, version, hex(table.summary().signature), command_of(options));
}

std::string card(const Options& options, const Table& table, data::Format format, std::uint64_t rows,
                 const OutcomeCounts& counts) {
  const std::string name = std::filesystem::path(options.out).filename().string();
  return fmt::format(
      "# {}\n\nPositions of Quixo with the true values of all their moves.\n\n"
      "| | |\n|---|---|\n| rules | {} |\n| positions | {}: {} won, {} drawn, {} lost for the player to move "
      "|\n"
      "| picked | {} |\n| seed | {} |\n| values | the table with signature {}, {} |\n| made by | quixo {} |\n"
      "| command | `{}` |\n\n{}",
      name, options.rules, grouped(rows), grouped(counts.win), grouped(counts.draw), grouped(counts.loss),
      how_picked(options.picking), options.picking.seed, hex(table.summary().signature),
      table.metric() == Metric::distance ? "outcomes and distances" : "outcomes alone", version,
      command_of(options),
      data::columns_text(format, geometry_of(table), table.metric(), options.picking.from));
}

void run(Options options) {
  const Rules rules = from_argument("RULES", [&] { return parse_rules(options.rules); });
  options.rules = to_string(rules);
  const data::Format format = from_argument("--out", [&] { return data::format_of(options.out); });
  options.picking.from = options.from == "games" ? data::From::games : data::From::uniform;
  if (options.threads == 0) options.threads = all_threads();
  const Table table = table_for(rules, options.tables);

  ProgressLine line;
  OutcomeCounts counts;
  const std::uint64_t rows = StopOnSignal::after(
      fmt::format("Nothing was written to {}.", options.out), [&](const std::stop_token& stop) {
        const std::unique_ptr<data::Writer> writer =
            data::make_writer(options.out, format, geometry_of(table), table.metric(), options.picking.from,
                              suite_head(options, table));
        // To put the file together takes a small part of the time.
        const Job job{options.threads, stop, [&](const Progress& progress) {
                        line.show("picking positions", 0.95 * progress.share);
                      }};
        const std::uint64_t picked = data::pick(table, options.picking, job, [&](const data::Row& row) {
          writer->add(row);
          ++(row.value.outcome == Outcome::win    ? counts.win
             : row.value.outcome == Outcome::draw ? counts.draw
                                                  : counts.loss);
        });
        writer->finish([&](double share) {
          line.show("writing the file", 0.95 + 0.05 * share);
          if (stop.stop_requested()) throw Interrupted();
        });
        return picked;
      });
  line.clear();
  if (rows < options.picking.positions)
    say(fmt::format("quixo: only {} positions were found: more that are distinct hardly ever come\n",
                    grouped(rows)));
  std::string text = options.out + '\n';
  if (format != data::Format::suite) {
    write_text(options.out + ".md", card(options, table, format, rows, counts));
    text += options.out + ".md\n";
  }
  print(text);
}

}  // namespace

void add_data(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  data::Picking& picking = options->picking;
  CLI::App* verb = add_verb(app, "data", "Write positions with the values of all their moves, to train on",
                            "quixo data 4x4 --out train.npz --positions 1000000");
  verb->add_option("RULES", options->rules, "rules name, such as 4x4")->required();
  verb->add_option("--out", options->out,
                   "the file: NAME.npz for numpy, NAME.csv, or NAME.txt for a suite of quixo judge")
      ->type_name("FILE")
      ->required();
  verb->add_option("--from", options->from,
                   "games: of players who err; uniform: any positions (default: games)")
      ->check(one_of({"games", "uniform"}));
  verb->add_option("--positions", picking.positions, "how many (default: 100,000)")
      ->check(number_from(1, 1'000'000'000));
  verb->add_flag("--distinct", picking.distinct, "no two the same but for symmetry");
  add_seed_option(*verb, picking.seed, "another seed, other positions (default: 1)");
  add_tables_option(*verb, options->tables);
  add_threads_option(*verb, options->threads);
  verb->callback([options] { run(*options); });
}

}  // namespace quixo::apps
