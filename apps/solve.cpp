// SPDX-License-Identifier: MIT
//
// quixo solve: solves a game, keeps its layers in a directory and prints what came out.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "apps/cost.h"
#include "apps/json_text.h"
#include "apps/needs.h"
#include "apps/plan.h"
#include "apps/progress_line.h"
#include "apps/say.h"
#include "apps/stop_on_signal.h"
#include "apps/table_for.h"
#include "apps/team.h"
#include "apps/verbs.h"
#include "base/file.h"
#include "base/text.h"
#include "base/workers.h"
#include "catalog/catalog.h"
#include "cube/kernel.h"
#include "game/notation.h"
#include "paper/paper.h"
#include "quixo/error.h"
#include "solve/needs.h"
#include "solve/solver.h"
#include "table/census_json.h"
#include "table/manifest.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string rules;
  std::string engine = "cube";  ///< The engine of bitmaps, or "paper".
  std::string out;
  std::string memory;  ///< As parse_size reads it; as much as it takes when empty.
  int threads = 0;
  bool outcome_only = false;
  int ranks = 0;  ///< Of a plan; as many as there are when 0.
  std::string bandwidth;
  std::string process_memory;
  double latency = solve::Network().latency * 1e6;  ///< Microseconds.
  bool in_memory = false;
  bool plan = false;
  bool json = false;

  Metric metric() const { return outcome_only ? Metric::outcome : Metric::distance; }
};

/// In bytes: "4GB", "3.6 GB", "500mb".
std::uint64_t parse_size(const std::string& text) {
  constexpr std::pair<std::string_view, double> units[] = {
      {"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12}};
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  std::string unit(after, end);
  std::erase(unit, ' ');
  std::ranges::transform(unit, unit.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const auto& [name, bytes] : units)
    if (error == std::errc() && unit == name && number > 0 && number * bytes < 1e18)
      return static_cast<std::uint64_t>(number * bytes);
  throw Error(fmt::format("{} is no size: write it as 4GB or 500MB", quixo::quoted(text)));
}

std::string duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const long whole = std::lround(seconds);
  return whole < 3600 ? fmt::format("{}:{:02} min", whole / 60, whole % 60)
                      : fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

std::string verdict(const Value& value, Metric metric) {
  return game_in_words(value, metric) +
         (value.outcome == Outcome::draw ? ": neither player can force a line" : "");
}

/// What an earlier run has left of a table.
enum class Start : std::uint8_t { nothing, layers, table };

Start find_start(const std::optional<std::filesystem::path>& directory) {
  if (!directory) return Start::nothing;
  std::error_code ignored;  // what cannot be read is not there, and the solver says what is wrong with it
  if (std::filesystem::exists(table::manifest_file(*directory), ignored)) return Start::table;
  for (const auto& entry : std::filesystem::directory_iterator(*directory, ignored))
    if (entry.path().extension() == ".json" && entry.path().stem().string().starts_with("layer-"))
      return Start::layers;
  return Start::nothing;
}

/// What either engine found, and what it took.
struct Report {
  solve::Result result;
  Start start = Start::nothing;
  Cost cost;
  std::string kept_in;
};

std::string as_text(const Geometry& geometry, const Report& report, Metric metric) {
  const bool distances = metric == Metric::distance;
  const solve::Result& result = report.result;
  const OutcomeCounts totals = result.census.totals();
  std::string text =
      fmt::format("{}: {}.\n\n", to_string(geometry.rules()), verdict(result.empty_board, metric));
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
      return found ? fmt::format("  longest {}: {} moves, {}\n", what, found->distance,
                                 to_string(geometry, found->position))
                   : "";
    };
    if (result.win || result.loss) text += '\n' + longest("win", result.win) + longest("loss", result.loss);
  }
  text += fmt::format("\n  signature {:016x}", result.signature);
  if (report.start != Start::table)
    text += fmt::format(", {}, peak memory {}", duration(report.cost.seconds),
                        size_text(report.cost.peak_memory));
  if (report.start == Start::layers) text += " in this run, which went on with an earlier one";
  text += '\n';
  text += traffic_line(report.cost);
  if (!report.kept_in.empty())
    text += fmt::format("  {}{} in {}\n", report.start == Start::table ? "solved before: " : "",
                        size_text(result.bytes), report.kept_in);
  return text;
}

Json as_json(const Geometry& geometry, const Report& report, const Options& options) {
  const solve::Result& result = report.result;
  const bool distances = !options.outcome_only;
  constexpr table::CensusFields fields = table::solve_fields;
  Json json = {{"rules", to_string(geometry.rules())},
               {"engine", options.engine},
               {"metric", metric_name(options.metric())},
               {"outcome", outcome_name(result.empty_board.outcome)}};
  if (distances)
    json["distance_moves"] =
        result.empty_board.outcome == Outcome::draw ? Json() : Json(result.empty_board.distance);
  json["totals"] = table::to_json(result.census.totals(), fields);
  json["classes"] = table::classes_to_json(result.census, geometry.cells(), fields);
  if (distances) {
    json["distances"] = table::distances_to_json(result.census, fields);
    json["longest_win"] = table::to_json(geometry, result.win, fields);
    json["longest_loss"] = table::to_json(geometry, result.loss, fields);
  }
  json["signature"] = fmt::format("{:016x}", result.signature);
  json["threads"] = options.threads;
  json["simd"] = cube::simd_target();
  json["started_from"] = report.start == Start::nothing  ? "nothing"
                         : report.start == Start::layers ? "layers"
                                                         : "table";
  add_cost(report.cost, json);
  json["table_bytes"] = report.kept_in.empty() ? Json() : Json(result.bytes);
  json["directory"] = report.kept_in.empty() ? Json() : Json(report.kept_in);
  return json;
}

