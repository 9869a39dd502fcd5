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
constexpr auto win = static_cast<std::size_t>(Outcome::win);
constexpr auto loss = static_cast<std::size_t>(Outcome::loss);
constexpr auto draw = static_cast<std::size_t>(Outcome::draw);

struct Place {
  int layer = 0;
  std::uint32_t cube = 0;
  std::uint32_t bit = 0;
  auto operator<=>(const Place&) const = default;
};

/// The positions of one outcome and distance.
struct Group {
  std::uint64_t count = 0;
  Place first;
};

/// The longest decided position. Among equals the one with most cubes counts, then the first of its layer: so
/// solving has it.
struct Farthest {
  std::uint16_t distance = 0;
  Place place;

  bool is_before(const Farthest& other) const {
    return std::tuple(-distance, -place.layer, place) <
           std::tuple(-other.distance, -other.place.layer, other.place);
  }
};

/// The counts of one thread, which sees the layers from the fewest cubes on and each in its order.
struct Tally {
  std::array<std::array<OutcomeCounts, max_cells + 1>, max_cells + 1> classes{};
  std::vector<std::array<Group, outcomes>> distances =
      std::vector<std::array<Group, outcomes>>(std::numeric_limits<std::uint16_t>::max() + 1);
  std::array<Farthest, outcomes> farthest{};

  void count(const ValueRun& run, std::uint64_t orbit) {
    constexpr Ones ones;
    std::array<std::array<std::uint64_t, outcomes>, max_cells + 1> by_ones{};
    std::uint32_t bit = run.first;
    for (const Value& value : run.values) {
      const auto outcome = static_cast<std::size_t>(value.outcome);
      by_ones[static_cast<std::size_t>(ones(bit))][outcome] += orbit;
      Group& group = distances[value.distance][outcome];
      const Place here{run.layer, run.cube, bit};
      if (group.count == 0) group.first = here;
      group.count += orbit;
      if (value.distance >= farthest[outcome].distance && value.distance > 0)
        if (const Farthest far{value.distance, here}; far.is_before(farthest[outcome]))
          farthest[outcome] = far;
      ++bit;
    }
    for (int x = 0; x <= run.layer; ++x) {
      const auto& counts = by_ones[static_cast<std::size_t>(x)];
      classes[static_cast<std::size_t>(x)][static_cast<std::size_t>(run.layer - x)] +=
          {counts[win], counts[loss], counts[draw]};
    }
  }

  void add(const Tally& more) {
    for (std::size_t x = 0; x < classes.size(); ++x)
      for (std::size_t o = 0; o < classes.size(); ++o) classes[x][o] += more.classes[x][o];
    for (std::size_t distance = 0; distance < distances.size(); ++distance)
      for (std::size_t outcome = 0; outcome < outcomes; ++outcome)
        add(distances[distance][outcome], more.distances[distance][outcome]);
    for (std::size_t outcome = 0; outcome < outcomes; ++outcome)
      if (more.farthest[outcome].is_before(farthest[outcome])) farthest[outcome] = more.farthest[outcome];
  }

  static void add(Group& group, const Group& more) {
    if (more.count > 0 && (group.count == 0 || more.first < group.first)) group.first = more.first;
    group.count += more.count;
  }
};

Position position_at(const Table& table, const Place& place) {
  return table.layout().position(place.layer, place.cube, place.bit);
}

std::optional<Longest> longest(const Table& table, const Farthest& farthest) {
  if (farthest.distance == 0) return std::nullopt;
  return Longest{farthest.distance, position_at(table, farthest.place)};
}

}  // namespace

TableCensus take_census(const Table& table, const Job& job) {
  const solve::Layout& layout = table.layout();
  double states = 0;
  for (int layer = 0; layer <= layout.cells(); ++layer) states += stored_states(layout, layer);
  ShareDone share(job, states);
  std::vector<Tally> tallies(static_cast<std::size_t>(job.threads));
  for (int layer = 0; layer <= layout.cells(); ++layer)
    table.scan(layer, job.threads, job.stop, [&](const ValueRun& run, int worker) {
      tallies[static_cast<std::size_t>(worker)].count(
          run, static_cast<std::uint64_t>(layout.orbit(layout.layer(layer)[run.cube])));
      share.add(static_cast<double>(run.values.size()));
    });
  for (std::size_t worker = 1; worker < tallies.size(); ++worker) tallies[0].add(tallies[worker]);
  const Tally& sum = tallies[0];

  TableCensus census;
  census.empty_board = table.probe({});
  census.census.classes = sum.classes;
  if (table.metric() != Metric::distance) return census;
  for (std::size_t distance = 0; distance < sum.distances.size(); ++distance) {
    const Group& won = sum.distances[distance][win];
    const Group& lost = sum.distances[distance][loss];
    if (won.count + lost.count == 0) continue;
    census.census.distances[static_cast<int>(distance)] = {won.count, lost.count, 0};
    DistanceExamples& examples = census.examples[static_cast<int>(distance)];
    if (won.count > 0) examples.win = position_at(table, won.first);
    if (lost.count > 0) examples.loss = position_at(table, lost.first);
  }
  census.win = longest(table, sum.farthest[win]);
  census.loss = longest(table, sum.farthest[loss]);
  return census;
}

}  // namespace quixo::study
