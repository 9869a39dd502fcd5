// SPDX-License-Identifier: MIT
//
// quixo solve: solves a game, keeps its layers in a directory and prints what came out.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>

#include "apps/machine.h"
#include "apps/needs.h"
#include "apps/progress_line.h"
#include "apps/stop_on_signal.h"
#include "apps/verbs.h"
#include "cube/kernel.h"
#include "game/notation.h"
#include "paper/paper.h"
#include "probe/tables.h"
#include "solve/solver.h"
#include "table/manifest.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string rules;
  std::string engine = "cube";
  std::string out;
  int threads = 0;
  bool outcome_only = false;
  bool in_memory = false;
  bool json = false;
};

std::string duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const long whole = std::lround(seconds);
  return whole < 3600 ? fmt::format("{}:{:02} min", whole / 60, whole % 60)
                      : fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

std::string verdict(const Value& value, bool distances) {
  if (value.outcome == Outcome::draw) return "a draw: neither player can force a line";
  const char* who = value.outcome == Outcome::win ? "the first player wins" : "the second player wins";
  return distances ? fmt::format("{} in {} moves", who, value.distance) : who;
}

/// What either engine found, and what it took.
struct Report {
  solve::Result result;
  double seconds = 0;
  std::uint64_t peak_memory = 0;
  std::string kept_in;
};

std::string as_text(const Geometry& geometry, const Report& report, bool distances) {
  const solve::Result& result = report.result;
  const OutcomeCounts totals = result.census.totals();
  std::string text =
      fmt::format("{}: {}.\n\n", to_string(geometry.rules()), verdict(result.empty_board, distances));
  const auto row = [&](const char* what, std::uint64_t count) {
    text += fmt::format("  {:<6}{:>20}  {:6.2f} %\n", what, grouped(count),
                        100 * static_cast<double>(count) / static_cast<double>(totals.total()));
  };
  row("win", totals.win);
  row("loss", totals.loss);
  row("draw", totals.draw);
  row("all", totals.total());
  if (distances) {
    text += fmt::format("\n  {:>8}{:>20}{:>20}\n", "distance", "win", "loss");
    for (const auto& [distance, counts] : result.census.distances)
      text += fmt::format("  {:>8}{:>20}{:>20}\n", distance, grouped(counts.win), grouped(counts.loss));
    const auto longest = [&](const char* what, const std::optional<Longest>& found) {
      if (found)
        text += fmt::format("  longest {}: {} moves, {}\n", what, found->distance,
                            to_string(geometry, found->position));
    };
    text += '\n';
    longest("win", result.win);
    longest("loss", result.loss);
  }
  text += fmt::format("\n  signature {:016x}, {}, peak memory {}\n", result.signature,
                      duration(report.seconds), gigabytes(static_cast<double>(report.peak_memory)));
  if (!report.kept_in.empty())
    text += fmt::format("  {} in {}\n", gigabytes(static_cast<double>(result.bytes)), report.kept_in);
  return text;
}

Json as_json(const Geometry& geometry, const Report& report, const Options& options) {
  const solve::Result& result = report.result;
  const bool distances = !options.outcome_only;
  const OutcomeCounts totals = result.census.totals();
  Json classes = Json::array();
  for (std::size_t x = 0; x <= static_cast<std::size_t>(geometry.cells()); ++x)
    for (std::size_t o = 0; x + o <= static_cast<std::size_t>(geometry.cells()); ++o) {
      const OutcomeCounts& counts = result.census.classes[x][o];
      classes.push_back({{"mover_cubes", x},
                         {"opponent_cubes", o},
                         {"win", counts.win},
                         {"loss", counts.loss},
                         {"draw", counts.draw}});
    }
  const auto longest = [&](const std::optional<Longest>& found) {
    return found
               ? Json{{"distance_moves", found->distance}, {"position", to_string(geometry, found->position)}}
               : Json();
  };
  Json json = {{"rules", to_string(geometry.rules())},
               {"engine", options.engine},
               {"metric", distances ? "distance" : "outcome"},
               {"outcome", outcome_name(result.empty_board.outcome)}};
  if (distances)
    json["distance_moves"] =
        result.empty_board.outcome == Outcome::draw ? Json() : Json(result.empty_board.distance);
  json["totals"] = {{"win", totals.win}, {"loss", totals.loss}, {"draw", totals.draw}};
  json["classes"] = classes;
  if (distances) {
    Json rows = Json::array();
    for (const auto& [distance, counts] : result.census.distances)
      rows.push_back({{"distance_moves", distance}, {"win", counts.win}, {"loss", counts.loss}});
    json["distances"] = rows;
    json["longest_win"] = longest(result.win);
    json["longest_loss"] = longest(result.loss);
  }
  json["signature"] = fmt::format("{:016x}", result.signature);
  json["threads"] = options.threads;
  json["simd"] = cube::simd_target();
  json["seconds"] = report.seconds;
  json["peak_memory_bytes"] = report.peak_memory;
  json["table_bytes"] = report.kept_in.empty() ? Json() : Json(result.bytes);
  json["directory"] = report.kept_in.empty() ? Json() : Json(report.kept_in);
  return json;
}