/// Refuses what does not fit, and says what to expect of a solve that is not over in a moment.
void announce(const Geometry& geometry, const solve::Needs& needs,
              const std::optional<std::filesystem::path>& directory, Start start, Team& team,
              ProgressLine& line) {
  constexpr double moment = 2;  // seconds
  check_needs(needs, directory.value_or(""), "--out", team.on_this_machine());
  line.expect(needs.seconds);
  if (needs.seconds < moment || !team.peers().is_first()) return;
  const int processes = team.peers().size();
  say(fmt::format(
      "{} needs up to {} of memory{}{}, and about {}{}\n", to_string(geometry.rules()),
      size_text(needs.memory), processes > 1 ? fmt::format(" for each of {} processes", processes) : "",
      directory ? fmt::format(" and {} of disk in {}", size_text(needs.disk), directory->string()) : "",
      rough_time(needs.seconds), start == Start::layers ? ", of which a part is done" : ""));
}

/// As measured on 3x5 and 4x4.
solve::Needs needs_of_paper(const Geometry& geometry, const Options& options) {
  const bool few_steps = options.outcome_only || geometry.rules().line <= 3;
  const double seconds_per_state = few_steps ? 0.25e-6 : 1.8e-6;
  const double states = std::pow(3.0, geometry.cells());
  const double rest = 15e6 + states / 4;  // the program, and the values of one layer for the signature
  const double cores = std::min<double>(options.threads, all_threads());
  return {paper::memory_needed(geometry.rules(), !options.outcome_only) + static_cast<std::uint64_t>(rest), 0,
          0, states * seconds_per_state / cores};
}

solve::Result solve_with_paper(const Geometry& geometry, const Options& options, Team& team,
                               ProgressLine& line) {
  announce(geometry, needs_of_paper(geometry, options), std::nullopt, Start::nothing, team, line);
  paper::Options how;
  how.distances = !options.outcome_only;
  how.threads = options.threads;
  how.progress = [&](const Progress& progress) { line.show(progress.phase, progress.share); };
  const paper::Solution solution = paper::solve(geometry, how);
  solve::Result result;
  result.empty_board = solution.value({});
  result.census = solution.census();
  result.signature = solve::signature_of(geometry, options.metric(), options.threads,
                                         [&](Position position) { return solution.value(position); });
  return result;
}

/// A disk that fails under a mapped file is told by this signal.
void die_of_failing_disk(int) {
  constexpr std::string_view text =
      "\nquixo: the disk failed under what was kept there for want of memory. The finished layers are kept: "
      "the same command goes on from there.\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  _exit(1);
}

constexpr const char* goes_on = "The finished layers are kept: the same command goes on from there.";

solve::Result solve_with_bitmaps(const Geometry& geometry, const Options& options,
                                 const std::optional<std::filesystem::path>& directory, Start start,
                                 Team& team, ProgressLine& line) {
  const bool is_first = team.peers().is_first();
  solve::Options how;
  how.metric = options.metric();
  how.threads = options.threads;
  how.directory = directory;
  how.peers = &team.peers();
  if (!options.memory.empty())
    how.memory = from_argument("--memory", [&] { return parse_size(options.memory); });
  if (is_first)
    how.progress = [&](const Progress& progress) {
      line.show(
          fmt::format("layer {:2}, {} {:3.0f} %", progress.layer, progress.phase, 100 * progress.phase_share),
          progress.share);
    };
  team.prepare([&] {
    if (start == Start::table) return;
    const solve::Needs needs = solve::needs(geometry, how);
    if (needs.planes_on_disk && needs.memory > *how.memory)
      throw Error(fmt::format("{} takes at least {} of memory, whatever is kept on disk: give --memory more",
                              to_string(geometry.rules()), size_text(needs.memory)));
    announce(geometry, needs, directory, start, team, line);
  });
  return team.work([&] {
    try {
      return in_directory_of("--out", "choose another --out", [&] { return solve::solve(geometry, how); });
    } catch (const WriteError& error) {
      throw Error(fmt::format("{}. {}", error.what(), goes_on));
    }
  });
}

