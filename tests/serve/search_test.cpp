// SPDX-License-Identifier: MIT
//
// Boards without a table: what is proved by search, and that nobody waits for it who need not.
#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <set>

#include "game/notation.h"
#include "game/play.h"
#include "play/computer.h"
#include "probe/source.h"
#include "solve/solver.h"
#include "tests/game/support.h"
#include "tests/serve/running.h"

namespace quixo::serve {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

const std::string empty = "5/5/5/5/5 x";

TEST(WithoutATable, APositionSaysHowFarWasLooked) {
  // As far as it may, however long that takes here.
  Running running(usual_limits(), Running::nothing_fits, test_key, {.search = 300s});
  const Answer answer = get(running.port(), about("position", "5x5", empty) + "&v=1");
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(answer.header("cache-control"), "no-store");
  EXPECT_EQ(answer.header("etag"), "");
  const json position = answer.json();
  EXPECT_EQ(position["outcome"], json());
  EXPECT_EQ(position["distance_moves"], json());
  EXPECT_EQ(position["proof"], "none");
  EXPECT_EQ(position["horizon_moves"], 12);
  EXPECT_EQ(position["moves_that_hold"], 44);
  ASSERT_EQ(position["moves"].size(), 44U);
  std::set<std::string> different;
  for (const json& move : position["moves"]) {
    EXPECT_EQ(move["outcome"], json());
    EXPECT_EQ(move["horizon_moves"], 12);
    EXPECT_GE(move["replies"], 40);
    EXPECT_EQ(move["replies_that_hold"], move["replies"]);
    different.insert(move["same_as"].get<std::string>());
  }
  EXPECT_EQ(different.size(), 3U);
  EXPECT_EQ(position["best_trap"], json());
}

TEST(WithoutATable, APositionHasTheEndsThatAreNear) {
  Running running;
  const json win = get(running.port(), about("position", "5x5", "XXXX1/OO3/O4/5/5 x")).json();
  EXPECT_EQ(win["outcome"], "win");
  EXPECT_EQ(win["distance_moves"], 1);
  EXPECT_EQ(win["proof"], "search");
  EXPECT_EQ(win["horizon_moves"], json());
  EXPECT_EQ(win["moves"][0]["replies"], 0);
  const json over = get(running.port(), about("position", "5x5", "XXXXX/OO3/O4/5/5 o")).json();
  EXPECT_EQ(over["over"], true);
  EXPECT_EQ(over["winner"], "X");
  EXPECT_EQ(over["outcome"], "loss");
  EXPECT_EQ(over["distance_moves"], 0);
}

/// Of 30 cells, the most there are.
TEST(WithoutATable, ThirtyCellsAreABoardLikeAnother) {
  Running running;
  const Geometry geometry(parse_rules("5x6"));
  const std::string row = std::string(static_cast<std::size_t>(geometry.rules().line) - 1, 'X') +
                          (geometry.rules().line == 6 ? "1" : "2");
  const json win = get(running.port(), about("position", "5x6", row + "/OO4/O5/6/OO4 x")).json();
  EXPECT_EQ(win["outcome"], "win");
  EXPECT_EQ(win["distance_moves"], 1);
  EXPECT_EQ(win["proof"], "search");
  EXPECT_EQ(get(running.port(), "/api/v1/statistics?rules=5x6").status, 404);
}

/// A board that is too large to be solved on the spot, and small enough to be solved here.
TEST(WithoutATable, WhatIsSaidIsTrue) {
  Running running;
  const Rules rules = parse_rules("2x9-line3");
  const TemporaryDirectory directory;
  solve::Options options;
  options.threads = 2;
  options.directory = directory.path();
  solve::solve(Geometry(rules), options);
  const Table table = Table::open(directory.path());
  std::mt19937_64 random(11);
  json texts = json::array();
  for (int i = 0; i < 20; ++i) texts.push_back(to_string(geometry_of(table), random_position(random, rules)));
  const auto expect_true = [&](const json& answer, Value value, int horizon) {
    if (answer["proof"] == "search") {
      EXPECT_EQ(answer["outcome"], outcome_name(value.outcome)) << answer;
      EXPECT_EQ(answer["distance_moves"], value.distance) << answer;
      return;
    }
    EXPECT_EQ(answer["proof"], "none");
    EXPECT_EQ(answer["outcome"], json());
    EXPECT_EQ(answer["horizon_moves"], horizon);
    EXPECT_TRUE(value.outcome == Outcome::draw || value.distance > horizon) << answer;
  };
  const auto expect_all_true = [&](const json& answer, int horizon) {
    const Position position = parse_position(geometry_of(table), answer["position"].get<std::string>());
    expect_true(answer, table.probe(position), horizon);
    for (const json& move : answer["moves"]) {
      const Position child = parse_position(geometry_of(table), move["position"].get<std::string>());
      expect_true(move, value_of_move(table.probe(child)), horizon);
    }
  };
  const Answer batch =
      post(running.port(), "/api/v1/batch", {{"rules", to_string(rules)}, {"positions", texts}});
  ASSERT_EQ(batch.status, 200) << batch.body;
  const json answers = batch.json();
  for (const json& result : answers["results"]) {
    expect_all_true(result, 10);
    EXPECT_TRUE(result.contains("moves_that_hold"));
    EXPECT_FALSE(result.contains("best_trap"));
    for (const json& move : result["moves"]) EXPECT_FALSE(move.contains("replies"));
  }
  for (const json& text : texts)
    expect_all_true(get(running.port(), about("position", to_string(rules), text.get<std::string>())).json(),
                    12);
}

TEST(WithoutATable, ALineIsTheHardestPlay) {
  Running running;
  const Answer answer = get(running.port(), about("line", "5x5", empty));
  EXPECT_EQ(answer.header("cache-control"), "no-store");
  const json line = answer.json();
  EXPECT_EQ(line["kind"], "hardest");
  EXPECT_EQ(line["outcome"], json());
  EXPECT_GE(line["moves"].size(), 1U);
  EXPECT_LE(line["moves"].size(), 20U);
  for (const json& move : line["moves"])
    if (move["outcome"].is_null()) {
      EXPECT_GE(move["replies"], move["replies_that_hold"]);
    }
  const json won = get(running.port(), about("line", "5x5", "XXXX1/OO3/O4/5/5 x")).json();
  EXPECT_EQ(won["kind"], "best");
  EXPECT_EQ(won["ends"], "line");
  EXPECT_EQ(won["moves"].size(), 1U);
  EXPECT_FALSE(won["moves"][0].contains("replies"));
}

TEST(WithoutATable, EveryPlayerThatIsOfferedPlays) {
  Running running;
  const json boards = get(running.port(), "/api/v1/boards").json();
  for (const json& board : boards["boards"]) {
    const Geometry geometry(parse_rules(board["rules"].get<std::string>()));
    for (const json& player : board["players"]) {
      const std::string name = player;
      const std::string target =
          about("play", board["rules"], to_string(geometry, Position{})) + "&think_ms=100&player=" + name;
      const Answer answer = get(running.port(), target);
      EXPECT_EQ(answer.status, 200) << target << ' ' << answer.body;
    }
    for (const json& player : boards["players"]) {
      const std::string name = player["name"];
      const bool offered = std::ranges::find(board["players"], json(name)) != board["players"].end();
      EXPECT_EQ(offered, board["status"] == "ready" || !player["needs_table"]) << name;
    }
  }
}

TEST(WithoutATable, TheSearcherThinksAsLongAsItMay) {
  Running running;
  const auto time = [&](const std::string& think) {
    const Clock::time_point begin = Clock::now();
    EXPECT_EQ(get(running.port(), about("play", "5x5", empty) + "&player=searcher&think_ms=" + think).status,
              200);
    return Clock::now() - begin;
  };
  time("100");  // the first makes what all use
  EXPECT_LT(time("100"), time("3000"));
}

TEST(WithoutATable, AGameIsReviewed) {
  Running running;
  // O lets X complete the row.
  const std::string game = "5x5\nXXX2/O4/O4/5/5 x\n1. d1d5 b1a1\n2. e1e5\n";
  const Answer answer = post(running.port(), "/api/v1/review", {{"game", game}});
  ASSERT_EQ(answer.status, 200) << answer.body;
  const json review = answer.json();
  ASSERT_EQ(review["moves"].size(), 3U);
  EXPECT_EQ(review["moves"][2]["after"]["outcome"], "win");
  EXPECT_EQ(review["moves"][2]["after"]["distance_moves"], 1);
  EXPECT_EQ(review["moves"][2]["after"]["proof"], "search");
  EXPECT_EQ(review["moves"][2]["judgement"], "best");
  const json opening = post(running.port(), "/api/v1/review", {{"game", "5x5\n1. a5e5"}}).json();
  EXPECT_EQ(opening["moves"][0]["judgement"], "unclear");
  EXPECT_EQ(opening["moves"][0]["only_move"], false);
  EXPECT_EQ(opening["moves"][0]["missed_trap"], json());
  EXPECT_EQ(opening["accuracy_percent"]["X"], json());
  EXPECT_EQ(opening["turning_points"], json::array());
}

TEST(WithoutATable, QuickAnswersDoNotWaitForSearches) {
  Running running;
  get(running.port(), about("position", "3x3", "3/3/3 x"));
  std::vector<Client> thinkers;
  for (int i = 0; i < 20; ++i) {
    thinkers.emplace_back(running.port());
    thinkers.back().request("GET", about("play", "5x5", empty) + "&player=searcher&think_ms=5000");
  }
  const Clock::time_point begin = Clock::now();
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(get(running.port(), about("position", "3x3", "3/3/3 x")).status, 200);
  EXPECT_LT(Clock::now() - begin, 4s);
  running.stop();  // cuts the searches off
  EXPECT_LT(Clock::now() - begin, 30s);
}

}  // namespace
}  // namespace quixo::serve