solve::Result solve_with_paper(const Geometry& geometry, const Options& options, ProgressLine& line) {
  const bool distances = !options.outcome_only;
  check_needs({paper::memory_needed(geometry.rules(), distances), 0}, {}, "--out");
  const paper::Solution solution = paper::solve(
      geometry, {distances, options.threads, [&](const paper::Progress& progress) {
                   line.show(fmt::format("classes ({0},{1}) and ({1},{0})", progress.x, progress.o),
                             progress.share);
                 }});
  solve::Result result;
  result.empty_board = solution.value({});
  result.census = solution.census();
  result.signature =
      solve::signature_of(geometry, distances ? Metric::distance : Metric::outcome, options.threads,
                          [&](Position position) { return solution.value(position); });
  return result;
}

solve::Result solve_with_cubes(const Geometry& geometry, const Options& options,
                               const std::optional<std::filesystem::path>& directory, ProgressLine& line) {
  solve::Options how;
  how.metric = options.outcome_only ? Metric::outcome : Metric::distance;
  how.threads = options.threads;
  how.directory = directory;
  how.progress = [&](const solve::Progress& progress) {
    line.show(
        fmt::format("layer {:2}, {} {:3.0f} %", progress.layer, progress.phase, 100 * progress.phase_share),
        progress.share);
  };
  if (directory && std::filesystem::exists(table::manifest_file(*directory)))
    return solve::solve(geometry, how);
  const solve::Needs needs = solve::needs(geometry, how);
  line.say(fmt::format("{} needs up to {} of memory{}", to_string(geometry.rules()),
                       gigabytes(static_cast<double>(needs.memory)),
                       directory
                           ? fmt::format(" and {} of disk in {}", gigabytes(static_cast<double>(needs.disk)),
                                         directory->string())
                           : ""));
  check_needs(needs, directory.value_or(""), "--out");
  return solve::solve(geometry, how);
}

void run(Options options) {
  const Geometry geometry(from_argument("RULES", [&] { return parse_rules(options.rules); }));
  if (options.threads == 0)
    options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::optional<std::filesystem::path> directory;
  if (!options.in_memory && options.engine == "cube")
    directory = table_directory(options.out.empty() ? from_argument("--out", default_tables_directory)
                                                    : std::filesystem::path(options.out),
                                geometry.rules(), options.outcome_only ? Metric::outcome : Metric::distance);
  const StopOnSignal stop(directory ? "The finished layers are kept: the same command goes on from there."
                                    : "Nothing was kept.");
  ProgressLine line;
  Report report;
  const auto begin = std::chrono::steady_clock::now();
  report.result = options.engine == "paper" ? solve_with_paper(geometry, options, line)
                                            : solve_with_cubes(geometry, options, directory, line);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  line.clear();
  report.peak_memory = peak_memory();
  if (directory) report.kept_in = directory->string();
  print(options.json ? as_json(geometry, report, options).dump(2) + '\n'
                     : as_text(geometry, report, !options.outcome_only));
}

}  // namespace

void add_solve(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = add_verb(app, "solve", "Solve a game: every position's outcome and distance to the end",
                            "quixo solve 4x4");
  verb->add_option("RULES", options->rules, "rules name, such as 5x5")->required();
  verb->add_flag("--outcome-only", options->outcome_only, "win, loss or draw alone, without distances");
  verb->add_option("--threads", options->threads, "threads to use (default: all)")
      ->check(CLI::Range(1, 1024));
  CLI::Option* out =
      verb->add_option("--out", options->out, "where to keep tables (default: the user's data directory)");
  verb->add_flag("--in-memory", options->in_memory, "solve and print, keep nothing")->excludes(out);
  verb->add_option("--engine", options->engine,
                   "cube, or paper: the algorithm of the paper, in memory, for small boards")
      ->check(CLI::IsMember({"cube", "paper"}));
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] { run(*options); });
}

}  // namespace quixo::apps
