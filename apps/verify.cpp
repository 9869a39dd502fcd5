// SPDX-License-Identifier: MIT
//
// quixo verify: proves a table on disk, or says what is wrong with it.
#include "verify/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "apps/cost.h"
#include "apps/json_text.h"
#include "apps/machine.h"
#include "apps/progress_line.h"
#include "apps/stop_on_signal.h"
#include "apps/table_for.h"
#include "apps/team.h"
#include "apps/verbs.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "quixo/error.h"
#include "table/manifest.h"
#include "verify/sample.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string table;
  std::string tables;
  int threads = 0;
  int cache_megabytes = 0;
  bool json = false;
  bool full = false;
  verify::Options how;
};

/// Where a user's notes are kept that no other program shares; empty when it is not known.
std::filesystem::path own_directory() {
  const char* state = std::getenv("XDG_STATE_HOME");
  // The XDG specification: a relative path is not valid and to be ignored.
  if (state != nullptr && std::filesystem::path(state).is_absolute())
    return std::filesystem::path(state) / "quixo";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return std::filesystem::path(home) / ".local/state/quixo";
  return {};
}

/// The table of some rules, the one with distances first, or the directory that was named.
std::filesystem::path table_to_check(Options& options) {
  Rules rules;
  try {
    rules = parse_rules(options.table);
  } catch (const Error& error) {
    if (std::filesystem::is_directory(options.table)) return options.table;
    throw CLI::ValidationError(
        "TABLE", fmt::format("{}, and there is no directory of this name", std::string(error.what())));
  }
  const std::filesystem::path tables = tables_directory(options.tables);
  return look_for_table([&] {
    for (const Metric metric : {Metric::distance, Metric::outcome})
      if (auto directory = find_table(tables, rules, metric)) {
        options.how.expected = {rules, metric};
        return *directory;
      }
    throw no_table(tables, rules);
  });
}

/// With which a sample finds what it is said to find.
constexpr double chance = 0.99;

Json as_json(const std::filesystem::path& directory, const verify::Report& report, const Cost& cost) {
  Json problems = Json::array();
  for (const verify::Problem& problem : report.problems)
    problems.push_back({{"check", verify::name(problem.check)}, {"problem", problem.text}});
  const std::optional<verify::Identity>& table = report.table;
  const bool distances = table && table->metric == Metric::distance;
  Json json = {{"directory", directory.string()},
               {"rules", table ? Json(to_string(table->rules)) : Json()},
               {"metric", table ? Json(metric_name(table->metric)) : Json()},
               {"signature", table ? Json(fmt::format("{:016x}", table->signature)) : Json()},
               {"sha256", table && !table->digest.empty() ? Json(table->digest) : Json()},
               {"table_bytes", table ? Json(table->bytes) : Json()},
               {"full", report.full},
               {"good", report.good()},
               {"proved", report.good() && report.full && distances},
               {"positions_checked", report.full ? report.checked : report.sampled + report.near_start},
               {"share_found_at_99_percent",
                report.good() && !report.full ? Json(verify::share_found(report.sampled, chance)) : Json()},
               {"problem_count", report.problem_count},
               {"problems", problems}};
  add_cost(cost, json);
  return json;
}

/// What a sample that has found nothing says of the positions that are not in it.
std::string sample_text(const verify::Report& report) {
  if (report.sampled == 0) return "";
  return fmt::format(
      "  This is a sample and no proof. Did one position in {:.0f} not agree with its moves, every number "
      "of\n"
      "  cubes counting alike, it would have been found with a chance of 99 %. --full checks all "
      "positions.\n",
      std::floor(1 / verify::share_found(report.sampled, chance)));
}

