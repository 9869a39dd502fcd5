// SPDX-License-Identifier: MIT
#include "search/relaxed.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "game/play.h"
#include "quixo/open.h"
#include "quixo/rules.h"
#include "quixo/search.h"
#include "search/engine.h"
#include "search/relaxed_search.h"
#include "tests/search/support.h"

namespace quixo::search {
namespace {

/// The attacker's cubes after a move that inserts none of hers.
Cells slid(Cells cells, const Slide& slide) { return static_cast<Cells>(slide.apply(cells, Player::x)); }

/// The relaxed game in plain code: within how many moves the defender, to move, has lost.
bool plain_loses(const Geometry& geometry, Cells attacker, int n);

bool plain_wins(const Geometry& geometry, Cells attacker, int n) {
  if (geometry.has_line(attacker)) return true;
  if (n == 0) return false;
  for (const Slide& slide : geometry.slides())
    if (plain_loses(geometry, slid(attacker, slide) | slide.inserted(), n - 1)) return true;
  return false;
}

bool plain_loses(const Geometry& geometry, Cells attacker, int n) {
  if (geometry.has_line(attacker)) return true;
  if (n == 0) return false;
  for (const Slide& slide : geometry.slides())
    if ((slide.taken() & attacker) == 0 && !plain_wins(geometry, slid(attacker, slide), n - 1)) return false;
  return true;
}

TEST(RelaxedGame, IsWhatPlainCodeSays) {
  for (const char* name : {"2x2", "2x5-line3", "3x3", "3x4", "4x3-line2", "4x4", "4x4-line3"}) {
    const Geometry geometry(parse_rules(name));
    RelaxedGame relaxed(geometry);
    relaxed.extend(4);
    std::array<int, 5> lost{};
    const Cells step = geometry.cells() > 12 ? 37 : 1;
    for (Cells set = 0; set <= geometry.all_cells(); set += step)
      if (!geometry.has_line(set))
        for (const int n : {2, 4}) {
          ASSERT_EQ(relaxed.may_lose(set, n), plain_loses(geometry, set, n)) << name << ' ' << set;
          lost[static_cast<std::size_t>(n)] += relaxed.may_lose(set, n);
        }
    EXPECT_GT(lost[4], 0) << name;
  }
}

TEST(RelaxedGame, NeverRulesOutARealLoss) {
  for (const char* name :
       {"3x3", "3x3-double-wins", "3x4", "3x4-line2", "2x5-line4", "2x5-line4-double-wins"}) {
    const Rules rules = parse_rules(name);
    const Table table = solve_in_memory(rules);
    const Geometry geometry(rules);
    const auto relaxed = RelaxedGame::shared(geometry);
    relaxed->extend(longest_horizon);
    int ruled_out = 0;
    for_each_position(geometry, [&](Position position) {
      if (is_over(geometry, position)) return;
      const Value value = table.probe(position);
      const Cells attacker = position.cubes(other(position.to_move));
      if (value.outcome == Outcome::loss) {
        ASSERT_TRUE(relaxed->may_lose(attacker, value.distance)) << name;
      } else {
        ruled_out += !relaxed->may_lose(attacker, 2);
      }
    });
    EXPECT_GT(ruled_out, 0) << name;
  }
}

/// The rules that have wins in two moves are those whose tables do.
TEST(RelaxedGame, KnowsWhichRulesHaveWinsInTwo) {
  int with = 0;
  for (const auto& [rows, cols] : {std::pair{2, 2}, {2, 3}, {2, 4}, {2, 5}, {2, 6}, {3, 3}, {3, 4}, {5, 2}})
    for (int line = 2; line <= std::max(rows, cols); ++line) {
      const Rules rules{rows, cols, line};
      const auto distances = solve_in_memory(rules).summary().census.distances;
      const bool expected = distances.contains(2) && distances.at(2).win > 0;
      EXPECT_EQ(RelaxedGame(Geometry(rules)).has_wins_in_two(), expected) << to_string(rules);
      with += expected;
      // They are the only beginning of wins in an even number of moves.
      if (!expected)
        for (const auto& [distance, counts] : distances) {
          EXPECT_TRUE(counts.win == 0 || distance == 0 || distance % 2 == 1);
          EXPECT_TRUE(counts.loss == 0 || distance == 1 || distance % 2 == 0);
        }
    }
  EXPECT_GT(with, 0);
  EXPECT_FALSE(RelaxedGame(Geometry(parse_rules("4x4"))).has_wins_in_two());
}

TEST(RelaxedGame, IsSharedByRulesThatDifferInDoubleLinesOnly) {
  const auto one = RelaxedGame::shared(Geometry(parse_rules("3x4")));
  const auto two = RelaxedGame::shared(Geometry(parse_rules("3x4-double-wins")));
  const auto three = RelaxedGame::shared(Geometry(parse_rules("4x3")));
  EXPECT_EQ(one, two);
  EXPECT_NE(one, three);
}

TEST(RelaxedGame, MayBeExtendedAndAskedByManyThreads) {
  const Geometry geometry(parse_rules("4x4"));
  RelaxedGame relaxed(geometry);
  std::vector<std::vector<bool>> answers(4);
  {
    std::vector<std::jthread> threads;
    threads.reserve(answers.size());
    for (auto& answer : answers)
      threads.emplace_back([&] {
        for (int n = 2; n <= 12; n += 2) {
          relaxed.extend(n);
          for (Cells set = 0; set <= geometry.all_cells(); set += 11)
            answer.push_back(relaxed.may_lose(set, n));
        }
      });
  }
  for (const auto& answer : answers) EXPECT_EQ(answer, answers[0]);
}

TEST(RelaxedGame, StaysWithinItsMemory) {
  for (const char* name : {"5x5", "4x4", "2x2"}) {
    const RelaxedGame relaxed(Geometry(parse_rules(name)));
    EXPECT_GE(relaxed.farthest(), 16) << name;
    const auto bytes = cube::words_of(relaxed.cells()) * sizeof(cube::Word);
    EXPECT_LE(bytes * static_cast<std::size_t>(relaxed.farthest() / 2), RelaxedGame::memory_limit) << name;
  }
}

TEST(RelaxedGame, RulesNothingOutWhereItIsTooLarge) {
  for (const char* name : {"2x13", "5x6"}) {
    RelaxedGame relaxed(Geometry(parse_rules(name)));
    EXPECT_EQ(relaxed.farthest(), 0);
    relaxed.extend(12);
    for (const int n : {1, 2, 12}) EXPECT_TRUE(relaxed.may_lose(0, n));
  }
}

template <std::size_t words>
void compare_with_levels(const char* name, int horizon, int sets) {
  const Geometry geometry(parse_rules(name));
  ASSERT_LE(geometry.lines().size(), words * lines_per_word);
  const Boards<words> boards(geometry);
  RelaxedGame levels(geometry);
  levels.extend(horizon);
  ASSERT_GE(levels.farthest(), horizon);
  RelaxedSearch<words> search(boards, geometry.rules().line, Proven::least_size_bits);
  std::mt19937_64 random(1);
  std::array<int, 2> seen{};
  for (int i = 0; i < sets; ++i) {
    Cells set = static_cast<Cells>(random()) & geometry.all_cells();
    if (i % 2 == 0) set &= static_cast<Cells>(random());
    if (geometry.has_line(set)) continue;
    for (int n = 1; n <= horizon; ++n) {
      const bool expected = levels.may_lose(set, n);
      ASSERT_EQ(search.may_lose(set, n, [] {}), expected) << name << ' ' << set << ' ' << n;
      ++seen[expected ? 1 : 0];
    }
  }
  EXPECT_GT(seen[0], 0) << name;
  EXPECT_GT(seen[1], 0) << name;
}

TEST(RelaxedSearch, IsWhatTheLevelsSay) {
  compare_with_levels<1>("3x3", 12, 1'000);
  compare_with_levels<2>("3x4", 10, 1'000);
  compare_with_levels<1>("4x4", 8, 2'000);
  compare_with_levels<2>("4x5", 6, 1'000);
  compare_with_levels<1>("5x5", 6, 1'000);
  compare_with_levels<3>("5x5-line4", 6, 1'000);
  compare_with_levels<6>("5x5-line2", 6, 1'000);
  compare_with_levels<2>("2x12-line6", 6, 1'000);
}

TEST(RelaxedSearch, MayBeStoppedAndGoOn) {
  const Geometry geometry(parse_rules("4x4"));
  const Boards<1> boards(geometry);
  RelaxedGame levels(geometry);
  levels.extend(8);
  RelaxedSearch<1> search(boards, 4, Proven::least_size_bits);
  int stops = 0;
  for (Cells set = 0; set <= geometry.all_cells(); set += 53) {
    if (geometry.has_line(set)) continue;
    for (int patience = 1;; ++patience) try {
        int left = patience;
        ASSERT_EQ(search.may_lose(set, 8,
                                  [&] {
                                    if (--left == 0) throw CutOff();
                                  }),
                  levels.may_lose(set, 8));
        break;
      } catch (const CutOff&) {
        ++stops;
      }
  }
  EXPECT_GT(stops, 0);
}

}  // namespace
}  // namespace quixo::search
