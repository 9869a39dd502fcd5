// SPDX-License-Identifier: MIT
//
// What is promised of matches at random: that they match, that chance is fair and that a seed repeats it.
#include "study/sample.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/workers.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "tests/game/support.h"
#include "tests/study/support.h"

namespace quixo::study {
namespace {

TEST(Sample, IsTheSameForAnyThreadsAndAnotherForAnotherSeed) {
  const Table table = solve_in_memory(parse_rules("4x4"));
  const Filter filter{.outcome = Outcome::win, .distance = Range{9, 99}};
  const std::vector<Position> one = sample(table, filter, 20, 1, {.threads = 1});
  ASSERT_EQ(one.size(), 20U);
  EXPECT_EQ(sample(table, filter, 20, 1, {.threads = 3}), one);
  EXPECT_NE(sample(table, filter, 20, 2, {.threads = 3}), one);
  const std::vector<Position> fewer = sample(table, filter, 7, 1, {});
  EXPECT_EQ(fewer, std::vector(one.begin(), one.begin() + 7));
  for (const Position& position : one) EXPECT_TRUE(matches(table, filter, position)) << position;
}

TEST(Sample, IsFair) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  const Filter filter{.outcome = Outcome::win, .distance = Range{7, 7}};
  const std::size_t all = found_by(table, filter, 1).size();
  ASSERT_GT(all, 3U);
  std::map<Position, int> times;
  constexpr int rounds = 2000;
  for (std::uint64_t seed = 0; seed < rounds; ++seed) ++times[sample(table, filter, 1, seed, {}).at(0)];
  ASSERT_EQ(times.size(), all);
  const double expected = static_cast<double>(rounds) / static_cast<double>(all);
  for (const auto& [position, count] : times)
    EXPECT_NEAR(count, expected, 6 * std::sqrt(expected)) << position;
}

TEST(Pick, GivesMatchesAndNothingTwice) {
  const Table table = solve_in_memory(parse_rules("4x4"));
  for (const Filter& filter :
       {Filter{.winning_moves = Range{1, 1}}, Filter{.outcome = Outcome::draw, .cubes = {8, 9}},
        Filter{.distance = Range{0, 0}, .own_cubes = {5, 5}}}) {
    const std::vector<Position> picked = pick(table, filter, 50, 3, 20'000);
    ASSERT_EQ(picked.size(), 50U);
    for (const Position& position : picked) EXPECT_TRUE(matches(table, filter, position)) << position;
    const std::vector<Position> classes = canonicals(table, picked);
    EXPECT_EQ(std::ranges::adjacent_find(classes), classes.end());
    EXPECT_EQ(pick(table, filter, 50, 3, 20'000), picked);
    EXPECT_NE(pick(table, filter, 50, 4, 20'000), picked);
  }
}

TEST(Pick, PutsCubesFairly) {
  const Table table =
      solve_in_memory(parse_rules("2x2"));  // every position with two cubes of a player is over
  std::map<Position, int> times;
  constexpr int rounds = 5000;
  for (std::uint64_t seed = 0; seed < rounds; ++seed)
    for (const Position& position : pick(table, {}, 1, seed, 1)) ++times[position];
  std::size_t open = 0;
  for (const Position& position : all_positions(table.rules()))
    if (position.to_move == Player::x && !is_over(geometry_of(table), position)) ++open;
  EXPECT_EQ(times.size(), open);
  for (const auto& [position, count] : times)
    EXPECT_NEAR(count, rounds / 81.0, 6 * std::sqrt(rounds / 81.0)) << position;
}

TEST(Pick, ReportsItsProgressAndStops) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  std::vector<double> shares;
  pick(table, {}, 4, 1, 1000,
       {.progress = [&](const Progress& progress) { shares.push_back(progress.share); }});
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_EQ(shares.front(), 0);
  EXPECT_EQ(shares.back(), 0.75);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(pick(table, {}, 1, 1, 1000, {.stop = stop.get_token()}), Interrupted);
}

TEST(Pick, GivesUp) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  EXPECT_TRUE(pick(table, {.outcome = Outcome::draw}, 1, 1, 1000).empty());
  EXPECT_TRUE(pick(table, {.cubes = {5, 4}}, 1, 1, 1000).empty());
}

}  // namespace
}  // namespace quixo::study