std::string as_text(const std::filesystem::path& directory, const verify::Report& report, const Cost& cost) {
  std::string text;
  if (!report.good()) {
    text = fmt::format("{}: {} problem{}.\n", directory.string(), report.problem_count,
                       report.problem_count == 1 ? "" : "s");
    for (const verify::Problem& problem : report.problems)
      text += fmt::format("  {:<9} {}\n", verify::name(problem.check), problem.text);
    if (report.problems.size() < report.problem_count)
      text += fmt::format("  ... and {} more\n", report.problem_count - report.problems.size());
    return text;
  }
  text = fmt::format("{}: good.\n", directory.string());
  text += fmt::format("  files      all {} bytes and the manifest, signature {:016x}\n", report.table->bytes,
                      report.table->signature);
  text += fmt::format("  sha256     {}\n", report.table->digest);
  if (report.full)
    text += fmt::format("  positions  all {} that are stored agree with their moves\n", report.checked);
  else
    text += fmt::format("  positions  {} at random and {} near the start agree with their moves\n",
                        report.sampled, report.near_start);
  if (!report.full) text += sample_text(report);
  if (report.table->metric == Metric::outcome)
    text +=
        "  This table has no distances: its values are consistent, which is no proof, since they\n"
        "  could be wrong all around a cycle of positions. A table with distances can be proved.\n";
  else if (report.full)
    text += "  Every value is proved from the rules.\n";
  text += fmt::format("  {:.1f} s\n", cost.seconds);
  return text + traffic_line(cost);
}

verify::Report verified(const std::filesystem::path& directory, verify::Options& how) {
  if (how.extent == verify::Extent::full) {
    std::optional<StopOnSignal> stop;  // one word of it is enough
    if (how.peers->is_first())
      stop.emplace("What was checked is noted: the same command goes on from there.");
    return verify::verify(directory, how);
  }
  return StopOnSignal::after("The check is not finished.", [&](const std::stop_token& stop) {
    how.stop = stop;
    return verify::verify(directory, how);
  });
}

void run(Options& options) {
  Team team;
  std::filesystem::path directory;
  team.prepare([&] {
    if (!team.peers().is_alone() && !options.full)
      throw CLI::ValidationError("--full",
                                 "several processes check all positions or none: say --full, or start "
                                 "it without mpirun");
    directory = table_to_check(options);
  });
  options.how.threads = options.threads > 0 ? options.threads : team.threads();
  const std::size_t free = available_memory() / static_cast<std::size_t>(team.on_this_machine());
  options.how.cache_bytes = options.cache_megabytes == 0
                                ? std::max<std::size_t>(free / 4 * 3, std::size_t{256} << 20)
                                : static_cast<std::size_t>(options.cache_megabytes) << 20;
  options.how.peers = &team.peers();
  ProgressLine line;
  if (team.peers().is_first()) {
    options.how.progress = [&](const Progress& progress) { line.show(progress.phase, progress.share); };
    options.how.tell = [&](const std::string& what) {
      line.clear();
      fmt::print(stderr, "quixo: {}\n", what);
    };
  }
  options.how.own = own_directory();
  const auto begin = std::chrono::steady_clock::now();
  const verify::Report report = team.work([&] {
    return in_directory_of("--work",
                           "say with --work where working files may go, and with XDG_STATE_HOME where notes "
                           "are kept",
                           [&] { return verified(directory, options.how); });
  });
  const Cost cost = cost_since(begin, team);
  line.clear();
  if (!team.peers().is_first()) return;
  print(options.json ? json_text(as_json(directory, report, cost)) : as_text(directory, report, cost));
  if (!report.good())
    throw Error(fmt::format("{} is not to be trusted: remove it and solve again", directory.string()));
}

}  // namespace

void add_verify(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = add_verb(app, "verify", "Check the files and values of a table; --full proves it",
                            "quixo verify 5x5 --full");
  verb->add_option("TABLE", options->table, "rules name, or the directory of a table")->required();
  CLI::Option* full =
      verb->add_flag("--full", options->full, "prove every stored value; goes on where it was stopped");
  CLI::Option* sample =
      verb->add_option("--sample", options->how.sample,
                       "check so many random positions (default: all where that takes seconds, else 5000)")
          ->check(number_from(0, 1'000'000'000))
          ->excludes(full);
  add_seed_option(*verb, options->how.seed, "seed of the random positions (default: 1)");
  add_tables_option(*verb, options->tables);
  add_threads_option(*verb, options->threads);
  verb->add_option(
          "--cache", options->cache_megabytes,
          "MB of memory for decompressed values, of each process (default: three quarters of what is free)")
      ->check(number_from(1, 1 << 20))
      ->needs(full);
  verb->add_option(
          "--work", options->how.work,
          "where a full check makes a directory for its working files (default: $XDG_STATE_HOME/quixo, "
          "else ~/.local/state/quixo)")
      ->type_name("DIR")
      ->needs(full);
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options, sample] {
    if (options->full) options->how.extent = verify::Extent::full;
    if (sample->count() > 0) options->how.extent = verify::Extent::sample;
    run(*options);
  });
}

}  // namespace quixo::apps
