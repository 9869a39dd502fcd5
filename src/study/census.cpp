// SPDX-License-Identifier: MIT
#include "study/census.h"

#include <array>
#include <limits>
#include <tuple>
#include <vector>

#include "study/scan.h"

namespace quixo::study {
namespace {

constexpr std::size_t outcomes = 3;

/// The longest decided position seen, and where it is stored.
struct Farthest {
  std::uint16_t distance = 0;
  int layer = 0;
  std::uint32_t cube = 0;
  std::uint32_t bit = 0;

  /// Among equals the one with most cubes counts, then the first of its layer: so solving has it.
  bool is_before(const Farthest& other) const {
    return std::tuple(-distance, -layer, cube, bit) <
           std::tuple(-other.distance, -other.layer, other.cube, other.bit);
  }
};

/// The counts of one thread.
struct Tally {
  std::array<std::array<OutcomeCounts, max_cells + 1>, max_cells + 1> classes{};
  std::vector<std::array<std::uint64_t, outcomes>> distances =
      std::vector<std::array<std::uint64_t, outcomes>>(std::numeric_limits<std::uint16_t>::max() + 1);
  std::array<Farthest, outcomes> farthest{};

  void count(const ValueRun& run, std::uint64_t orbit) {
    constexpr Ones ones;
    std::array<std::array<std::uint64_t, outcomes>, max_cells + 1> by_ones{};
    std::uint32_t bit = run.first;
    for (const Value& value : run.values) {
      const auto outcome = static_cast<std::size_t>(value.outcome);
      by_ones[static_cast<std::size_t>(ones(bit))][outcome] += orbit;
      distances[value.distance][outcome] += orbit;
      if (value.distance >= farthest[outcome].distance && value.distance > 0) {
        const Farthest here{value.distance, run.layer, run.cube, bit};
        if (here.is_before(farthest[outcome])) farthest[outcome] = here;
      }
      ++bit;
    }
    for (int x = 0; x <= run.layer; ++x) {
      const auto& counts = by_ones[static_cast<std::size_t>(x)];
      classes[static_cast<std::size_t>(x)][static_cast<std::size_t>(run.layer - x)] +=
          {counts[static_cast<std::size_t>(Outcome::win)], counts[static_cast<std::size_t>(Outcome::loss)],
           counts[static_cast<std::size_t>(Outcome::draw)]};
    }
  }

  void add(const Tally& more) {
    for (std::size_t x = 0; x < classes.size(); ++x)
      for (std::size_t o = 0; o < classes.size(); ++o) classes[x][o] += more.classes[x][o];
    for (std::size_t distance = 0; distance < distances.size(); ++distance)
      for (std::size_t outcome = 0; outcome < outcomes; ++outcome)
        distances[distance][outcome] += more.distances[distance][outcome];
    for (std::size_t outcome = 0; outcome < outcomes; ++outcome)
      if (more.farthest[outcome].is_before(farthest[outcome])) farthest[outcome] = more.farthest[outcome];
  }
};

std::optional<Longest> longest(const Table& table, const Farthest& farthest) {
  if (farthest.distance == 0) return std::nullopt;
  return Longest{farthest.distance,
                        table.layout().position(farthest.layer, farthest.cube, farthest.bit)};
}

}  // namespace

TableCensus take_census(const Table& table, const Job& job) {
  const solve::Layout& layout = table.layout();
  double states = 0;
  for (int layer = 0; layer <= layout.cells(); ++layer) states += stored_states(layout, layer);
  ShareDone share(job, states);
  std::vector<Tally> tallies(static_cast<std::size_t>(job.threads));
  for (int layer = layout.cells(); layer >= 0; --layer)
    table.scan(layer, job.threads, job.stop, [&](const ValueRun& run, int worker) {
      tallies[static_cast<std::size_t>(worker)].count(
          run, static_cast<std::uint64_t>(layout.orbit(layout.layer(layer)[run.cube])));
      share.add(run.values.size());
    });
  for (std::size_t worker = 1; worker < tallies.size(); ++worker) tallies[0].add(tallies[worker]);
  const Tally& sum = tallies[0];

  TableCensus census;
  census.empty_board = table.probe({});
  census.census.classes = sum.classes;
  if (table.metric() != Metric::distance) return census;
  constexpr auto win = static_cast<std::size_t>(Outcome::win);
  constexpr auto loss = static_cast<std::size_t>(Outcome::loss);
  for (std::size_t distance = 0; distance < sum.distances.size(); ++distance)
    if (const auto& counts = sum.distances[distance]; counts[win] + counts[loss] > 0)
      census.census.distances[static_cast<int>(distance)] = {counts[win], counts[loss], 0};
  census.win = longest(table, sum.farthest[win]);
  census.loss = longest(table, sum.farthest[loss]);
  return census;
}

}  // namespace quixo::study
