// SPDX-License-Identifier: MIT
#include "quixo/search.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "quixo/error.h"
#include "quixo/notation.h"
#include "quixo/open.h"
#include "search/engine.h"
#include "search/proven.h"
#include "search/relaxed.h"
#include "tests/search/plain_search.h"
#include "tests/search/support.h"

namespace quixo {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// Every position, at every horizon to 12.
class SmallBoard : public testing::TestWithParam<const char*> {};

TEST_P(SmallBoard, IsWhatTheTableSays) {
  const Rules rules = parse_rules(GetParam());
  const Table table = solve_in_memory(rules);
  Search search(rules);
  for_each_position(Geometry(rules), [&](Position position) {
    const Value value = table.probe(position);
    for (int horizon = 0; horizon <= 12; ++horizon)
      ASSERT_EQ(search.value(position, {.horizon = horizon}), within(value, horizon))
          << to_string(rules, position) << " at " << horizon;
  });
}

INSTANTIATE_TEST_SUITE_P(Search, SmallBoard,
                         testing::Values("3x3", "3x3-double-wins", "3x3-line2", "3x4", "3x4-line4",
                                         "3x4-line2-double-wins", "4x3-double-wins", "2x2", "2x5",
                                         "2x5-line4", "2x5-line4-double-wins", "2x4-line3", "5x2-line5"),
                         name_of_rules);

void compare_random(const char* name, int count) {
  const Rules rules = parse_rules(name);
  const Geometry geometry(rules);
  const Table table = solve_in_memory(rules);
  Search search(rules);
  std::mt19937_64 random(17);
  for (int i = 0; i < count; ++i) {
    const Position position = random_open_position(geometry, random);
    const Value value = table.probe(position);
    for (int horizon = 0; horizon <= 12; ++horizon)
      ASSERT_EQ(search.value(position, {.horizon = horizon}), within(value, horizon))
          << to_string(rules, position) << " at " << horizon;
  }
}

TEST(Search, IsWhatTheTableOf4x4Says) { compare_random("4x4", 100'000); }
TEST(Search, IsWhatTheTableOf4x4DoubleWinsSays) { compare_random("4x4-double-wins", 10'000); }
TEST(Search, IsWhatTheTableOf4x4Line3Says) { compare_random("4x4-line3", 10'000); }
TEST(Search, IsWhatTheTableOf3x5Line4Says) { compare_random("3x5-line4", 200); }

/// Boards that are too large for a table here, at horizons that plain code reaches.
class LargeBoard : public testing::TestWithParam<const char*> {};

TEST_P(LargeBoard, IsWhatPlainCodeSays) {
  const Rules rules = parse_rules(GetParam());
  const Geometry geometry(rules);
  Search search(rules);
  std::mt19937_64 random(5);
  const bool is_larger = rules.cells() > 25;  // plain code takes its time
  for (int i = 0; i < (is_larger ? 40 : 300); ++i) {
    const Position position = random_open_position(geometry, random);
    const int horizon = i < (is_larger ? 1 : 20) ? 4 : 3;
    ASSERT_EQ(search.value(position, {.horizon = horizon}), plain_search(geometry, position, horizon))
        << to_string(rules, position);
  }
}

INSTANTIATE_TEST_SUITE_P(Search, LargeBoard,
                         testing::Values("5x5", "5x5-double-wins", "5x5-line4", "5x5-line4-double-wins",
                                         "5x5-line2", "4x5-line3", "3x7-line5", "2x12-line3", "2x13",
                                         "3x9-line4", "4x7", "5x6", "5x6-line2", "5x6-double-wins",
                                         "3x10-line5", "2x15-line4"),
                         name_of_rules);

TEST(Search, GivesTheValueOfEveryMove) {
  for (const char* name : {"3x3", "3x4", "2x5-line4"}) {
    const Rules rules = parse_rules(name);
    const Geometry geometry(rules);
    const Table table = solve_in_memory(rules);
    Search search(rules);
    std::mt19937_64 random(3);
    for (int i = 0; i < 300; ++i) {
      const Position position = random_position(geometry, random);
      const std::vector<KnownMove> moves = search.moves(position, {.horizon = 9});
      ASSERT_EQ(moves.size(), legal_moves(geometry, position).size());
      for (std::size_t m = 0; m < moves.size(); ++m) {
        EXPECT_EQ(moves[m].position, play(geometry, position, moves[m].move));
        EXPECT_EQ(moves[m].known, within(value_of_move(table.probe(moves[m].position)), 9));
        EXPECT_FALSE(m > 0 && is_better(moves[m].known, moves[m - 1].known));
      }
    }
  }
}

TEST(Search, LooksOnlyForWhatIsPossibleWhenTheOutcomeIsKnown) {
  const Rules rules = parse_rules("4x4");
  const Table table = solve_in_memory(rules);
  Search search(rules);
  std::mt19937_64 random(4);
  int far = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Position position = random_open_position(Geometry(rules), random);
    const Value value = table.probe(position);
    const Known known = search.values({{position, value.outcome}}, {.horizon = 6}).front();
    if (value.outcome == Outcome::draw) {
      EXPECT_EQ(known, (Known{Outcome::draw, {}, 0, Proof::table}));
    } else if (value.distance <= 6) {
      EXPECT_EQ(known, within(value, 6));
    } else {
      EXPECT_EQ(known, (Known{value.outcome, {}, 6, Proof::table}));
      ++far;
    }
  }
  EXPECT_GT(far, 0);
}

TEST(Search, SaysWhatItHasProvedWhenItIsCutOff) {
  const Rules rules = parse_rules("5x5");
  const Position start = parse_position(rules, "5/5/5/5/5 x");
  Search search(rules);
  search::RelaxedGame::shared(Geometry(rules))->extend(longest_horizon);
  const auto begin = steady_clock::now();
  const Known known =
      search.value(start, {.horizon = longest_horizon, .deadline = begin + milliseconds(200)});
  const auto spent = steady_clock::now() - begin;
  EXPECT_FALSE(known.outcome);
  EXPECT_GT(known.horizon, 4);
  EXPECT_LT(known.horizon, longest_horizon);
  EXPECT_GE(spent, milliseconds(199));
  EXPECT_LT(spent, milliseconds(1'000));

  // All moves have been looked at, about as far as each other.
  const auto moves =
      search.moves(start, {.horizon = longest_horizon, .deadline = steady_clock::now() + milliseconds(100)});
  ASSERT_EQ(moves.size(), 44U);
  int least = longest_horizon;
  int most = 0;
  for (const KnownMove& move : moves) {
    least = std::min(least, move.known.horizon);
    most = std::max(most, move.known.horizon);
  }
  EXPECT_GT(least, 2);
  EXPECT_LE(most - least, 1);
}

TEST(Search, IsCutOffByAStop) {
  const Rules rules = parse_rules("5x5");
  const Position start = parse_position(rules, "5/5/5/5/5 x");
  std::stop_source stop;
  Search search(rules);
  std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(100));
    stop.request_stop();
  });
  const Known known = search.value(start, {.horizon = longest_horizon, .stop = stop.get_token()});
  EXPECT_FALSE(known.outcome);
  EXPECT_LT(known.horizon, longest_horizon);

  // A deadline that has passed leaves what ends within one move.
  const auto past = steady_clock::now() - milliseconds(1);
  EXPECT_EQ(search.value(parse_position(rules, "XXXXX/5/5/5/OOOO1 x"), {.deadline = past}).distance, 0);
  EXPECT_EQ(search.value(parse_position(rules, "XXXX1/5/5/5/OOOO1 x"), {.deadline = past}).distance, 1);
  EXPECT_EQ(search.value(start, {.deadline = past}), (Known{{}, {}, 1, Proof::none}));
}

/// After being cut off again and again, with what it remembers from that, it says the same.
TEST(Search, IsNotMisledByWhatWasCutOff) {
  const Rules rules = parse_rules("4x4");
  const Geometry geometry(rules);
  const Table table = solve_in_memory(rules);
  Search search(rules);
  std::mt19937_64 random(8);
  for (int i = 0; i < 200; ++i) {
    const Position position = random_open_position(geometry, random);
    for (int cut = 0; cut < 5; ++cut) {
      const auto soon = steady_clock::now() + std::chrono::microseconds(random() % 300);
      const Known known = search.value(position, {.horizon = 14, .deadline = soon});
      ASSERT_EQ(known, within(table.probe(position), known.distance ? 14 : known.horizon));
    }
    ASSERT_EQ(search.value(position, {.horizon = 10}), within(table.probe(position), 10));
  }
}

/// What is remembered changes the time and not the result: little room, much room, any order.
TEST(Search, DoesNotDependOnWhatIsRemembered) {
  const Rules rules = parse_rules("5x5");
  const Geometry geometry(rules);
  std::mt19937_64 random(6);
  std::vector<Position> positions;
  positions.reserve(100);
  for (int i = 0; i < 100; ++i) positions.push_back(random_open_position(geometry, random));
  const auto ends = [&](search::Engine& engine, Position position) {
    std::vector<bool> found;
    for (int n = 1; n <= 8; ++n) {
      found.push_back(engine.wins(search::board_of(position), n));
      found.push_back(engine.loses(search::board_of(position), n));
    }
    return found;
  };
  const auto large = search::Engine::make(rules);
  const auto tiny = search::Engine::make(rules, search::Proven::least_size_bits);
  std::vector<std::vector<bool>> found;
  found.reserve(positions.size());
  for (const Position position : positions) found.push_back(ends(*large, position));
  for (std::size_t i = positions.size(); i-- > 0;) {
    EXPECT_EQ(ends(*tiny, positions[i]), found[i]);
    EXPECT_EQ(ends(*large, positions[i]), found[i]);
    EXPECT_EQ(ends(*large, canonical(geometry, positions[i])), found[i]);
  }
}

TEST(Search, MayBeUsedByEachThreadForItself) {
  const Rules rules = parse_rules("4x4");
  const Geometry geometry(rules);
  std::mt19937_64 random(9);
  std::vector<Position> positions;
  positions.reserve(200);
  for (int i = 0; i < 200; ++i) positions.push_back(random_open_position(geometry, random));
  std::vector<std::vector<Known>> found(3);
  {
    std::vector<std::jthread> threads;
    threads.reserve(found.size());
    for (auto& mine : found)
      threads.emplace_back([&] {
        Search search(rules);
        for (const Position position : positions) mine.push_back(search.value(position, {.horizon = 8}));
      });
  }
  EXPECT_EQ(found[1], found[0]);
  EXPECT_EQ(found[2], found[0]);
}

TEST(Search, RefusesWhatIsImpossible) {
  EXPECT_THROW(Search(Rules{1, 5, 5}), Error);
  Search search(parse_rules("3x3"));
  EXPECT_EQ(search.rules(), parse_rules("3x3"));
  EXPECT_THROW(search.value(make_position(1 << 9, 0, Player::x)), Error);
  EXPECT_THROW(search.moves(make_position(1, 1, Player::x)), Error);
  EXPECT_TRUE(search.moves(parse_position(search.rules(), "XXX/3/3 o")).empty());
}

}  // namespace
}  // namespace quixo
