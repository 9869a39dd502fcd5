// SPDX-License-Identifier: MIT
//
// Searches against a look at every position, one by one.
#include "study/find.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
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

/// What filters ask of a position, found the plain way.
struct Facts {
  Facts(const Table& table, Position position)
      : value(table.probe(position)),
        over(is_over(geometry_of(table), position)),
        own(std::popcount(position.cubes(Player::x))),
        opponent(std::popcount(position.cubes(Player::o))) {
    for (const Position& child : children(geometry_of(table), position)) {
      const Outcome outcome = table.probe(child).outcome;
      if (outcome == Outcome::loss) ++wins;
      if (outcome == Outcome::draw) ++draws;
    }
  }

  Value value;
  bool over;
  int own, opponent;
  int wins = 0;   ///< Moves that win, ...
  int draws = 0;  ///< ... and that draw.
};

/// What a filter means, said once more from the moves and values of a position.
bool brute_match(const Filter& filter, const Facts& facts) {
  const auto within = [](const Range& range, int n) { return n >= range.least && n <= range.most; };
  if (filter.outcome && facts.value.outcome != *filter.outcome) return false;
  if (filter.distance
          ? facts.value.outcome == Outcome::draw || !within(*filter.distance, facts.value.distance)
          : facts.over)
    return false;
  return within(filter.cubes, facts.own + facts.opponent) && within(filter.own_cubes, facts.own) &&
         within(filter.opponent_cubes, facts.opponent) &&
         (!filter.winning_moves || within(*filter.winning_moves, facts.wins)) &&
         (!filter.non_losing_moves || within(*filter.non_losing_moves, facts.wins + facts.draws));
}

/// Those with X to move.
std::vector<std::pair<Position, Facts>> facts_of(const Table& table) {
  std::vector<std::pair<Position, Facts>> facts;
  for (const Position& position : all_positions(table.rules()))
    if (position.to_move == Player::x) facts.emplace_back(position, Facts(table, position));
  return facts;
}

std::vector<Filter> filters() {
  std::vector<Filter> filters(15);
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
  filters[13].outcome = Outcome::loss;
  filters[13].distance = Range{1, 1};
  filters[14] = filters[13];
  filters[14].own_cubes = {0, 2};
  filters[14].winning_moves = Range{0, 0};
  return filters;
}

/// Any wishes, each as often as not, and in half of all cases for losses in one move, which are found in
/// their own way.
Filter any_filter(std::mt19937_64& random) {
  const auto below = [&](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
  const auto range = [&](int end) {
    const int least = below(end);
    return below(3) == 0 ? Range{.least = least} : Range{least, least + below(3)};
  };
  Filter filter;
  if (below(2) == 0) filter.outcome = std::array{Outcome::win, Outcome::draw, Outcome::loss}[random() % 3];
  if (below(2) == 0) filter.distance = range(6);
  if (below(2) == 0) {
    filter.outcome = Outcome::loss;
    filter.distance = Range{1, 1};
  }
  if (below(4) == 0) filter.cubes = range(9);
  if (below(4) == 0) filter.own_cubes = range(5);
  if (below(4) == 0) filter.opponent_cubes = range(5);
  if (below(4) == 0) filter.winning_moves = range(3);
  if (below(4) == 0) filter.non_losing_moves = range(3);
  return filter;
}

class FindOn : public testing::TestWithParam<Rules> {};

TEST_P(FindOn, GivesOnePositionOfEachOrbitOfMatches) {
  const Table table = solve_in_memory(GetParam());
  const std::vector<std::pair<Position, Facts>> all = facts_of(table);
  bool any = false;
  for (const Filter& filter : filters()) {
    std::set<Position> expected;
    for (const auto& [position, facts] : all) {
      const bool match = brute_match(filter, facts);
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

TEST_P(FindOn, AgreesWithAPlainLoopOnAnyFilter) {
  const TemporaryDirectory directory;
  solve::Options options;
  options.directory = directory.path();
  solve::solve(Geometry(GetParam()), options);
  const Table from_disk = Table::open(directory.path());
  const Table in_memory = solve_in_memory(GetParam());
  const std::vector<std::pair<Position, Facts>> all = facts_of(in_memory);
  std::mt19937_64 random(19);
  for (int i = 0; i < 200; ++i) {
    const Filter filter = any_filter(random);
    std::set<Position> expected;
    for (const auto& [position, facts] : all)
      if (brute_match(filter, facts)) expected.insert(canonical(geometry_of(in_memory), position));
    const std::vector<Position> found = found_by(from_disk, filter, 2);
    ASSERT_EQ(canonicals(in_memory, found), std::vector(expected.begin(), expected.end())) << i;
    ASSERT_EQ(found_by(in_memory, filter, 1), found) << i;
    const std::size_t limit = std::max<std::size_t>(found.size() / 2, 1);
    ASSERT_EQ(found_by(from_disk, filter, 2, limit),
              std::vector(found.begin(),
                          found.begin() + static_cast<std::ptrdiff_t>(std::min(limit, found.size()))))
        << i;
  }
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
