// SPDX-License-Identifier: MIT
//
// Searches against a look at every position, one by one.
#include "study/find.h"

#include <gtest/gtest.h>

#include <set>

#include "base/workers.h"
#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "solve/solver.h"
#include "study/sample.h"
#include "tests/files.h"
#include "tests/game/support.h"
#include "tests/study/support.h"

namespace quixo::study {
namespace {

/// What a filter means, said once more from the moves and values of a position.
bool brute_match(const Table& table, const Filter& filter, Position position) {
  const Value value = table.probe(position);
  const bool over = is_over(geometry_of(table), position);
  const int x = std::popcount(position.cubes(Player::x));
  const int o = std::popcount(position.cubes(Player::o));
  int wins = 0;
  int draws = 0;
  for (const Position& child : children(geometry_of(table), position)) {
    if (table.probe(child).outcome == Outcome::loss) ++wins;
    if (table.probe(child).outcome == Outcome::draw) ++draws;
  }
  const auto within = [](const Range& range, int n) { return n >= range.least && n <= range.most; };
  if (filter.outcome && value.outcome != *filter.outcome) return false;
  if (filter.distance ? value.outcome == Outcome::draw || !within(*filter.distance, value.distance) : over)
    return false;
  return within(filter.cubes, x + o) && within(filter.own_cubes, x) && within(filter.opponent_cubes, o) &&
         (!filter.winning_moves || within(*filter.winning_moves, wins)) &&
         (!filter.non_losing_moves || within(*filter.non_losing_moves, wins + draws));
}

std::vector<Filter> filters() {
  std::vector<Filter> filters(13);
  filters[1].outcome = Outcome::win;
  filters[2].outcome = Outcome::loss;
  filters[3].outcome = Outcome::draw;
  filters[4].distance = Range{0, 0};
  filters[5].distance = Range{3, 6};
  filters[6].outcome = Outcome::loss;
  filters[6].distance = Range{1, 4};
  filters[7].own_cubes = {2, 3};
  filters[7].opponent_cubes = {3, 3};
  filters[8].cubes = {5, 6};
  filters[8].winning_moves = Range{1, 1};
  filters[9].non_losing_moves = Range{1, 1};
  filters[9].distance = Range{3, 9};
  filters[10].winning_moves = Range{0, 0};
  filters[10].outcome = Outcome::draw;
  filters[11].cubes = {9, 4};
  filters[12].outcome = Outcome::draw;
  filters[12].distance = Range{1, 100};
  return filters;
}

class FindOn : public testing::TestWithParam<Rules> {};

TEST_P(FindOn, GivesOnePositionOfEachOrbitOfMatches) {
  const Table table = solve_in_memory(GetParam());
  bool any = false;
  for (const Filter& filter : filters()) {
    std::set<Position> expected;
    for (const Position& position : all_positions(GetParam())) {
      if (position.to_move != Player::x) continue;
      const bool match = brute_match(table, filter, position);
      ASSERT_EQ(matches(table, filter, position), match) << position;
      ASSERT_EQ(matches(table, filter, swap_colours(position)), match) << position;
      if (match) expected.insert(canonical(geometry_of(table), position));
    }
    any = any || !expected.empty();
    const std::vector<Position> wanted(expected.begin(), expected.end());
    const std::vector<Position> one = found_by(table, filter, 1);
    EXPECT_EQ(canonicals(table, one), wanted);
    EXPECT_EQ(found_by(table, filter, 3), one);
    EXPECT_EQ(canonicals(table, sample(table, filter, one.size() + 1, 5, {})), wanted);
    for (std::size_t i = 1; i < one.size(); ++i)
      ASSERT_LE(std::popcount(one[i - 1].occupied()), std::popcount(one[i].occupied()));
  }
  EXPECT_TRUE(any);
}

TEST_P(FindOn, TellsWhatIsReachable) {
  const Table table = solve_in_memory(GetParam());
  std::set<Position> reached{{}};
  std::vector<Position> open{{}};
  while (!open.empty()) {
    const Position position = open.back();
    open.pop_back();
    for (const Position& child : children(geometry_of(table), position))
      if (const Position seen = with_x_to_move(child); reached.insert(seen).second) open.push_back(seen);
  }
  for (const bool reachable : {true, false})
    for (Filter filter : filters()) {
      const std::vector<Position> either = found_by(table, filter, 2);
      filter.reachable = reachable;
      std::vector<Position> expected = either;
      std::erase_if(expected, [&](Position position) { return reached.contains(position) != reachable; });
      EXPECT_EQ(found_by(table, filter, 2), expected);
      EXPECT_EQ(sample(table, filter, either.size(), 1, {}).size(), expected.size());
    }
}

TEST_P(FindOn, GivesTheSameFromDisk) {
  const TemporaryDirectory directory;
  for (const Metric metric : {Metric::distance, Metric::outcome}) {
    const auto kept = directory.path() / (metric == Metric::distance ? "distance" : "outcome");
    solve::Options options;
    options.metric = metric;
    options.directory = kept;
    solve::solve(Geometry(GetParam()), options);
    const Table from_disk = Table::open(kept);
    const Table in_memory = solve_in_memory(GetParam());
    for (const Filter& filter : filters()) {
      if (filter.distance && metric == Metric::outcome)
        EXPECT_THROW(found_by(from_disk, filter, 2), Error);
      else
        EXPECT_EQ(found_by(from_disk, filter, 2), found_by(in_memory, filter, 2));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, FindOn,
                         testing::Values(parse_rules("2x2"), parse_rules("3x3"), parse_rules("2x4-line3"),
                                         parse_rules("3x3-double-wins")),
                         test_name);

TEST(Find, StopsWhenTold) {
  const Table table = solve_in_memory(parse_rules("4x4"));
  const Filter draws{.outcome = Outcome::draw};
  const std::vector<Position> all = found_by(table, draws, 1);
  for (const int threads : {1, 4})
    EXPECT_EQ(found_by(table, draws, threads, 100), std::vector(all.begin(), all.begin() + 100));
  std::stop_source stop;
  EXPECT_THROW(find(table, draws, {.threads = 2, .stop = stop.get_token()},
                    [&](Position) {
                      stop.request_stop();
                      return true;
                    }),
               Interrupted);
}

// A table on disk does not have the distances of losses, but its summary has their counts.
TEST(Find, GivesTheSameFromDiskOn4x4AndAllLosses) {
  const TemporaryDirectory directory;
  solve::Options options;
  options.directory = directory.path();
  options.threads = 2;
  const Summary summary = solve::solve(Geometry(parse_rules("4x4")), options);
  const Table from_disk = Table::open(directory.path());
  const Table in_memory = solve_in_memory(parse_rules("4x4"));
  for (const int distance : {1, 14, 22}) {
    const Filter filter{.outcome = Outcome::loss, .distance = Range{distance, distance}};
    const std::vector<Position> found = found_by(from_disk, filter, 2);
    EXPECT_EQ(found, found_by(in_memory, filter, 2));
    std::uint64_t losses = 0;
    for (const Position& position : found)
      losses += static_cast<std::uint64_t>(orbit_size(geometry_of(from_disk), position));
    EXPECT_EQ(losses, summary.census.distances.at(distance).loss) << distance;
  }
  for (const Filter& filter :
       {Filter{.outcome = Outcome::loss, .distance = Range{0, 1}, .cubes = {14, 16}},
        Filter{.distance = Range{9, 12}, .cubes = {7, 8}, .reachable = true},
        Filter{.cubes = {10, 10}, .winning_moves = Range{1, 1}, .non_losing_moves = Range{3, 5}}}) {
    const std::vector<Position> found = found_by(from_disk, filter, 2);
    EXPECT_FALSE(found.empty());
    EXPECT_EQ(found, found_by(in_memory, filter, 2));
  }
}

// The paper: 8 positions lose in 22, all symmetric to that of its figure; 528 lose in 1.
TEST(Find, ThePapersLongestLossAndItsLossesInOne) {
  const Table table = solve_in_memory(parse_rules("4x4"));
  const std::vector<Position> longest =
      found_by(table, {.outcome = Outcome::loss, .distance = Range{22, 22}}, 2);
  ASSERT_EQ(longest.size(), 1U);
  EXPECT_EQ(orbit_size(geometry_of(table), longest[0]), 8);
  EXPECT_EQ(canonical(geometry_of(table), longest[0]),
            canonical(geometry_of(table), parse_position(geometry_of(table), "2OX/4/XOO1/4 x")));
  int in_one = 0;
  for (const Position& position : found_by(table, {.outcome = Outcome::loss, .distance = Range{1, 1}}, 2))
    in_one += orbit_size(geometry_of(table), position);
  EXPECT_EQ(in_one, 528);
}

}  // namespace
}  // namespace quixo::study
