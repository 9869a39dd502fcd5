// SPDX-License-Identifier: MIT
//
// What is known with a table, with outcomes and a search, and with a search alone.
#include "analysis/knowledge.h"

#include <gtest/gtest.h>

#include <thread>

#include "analysis/known_json.h"
#include "tests/play/support.h"

namespace quixo {
namespace {

TEST(Known, OfAMoveCountsTheMoveItself) {
  EXPECT_EQ(known_of_move({Outcome::loss, 4, 0, Proof::search}), (Known{Outcome::win, 5, 0, Proof::search}));
  EXPECT_EQ(known_of_move({Outcome::draw, {}, 0, Proof::table}), (Known{Outcome::draw, {}, 0, Proof::table}));
  EXPECT_EQ(known_of_move({Outcome::win, {}, 11, Proof::table}),
            (Known{Outcome::loss, {}, 12, Proof::table}));
  EXPECT_EQ(known_of_move({{}, {}, 11, Proof::none}), (Known{{}, {}, 12, Proof::none}));
}

TEST(Known, IsOrderedAsAPlayerWants) {
  const Known best_first[] = {{Outcome::win, 1, 0, Proof::search},   {Outcome::win, 9, 0, Proof::search},
                              {Outcome::win, {}, 12, Proof::table},  {{}, {}, 12, Proof::none},
                              {Outcome::loss, {}, 12, Proof::table}, {Outcome::loss, 10, 0, Proof::search},
                              {Outcome::loss, 2, 0, Proof::search}};
  for (const Known& one : best_first)
    for (const Known& two : best_first) EXPECT_EQ(is_better(one, two), &one < &two);
  const Known draw{Outcome::draw, {}, 0, Proof::table};
  EXPECT_FALSE(is_better(draw, best_first[3]) || is_better(best_first[3], draw));
}

TEST(Known, IsSaidInWordsAndInJson) {
  EXPECT_EQ(in_words(Known{Outcome::win, 7, 0, Proof::search}), "wins in 7");
  EXPECT_EQ(in_words(Known{Outcome::loss, {}, 12, Proof::table}), "loses");
  EXPECT_EQ(in_words(Known{Outcome::draw, {}, 0, Proof::table}), "draws");
  EXPECT_EQ(in_words(Known{{}, {}, 12, Proof::none}), "nothing within 12 moves");
  EXPECT_EQ(to_json({Outcome::win, 7, 0, Proof::search}).dump(),
            R"({"outcome":"win","distance_moves":7,"proof":"search","horizon_moves":null})");
  EXPECT_EQ(to_json({Outcome::draw, {}, 0, Proof::table}).dump(),
            R"({"outcome":"draw","distance_moves":null,"proof":"table","horizon_moves":null})");
  EXPECT_EQ(to_json({{}, {}, 12, Proof::none}).dump(),
            R"({"outcome":null,"distance_moves":null,"proof":"none","horizon_moves":12})");
}

TEST(Knowledge, OfATableIsWhatItSays) {
  const Table table = solved("3x4-line4");
  const Knowledge knowledge = table;
  EXPECT_EQ(knowledge.metric(), Metric::distance);
  for (const Position& position : open_positions(table, 300, 1)) {
    EXPECT_EQ(knowledge.value(position, {.horizon = 0}), known(table.probe(position)));
    for (const KnownMove& move : knowledge.moves(position, {.horizon = 0}))
      EXPECT_EQ(move.known, known(value_of_move(table.probe(move.position))));
  }
}

TEST(Knowledge, OfOutcomesHasTheDistancesThatASearchSees) {
  constexpr int horizon = 5;
  const Table table = solved("3x4-line4");
  const OutcomeTable outcomes("3x4-line4");
  const Knowledge knowledge = outcomes.table;
  EXPECT_EQ(knowledge.metric(), Metric::outcome);
  int beyond = 0;
  for (const Position& position : open_positions(table, 300, 2)) {
    const Known exact = known(table.probe(position));
    Known expected = exact;
    if (exact.distance && *exact.distance > horizon) {
      expected = {exact.outcome, {}, horizon, Proof::table};
      ++beyond;
    }
    EXPECT_EQ(knowledge.value(position, {.horizon = horizon}), expected) << position;
  }
  EXPECT_GT(beyond, 5);
}

TEST(Knowledge, WithoutATableIsASearch) {
  const Table table = solved("3x3");
  const Knowledge knowledge = Knowledge(table).without_table();
  EXPECT_FALSE(knowledge.table());
  EXPECT_EQ(knowledge.metric(), std::nullopt);
  for (const Position& position : open_positions(table, 200, 3)) {
    const Value value = table.probe(position);
    EXPECT_EQ(knowledge.value(position), (Known{value.outcome, value.distance, 0, Proof::search}));
  }
  EXPECT_EQ(knowledge.value({}, {.horizon = 3}), (Known{{}, {}, 3, Proof::none}));
}

TEST(Knowledge, IsSharedByThreads) {
  const Table table = solved("3x3");
  const Knowledge knowledge(table.rules());
  std::vector<std::jthread> threads;
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    threads.emplace_back([&, seed] {
      for (const Position& position : open_positions(table, 100, seed))
        EXPECT_EQ(knowledge.value(position).distance, int{table.probe(position).distance});
    });
}

TEST(Knowledge, RefusesImpossiblePositions) {
  const Knowledge knowledge(parse_rules("3x3"));
  const Position outside = make_position(cell_bit(20), 0, Player::x);
  EXPECT_THROW(knowledge.value(outside), Error);
  EXPECT_THROW(knowledge.moves(outside), Error);
  EXPECT_THROW(Knowledge(Rules{9, 9, 9}), Error);
}

}  // namespace
}  // namespace quixo
