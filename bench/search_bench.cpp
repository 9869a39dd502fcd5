// SPDX-License-Identifier: MIT
//
// What the search costs, of the official game or of the rules that are named: the time for each of some
// hundred positions, at the median, at the 99th percentile and at most, in CPU time of the thread. Names are
// search/POSITIONS/MEMORY/HORIZON.
//
//   games      positions of games in which both sides see some moves ahead and sometimes err
//   midgames   random positions with 12 to all cubes, shared evenly
//   fresh      the search remembers nothing when it begins with a position
//   warm       it remembers what it has proved of those before
//
// `relaxed` is the time to make the bound that all searches share.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "game/play.h"
#include "quixo/search.h"
#include "search/engine.h"
#include "search/relaxed.h"

namespace quixo {
namespace {

using benchmark::State;

Rules rules = parse_rules("5x5");

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<Position> games(std::size_t count) {
  const Geometry geometry(rules);
  Search search(geometry.rules());
  std::mt19937_64 random(1);
  std::vector<Position> positions;
  while (positions.size() < count) {
    Position position;
    const int horizons[2] = {static_cast<int>(3 + random() % 5), static_cast<int>(3 + random() % 5)};
    std::size_t made = 0;
    for (; made < 60 && !is_over(geometry, position); ++made) {
      if (made % 4 == 3) positions.push_back(position);
      const std::vector<KnownMove> moves = search.moves(position, {.horizon = horizons[made % 2]});
      std::size_t best = 1;
      while (best < moves.size() && !is_better(moves[0].known, moves[best].known)) ++best;
      position = moves[random() % (random() % 16 == 0 ? moves.size() : best)].position;
    }
  }
  positions.resize(count);
  return positions;
}

std::vector<Position> midgames(std::size_t count) {
  const Geometry geometry(rules);
  std::mt19937_64 random(2);
  std::vector<Cell> cells(static_cast<std::size_t>(geometry.cells()));
  std::iota(cells.begin(), cells.end(), Cell{0});
  std::vector<Position> positions;
  while (positions.size() < count) {
    std::shuffle(cells.begin(), cells.end(), random);
    Cells sides[2] = {0, 0};
    for (std::size_t i = 0; i < 12 + positions.size() % (cells.size() - 11); ++i)
      sides[i % 2] |= cell_bit(cells[i]);
    const Position position = make_position(sides[0], sides[1], Player::x);
    if (!is_over(geometry, position)) positions.push_back(position);
  }
  return positions;
}

void run_search(State& state, const std::vector<Position>& positions, bool is_fresh, int horizon) {
  std::vector<double> times;
  double decided = 0;
  for ([[maybe_unused]] auto _ : state) {
    Search memory(rules);
    search::RelaxedGame::shared(Geometry(rules))->extend(horizon);
    for (const Position position : positions) {
      if (is_fresh) memory = Search(rules);
      const double begin = thread_seconds();
      const Known known = memory.value(position, {.horizon = horizon});
      times.push_back(thread_seconds() - begin);
      decided += known.distance ? 1 : 0;
    }
  }
  std::ranges::sort(times);
  const auto ms_at = [&](double share) {
    return 1e3 * times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  double sum = 0;
  for (const double time : times) sum += time;
  state.counters["mean_ms"] = 1e3 * sum / static_cast<double>(times.size());
  state.counters["median_ms"] = ms_at(0.5);
  state.counters["p99_ms"] = ms_at(0.99);
  state.counters["most_ms"] = ms_at(1);
  state.counters["decided"] = decided / static_cast<double>(times.size());
}

void make_bound(State& state, int moves) {
  for ([[maybe_unused]] auto _ : state) {
    search::RelaxedGame relaxed{Geometry(rules)};
    relaxed.extend(moves);
    benchmark::DoNotOptimize(relaxed.may_lose(1, moves));
  }
}

}  // namespace
}  // namespace quixo

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc == 2 && *argv[1] != '-') quixo::rules = quixo::parse_rules(argv[--argc]);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const std::map<std::string, std::vector<quixo::Position>> positions = {{"games", quixo::games(300)},
                                                                         {"midgames", quixo::midgames(300)}};
  for (const auto& [name, some] : positions)
    for (const bool is_fresh : {true, false})
      for (const int horizon : {7, 9, 11, 13, 15})
        benchmark::RegisterBenchmark(
            ("search/" + name + (is_fresh ? "/fresh/" : "/warm/") + std::to_string(horizon)).c_str(),
            [&some = some, is_fresh, horizon](benchmark::State& state) {
              quixo::run_search(state, some, is_fresh, horizon);
            })
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
  for (const int moves : {2, 16})
    benchmark::RegisterBenchmark(("relaxed/" + std::to_string(moves)).c_str(), [moves](
                                                                                   benchmark::State& state) {
      quixo::make_bound(state, moves);
    })->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
