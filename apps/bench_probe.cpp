// SPDX-License-Identifier: MIT
//
// quixo bench --probe: how long a table takes for all moves of a position, for positions as they come up in
// games. Cold is the first time a position is asked, with the files dropped from the system's memory; warm is
// the second time, from the table's own cache.
#include "apps/bench_probe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "catalog/catalog.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/table.h"

namespace quixo::apps {
namespace {

constexpr std::size_t positions = 200;

/// Asks the system to forget the files, as far as it will.
void drop_from_memory(const std::filesystem::path& directory) {
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    const int file = open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    close(file);
  }
}

/// Games in which both sides err one move in four.
std::vector<Position> positions_of_games(const Table& table) {
  std::mt19937_64 random(1);
  std::vector<Position> found;
  Position position;
  while (found.size() < positions) {
    if (is_over(geometry_of(table), position) || found.size() % 50 == 49) position = {};
    found.push_back(position);
    std::vector<MoveValue> moves = table.moves(position);
    if (random() % 4 != 0)
      std::erase_if(moves,
                    [best = moves.front().value](const MoveValue& move) { return move.value != best; });
    position = moves[random() % moves.size()].position;
  }
  return found;
}

ProbeTimes times_of(const Table& table, const std::vector<Position>& asked) {
  std::vector<double> seconds;
  for (const Position& position : asked) {
    const auto begin = std::chrono::steady_clock::now();
    static_cast<void>(table.moves(position));
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::ranges::sort(seconds);
  return {seconds[seconds.size() / 2], seconds[seconds.size() * 99 / 100], seconds.back()};
}

}  // namespace

ProbeBench bench_probe(const std::filesystem::path& tables, const Rules& rules) {
  std::vector<Position> asked = positions_of_games(open_table(rules, tables));
  std::ranges::sort(asked);
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  std::ranges::shuffle(asked, std::mt19937_64(2));
  for (const Metric metric : {Metric::distance, Metric::outcome})
    if (const auto directory = find_table(tables, rules, metric)) drop_from_memory(*directory);
  const Table table = open_table(rules, tables);
  ProbeBench bench;
  bench.positions = asked.size();
  bench.cold = times_of(table, asked);
  bench.warm = times_of(table, asked);
  return bench;
}

std::string as_text(const Rules& rules, const ProbeBench& bench) {
  std::string text =
      fmt::format("All moves of {} positions of {}, milliseconds\n\n  {:<6}{:>10}{:>10}{:>10}\n",
                  bench.positions, to_string(rules), "", "median", "99 %", "slowest");
  for (const auto& [name, times] : {std::pair{"cold", bench.cold}, {"warm", bench.warm}})
    text += fmt::format("  {:<6}{:>10.3f}{:>10.3f}{:>10.3f}\n", name, times.median * 1e3, times.most * 1e3,
                        times.slowest * 1e3);
  return text;
}

}  // namespace quixo::apps