/// Where the table goes; nothing when it is not kept.
std::optional<std::filesystem::path> directory_for(const Rules& rules, const Options& options) {
  if (options.engine == "paper" && !options.out.empty())
    throw CLI::ValidationError("--out", "the paper's algorithm keeps no table: leave out --out or --engine");
  if (options.in_memory || options.engine == "paper") return std::nullopt;
  const std::filesystem::path tables = tables_directory(options.out);
  if (tables.empty())
    throw CLI::ValidationError(
        "--out", "neither XDG_DATA_HOME nor HOME is set: say where to keep the table, or take --in-memory");
  return table_directory(tables, rules, options.metric());
}

PlanOptions plan_options(const Options& options, int processes,
                         const std::optional<std::filesystem::path>& directory) {
  PlanOptions plan;
  plan.how.metric = options.metric();
  plan.how.threads = options.threads;
  plan.how.directory = directory;
  plan.processes = processes;
  plan.network.latency = options.latency / 1e6;
  if (!options.bandwidth.empty())
    plan.network.bytes_per_second =
        static_cast<double>(from_argument("--bandwidth", [&] { return parse_size(options.bandwidth); }));
  if (!options.process_memory.empty())
    plan.memory = from_argument("--process-memory", [&] { return parse_size(options.process_memory); });
  plan.json = options.json;
  return plan;
}

/// What several processes cannot do together.
void check_for_team(const Options& options) {
  if (options.engine == "paper")
    throw CLI::ValidationError("--engine",
                               "the paper's algorithm is for one process: start it without mpirun");
  if (!options.memory.empty())
    throw CLI::ValidationError("--memory",
                               "each process has its share in memory: leave it out, or start more of them");
}

void run(Options options) {
  Team team;
  std::optional<Geometry> geometry;
  std::optional<std::filesystem::path> directory;
  team.prepare([&] {
    geometry.emplace(from_argument("RULES", [&] { return parse_rules(options.rules); }));
    directory = directory_for(geometry->rules(), options);
    if (!team.peers().is_alone()) check_for_team(options);
  });
  if (options.threads == 0) options.threads = team.threads();
  if (options.plan) {
    const int processes = options.ranks != 0 ? options.ranks : team.peers().size();
    if (team.peers().is_first()) print_plan(*geometry, plan_options(options, processes, directory));
    return;
  }
  if (!options.memory.empty()) std::signal(SIGBUS, die_of_failing_disk);
  std::optional<StopOnSignal> stop;  // one word of it is enough
  if (team.peers().is_first()) stop.emplace(directory ? goes_on : "Nothing was kept.");
  ProgressLine line;
  Report report;
  report.start = find_start(directory);
  const auto begin = std::chrono::steady_clock::now();
  report.result = options.engine == "paper"
                      ? solve_with_paper(*geometry, options, team, line)
                      : solve_with_bitmaps(*geometry, options, directory, report.start, team, line);
  report.cost = cost_since(begin, team);
  line.clear();
  if (!team.peers().is_first()) return;
  if (directory) report.kept_in = directory->string();
  print(options.json ? json_text(as_json(*geometry, report, options))
                     : as_text(*geometry, report, options.metric()));
}

}  // namespace

void add_solve(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = add_verb(app, "solve", "Solve a game: every position's outcome and distance to the end",
                            "quixo solve 4x4");
  verb->add_option("RULES", options->rules, "rules name, such as 5x5")->required();
  verb->add_flag("--outcome-only", options->outcome_only, "win, loss or draw alone, without distances");
  add_threads_option(*verb, options->threads);
  CLI::Option* out =
      verb->add_option("--out", options->out, fmt::format("where to keep tables {}", default_tables_text))
          ->type_name("DIR");
  CLI::Option* memory =
      verb->add_option(
              "--memory", options->memory,
              "use no more memory than this, such as 4GB: what does not fit is kept on disk meanwhile")
          ->type_name("SIZE");
  verb->add_flag("--in-memory", options->in_memory, "solve and print, keep nothing")
      ->excludes(out)
      ->excludes(memory);
  CLI::Option* engine =
      verb->add_option("--engine", options->engine,
                       "cube, or paper: the algorithm of the paper, in memory, for small boards")
          ->check(one_of({"cube", "paper"}));
  CLI::Option* plan = verb->add_flag("--plan", options->plan, "say what each layer takes, and solve nothing")
                          ->excludes(memory)
                          ->excludes(engine);
  verb->add_option("--ranks", options->ranks, "with --plan: of each of so many processes of MPI")
      ->check(CLI::Range(1, 1'000'000))
      ->needs(plan);
  verb->add_option("--bandwidth", options->bandwidth,
                   "with --plan: what each process can send in a second, such as 1GB (default 10GB)")
      ->type_name("SIZE")
      ->needs(plan);
  verb->add_option("--process-memory", options->process_memory,
                   "with --plan: fail when a process needs more memory than this, such as 32GB")
      ->type_name("SIZE")
      ->needs(plan);
  verb->add_option("--latency", options->latency, "with --plan: of the network, in microseconds")
      ->check(CLI::Range(0.0, 1e6))
      ->check([](const std::string& text) {  // which nan passes
        return std::isfinite(std::strtod(text.c_str(), nullptr)) ? "" : text + " is no number";
      })
      ->capture_default_str()
      ->needs(plan);
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] { run(*options); });
}

}  // namespace quixo::apps
