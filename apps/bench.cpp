// SPDX-License-Identifier: MIT
//
// quixo bench: whole solves of fixed small games, timed, and one signature over all their values. The
// signature is what no thread count, instruction set or engine may change; the times of the two engines come
// from one run, so their ratio stands even on a machine that has other work to do.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>

#include "apps/bench_probe.h"
#include "apps/progress_line.h"
#include "apps/table_for.h"
#include "apps/verbs.h"
#include "base/workers.h"
#include "catalog/catalog.h"
#include "cube/kernel.h"
#include "paper/paper.h"
#include "quixo/error.h"
#include "solve/solver.h"

namespace quixo::apps {
namespace {

constexpr const char* games[] = {"3x3", "3x4", "4x4", "3x4-double-wins", "3x5-line3"};
constexpr const char* paper_game = "4x4";
constexpr int most_runs = 5;

struct Options {
  int threads = 0;
  bool no_paper = false;
  bool full = false;
  bool json = false;
  std::string probe;
  std::string tables;
};

struct Times {
  double wall = 0;
  double cpu = 0;  ///< of all threads
};

struct Run {
  std::string game;
  Metric metric = Metric::outcome;
  Times best;
  std::uint64_t signature = 0;
};

/// Of the bitmap engine, which the command line calls cube, with the paper's.
struct Comparison {
  Metric metric = Metric::outcome;
  Times bitmap;
  Times paper;
};

template <class Work>
Times timed(Work&& work) {
  const auto wall = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  work();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count(),
          static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC};
}

/// The best of several runs, fewer when they take long.
Run solve_with_bitmaps(const std::string& game, Metric metric, int threads) {
  constexpr double enough_seconds = 2;
  const Geometry geometry(parse_rules(game));
  ProgressLine line;
  solve::Options how;
  how.metric = metric;
  how.threads = threads;
  how.progress = [&](const Progress& progress) {
    line.show(fmt::format("{} {}: layer {:2}, {}", game, metric_name(metric), progress.layer, progress.phase),
              progress.share);
  };
  Run run{game, metric, {}, 0};
  double spent = 0;
  for (int i = 0; i < most_runs && spent < enough_seconds; ++i) {
    const Times times = timed([&] { run.signature = solve::solve(geometry, how).signature; });
    run.best = i == 0 ? times : Times{std::min(run.best.wall, times.wall), std::min(run.best.cpu, times.cpu)};
    spent += times.wall;
  }
  return run;
}

/// Once, for it takes long; its values must be those of the other engine.
Comparison solve_with_paper(const Run& bitmap, int threads) {
  const Geometry geometry(parse_rules(bitmap.game));
  ProgressLine line;
  std::unique_ptr<paper::Solution> solution;
  const Times times = timed([&] {
    paper::Options how;
    how.distances = bitmap.metric == Metric::distance;
    how.threads = threads;
    how.progress = [&](const Progress& progress) {
      line.show(fmt::format("{} {} as in the paper", bitmap.game, metric_name(bitmap.metric)),
                progress.share);
    };
    solution = std::make_unique<paper::Solution>(paper::solve(geometry, how));
  });
  if (solve::signature_of(geometry, bitmap.metric, threads,
                          [&](Position position) { return solution->value(position); }) != bitmap.signature)
    throw Error(fmt::format("the engines differ on {} {}", bitmap.game, metric_name(bitmap.metric)));
  return {bitmap.metric, bitmap.best, times};
}

std::uint64_t signature_of(const std::vector<Run>& runs) {
  std::uint64_t signature = 0;
  for (const Run& run : runs) {
    signature = (signature ^ run.signature) * 0x9e3779b97f4a7c15;  // odd, so nothing is lost
    signature ^= signature >> 32;
  }
  return signature;
}

std::string as_text(const std::vector<Run>& runs, const std::vector<Comparison>& comparisons, int threads) {
  std::string text = fmt::format("{} thread{}, {}; seconds, the best of up to {} runs\n\n", threads,
                                 threads == 1 ? "" : "s", cube::simd_target(), most_runs);
  text += fmt::format("  {:<16}  {:<8}  {:>9}  {:>9}  {}\n", "rules", "metric", "time", "CPU", "signature");
  for (const Run& run : runs)
    text += fmt::format("  {:<16}  {:<8}  {:>9.4f}  {:>9.4f}  {:016x}\n", run.game, metric_name(run.metric),
                        run.best.wall, run.best.cpu, run.signature);
  if (!comparisons.empty())
    text += fmt::format("\n  {:<16}  {:<8}  {:>9}  {:>9}  {:>6}  (the paper's algorithm ran once)\n",
                        fmt::format("{} by engine", paper_game), "metric", "cube", "paper", "ratio");
  for (const Comparison& each : comparisons) {
    const auto row = [&](const char* what, double bitmap, double paper) {
      text += fmt::format("  {:<16}  {:<8}  {:>9.4f}  {:>9.4f}  {:>6.1f}\n", what, metric_name(each.metric),
                          bitmap, paper, paper / bitmap);
    };
    row("time", each.bitmap.wall, each.paper.wall);
    row("CPU", each.bitmap.cpu, each.paper.cpu);
  }
  return text + fmt::format("\n  signature {:016x}\n", signature_of(runs));
}

Json as_json(const std::vector<Run>& runs, const std::vector<Comparison>& comparisons, int threads) {
  Json solves = Json::array();
  for (const Run& run : runs)
    solves.push_back({{"rules", run.game},
                      {"metric", metric_name(run.metric)},
                      {"seconds", run.best.wall},
                      {"cpu_seconds", run.best.cpu},
                      {"signature", fmt::format("{:016x}", run.signature)}});
  Json engines = Json::array();
  for (const Comparison& each : comparisons)
    engines.push_back({{"rules", paper_game},
                       {"metric", metric_name(each.metric)},
                       {"cube_seconds", each.bitmap.wall},
                       {"paper_seconds", each.paper.wall},
                       {"ratio", each.paper.wall / each.bitmap.wall},
                       {"cube_cpu_seconds", each.bitmap.cpu},
                       {"paper_cpu_seconds", each.paper.cpu},
                       {"cpu_ratio", each.paper.cpu / each.bitmap.cpu}});
  return {{"signature", fmt::format("{:016x}", signature_of(runs))},
          {"threads", threads},
          {"simd", cube::simd_target()},
          {"solves", solves},
          {"engines", engines}};
}

void run_probe(const Options& options) {
  const Rules rules = from_argument("--probe", [&] { return parse_rules(options.probe); });
  const ProbeBench bench =
      look_for_table([&] { return bench_probe(tables_directory(options.tables), rules); });
  const auto times = [](const ProbeTimes& of) {
    return Json{{"median_seconds", of.median}, {"p99_seconds", of.most}, {"slowest_seconds", of.slowest}};
  };
  print(options.json ? Json{{"rules", to_string(rules)},
                            {"positions", bench.positions},
                            {"cold", times(bench.cold)},
                            {"warm", times(bench.warm)}}
                               .dump(2) +
                           '\n'
                     : as_text(rules, bench));
}

void run(const Options& options) {
  if (!options.probe.empty()) return run_probe(options);
  const int threads = options.threads != 0 ? options.threads : all_threads();
  std::vector<Run> runs;
  std::vector<Comparison> comparisons;
  for (const char* game : games)
    for (const Metric metric : {Metric::outcome, Metric::distance})
      runs.push_back(solve_with_bitmaps(game, metric, threads));
  for (const Run& run : runs)
    if (run.game == paper_game && !options.no_paper && (run.metric == Metric::outcome || options.full))
      comparisons.push_back(solve_with_paper(run, threads));
  print(options.json ? as_json(runs, comparisons, threads).dump(2) + '\n'
                     : as_text(runs, comparisons, threads));
}

}  // namespace

void add_bench(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb =
      add_verb(app, "bench", "Time solves of small boards and print one signature of their values",
               "quixo bench --no-paper");
  add_threads_option(*verb, options->threads);
  CLI::Option* no_paper =
      verb->add_flag("--no-paper", options->no_paper, "leave out the comparison with the paper's algorithm");
  verb->add_flag("--full", options->full, "compare the engines on distances too: minutes")
      ->excludes(no_paper);
  verb->add_option("--probe", options->probe,
                   "instead time how long a table of these rules takes for all moves of a position")
      ->type_name("RULES");
  add_tables_option(*verb, options->tables);
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] { run(*options); });
}

}  // namespace quixo::apps
