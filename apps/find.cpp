// SPDX-License-Identifier: MIT
//
// quixo find: positions of a solved game that are as wanted, one a line, ready for quixo probe.
#include "study/find.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <mutex>

#include "apps/needs.h"
#include "apps/progress_line.h"
#include "apps/stop_on_signal.h"
#include "apps/table_for.h"
#include "apps/verbs.h"
#include "base/text.h"
#include "base/workers.h"
#include "game/notation.h"
#include "probe/source.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "study/reachability.h"
#include "study/sample.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string rules;
  std::string outcome;
  std::string distance;
  std::string cubes;
  std::string own;
  std::string opponent;
  std::string winning_moves;
  std::string non_losing_moves;
  bool reachable = false;
  bool unreachable = false;
  std::size_t limit = 0;
  std::size_t sample = 0;
  std::uint64_t seed = 1;
  std::string tables;
  int threads = 0;
};

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

/// N, N-M or N- (N or more).
study::Range parse_range(const std::string& option, const std::string& text) {
  const std::size_t dash = text.find('-');
  const std::optional<int> least = number(std::string_view(text).substr(0, dash));
  std::optional<int> most = least;
  if (dash != std::string::npos)
    most = dash + 1 == text.size() ? study::Range().most : number(std::string_view(text).substr(dash + 1));
  if (!least || !most || *least > *most)
    throw CLI::ValidationError(
        option, fmt::format("{} is not a range: write 5, or 5-9, or 5- for 5 or more", quixo::quoted(text)));
  return {*least, *most};
}

study::Filter filter_of(const Options& options) {
  study::Filter filter;
  static const std::map<std::string, Outcome> outcomes = {
      {"win", Outcome::win}, {"draw", Outcome::draw}, {"loss", Outcome::loss}};
  if (!options.outcome.empty()) filter.outcome = outcomes.at(options.outcome);
  if (!options.distance.empty()) filter.distance = parse_range("--distance", options.distance);
  if (!options.cubes.empty()) filter.cubes = parse_range("--cubes", options.cubes);
  if (!options.own.empty()) filter.own_cubes = parse_range("--own-cubes", options.own);
  if (!options.opponent.empty()) filter.opponent_cubes = parse_range("--opponent-cubes", options.opponent);
  if (!options.winning_moves.empty())
    filter.winning_moves = parse_range("--winning-moves", options.winning_moves);
  if (!options.non_losing_moves.empty())
    filter.non_losing_moves = parse_range("--non-losing-moves", options.non_losing_moves);
  if (options.reachable || options.unreachable) filter.reachable = options.reachable;
  return filter;
}

/// On a large board first by quick picks, which do for all but rare positions.
std::vector<Position> sample(const Table& table, const study::Filter& filter, const Options& options,
                             const Job& job) {
  constexpr std::size_t tries_each = 1000;
  if (geometry_of(table).cells() > most_cells_in_memory && !filter.reachable) {
    std::vector<Position> picked =
        study::pick(table, filter, options.sample, options.seed, tries_each * options.sample, job);
    if (picked.size() == options.sample) return picked;
  }
  return study::sample(table, filter, options.sample, options.seed, job);
}

void run(Options options) {
  const Rules rules = from_argument("RULES", [&] { return parse_rules(options.rules); });
  const study::Filter filter = filter_of(options);
  if (options.threads == 0) options.threads = all_threads();
  const Table table = table_for(rules, options.tables);
  if (filter.reachable) check_needs({study::memory_for_reachability(layout_of(table)), 0}, {}, "");

  const StopOnSignal stop("The list is not whole.");
  ProgressLine line;
  std::mutex terminal;  // the list and the progress go to the same one
  // Not to a terminal, positions leave many at a time: to print them one by one can take longer than to find
  // them. Progress comes often, so the list grows all the same.
  const std::size_t most_waiting = isatty(STDOUT_FILENO) != 0 ? 0 : 1 << 16;
  std::string waiting;
  const auto print_waiting = [&] {
    if (waiting.empty()) return;
    line.clear();
    print(waiting);
    waiting.clear();
  };
  const Job job{options.threads, {}, [&](const Progress& progress) {
                  const std::lock_guard lock(terminal);
                  print_waiting();
                  line.show("looking", progress.share);
                }};
  std::size_t found = 0;
  const auto show = [&](Position position) {
    const std::lock_guard lock(terminal);
    waiting += to_string(geometry_of(table), position) + '\n';
    if (waiting.size() > most_waiting) print_waiting();
    return ++found != options.limit;
  };
  if (options.sample > 0)
    for (const Position& position : sample(table, filter, options, job)) show(position);
  else
    study::find(table, filter, job, show);
  print_waiting();
  line.clear();
  if (found == 0) throw Error(fmt::format("no position of {} is like that", to_string(rules)));
}

}  // namespace

void add_find(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb =
      add_verb(app, "find", "List positions of a solved game, X to move, that are as wanted",
               "quixo find 4x4 --outcome win --distance 9- --winning-moves 1 --reachable --sample 3");
  verb->add_option("RULES", options->rules, "rules name, such as 4x4")->required();
  verb->add_option("--outcome", options->outcome, "win, draw or loss for the player to move")
      ->check(one_of({"win", "draw", "loss"}));
  verb->add_option("--distance", options->distance,
                   "moves to the end: N, N-M or N- (N or more); 0 for positions that are over");
  verb->add_option("--cubes", options->cubes, "cubes on the board: N, N-M or N-");
  verb->add_option("--own-cubes", options->own, "cubes of the player to move: N, N-M or N-");
  verb->add_option("--opponent-cubes", options->opponent, "cubes of the opponent: N, N-M or N-");
  verb->add_option("--winning-moves", options->winning_moves, "moves that win: N, N-M or N-; 1 for puzzles");
  verb->add_option("--non-losing-moves", options->non_losing_moves, "moves that win or draw: N, N-M or N-");
  CLI::Option* reachable =
      verb->add_flag("--reachable", options->reachable, "only what can arise from the empty board");
  verb->add_flag("--unreachable", options->unreachable, "only what cannot")->excludes(reachable);
  CLI::Option* limit = verb->add_option("--limit", options->limit, "stop after so many (default: all)")
                           ->check(number_from(1, 1'000'000'000));
  CLI::Option* sample = verb->add_option("--sample", options->sample, "so many at random instead")
                            ->check(number_from(1, 1'000'000))
                            ->excludes(limit);
  add_seed_option(*verb, options->seed, "another seed, another sample (default: 1)")->needs(sample);
  add_tables_option(*verb, options->tables);
  add_threads_option(*verb, options->threads);
  verb->callback([options] { run(*options); });
}

}  // namespace quixo::apps
