// SPDX-License-Identifier: MIT
//
// What the server says of its boards and of itself, and what clients may keep.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/workers.h"
#include "catalog/catalog.h"
#include "play/computer.h"
#include "quixo/open.h"
#include "quixo/table.h"
#include "solve/needs.h"
#include "solve/solver.h"
#include "tests/serve/running.h"

namespace quixo::serve {
namespace {

using nlohmann::json;

TEST(ApiBoards, SayWhatFits) {
  Running running({}, Running::all_fits);
  const json boards = get(running.port(), "/api/v1/boards").json();
  for (const json& board : boards["boards"])
    for (const json& needs : board["needs"]) {
      EXPECT_EQ(needs["fits"], true);
      EXPECT_EQ(needs["why"], json());
    }
}

TEST(ApiBoards, ListsWhatCanBeAsked) {
  Running running;
  const Answer answer = get(running.port(), "/api/v1/boards");
  EXPECT_EQ(answer.header("cache-control"), "no-store");
  const json boards = answer.json();
  EXPECT_EQ(boards["can_solve"], true);
  std::vector<std::string> names;
  for (const json& board : boards["boards"]) {
    const Rules rules = parse_rules(board["rules"].get<std::string>());
    names.push_back(board["rules"]);
    EXPECT_EQ(board["rows"], rules.rows);
    EXPECT_EQ(board["cols"], rules.cols);
    EXPECT_EQ(board["line"], rules.line);
    EXPECT_EQ(board["double_line"], rules.double_line == DoubleLine::wins ? "wins" : "loses");
    EXPECT_EQ(board["cells"], rules.cells());
    EXPECT_EQ(board["command"], "quixo solve " + to_string(rules));
    const bool small = rules.cells() <= 16;
    EXPECT_EQ(board["status"], small ? "ready" : "missing");
    EXPECT_EQ(board["metric"], small ? json("distance") : json());
    EXPECT_EQ(board["source"], small ? json("memory") : json());
    EXPECT_EQ(board["tag"].is_string(), small);
    for (const Metric metric : {Metric::outcome, Metric::distance}) {
      solve::Options options;
      options.threads = all_threads();
      options.metric = metric;
      options.directory = running.tables();
      const solve::Needs needs = solve::needs(Geometry(rules), options);
      EXPECT_EQ(board["needs"][metric_name(metric)],
                (json{{"memory_bytes", needs.memory},
                      {"disk_bytes", needs.disk},
                      {"table_bytes", needs.table},
                      {"seconds", std::llround(std::ceil(needs.seconds))},
                      {"fits", false},
                      {"why", "this does not fit"}}));
    }
    std::vector<std::string> players;
    for (const std::string& name : Computer::all())
      if (small || !Computer(name).needs_table()) players.push_back(name);
    EXPECT_EQ(board["players"], json(players));
  }
  json players = json::array();
  for (const std::string& name : Computer::all())
    players.push_back(
        {{"name", name}, {"title", Computer(name).title()}, {"needs_table", Computer(name).needs_table()}});
  EXPECT_EQ(boards["players"], players);
  EXPECT_EQ(boards["players"][3]["title"], "Level 4 · Steady");
  EXPECT_EQ(names, (std::vector<std::string>{"3x3", "4x4", "5x5", "4x4-double-wins", "5x5-line4",
                                             "5x5-double-wins"}));
}

/// 18 cells are too many for a table in memory.
TEST(ApiBoards, ServesOutcomesWhereThereIsNoMore) {
  Running running;
  const Rules rules = parse_rules("2x9");
  solve::Options options;
  options.threads = 1;
  options.metric = Metric::outcome;
  options.directory = table_directory(running.tables(), rules, Metric::outcome);
  solve::solve(Geometry(rules), options);
  const Table table = Table::open(*options.directory);

  const json boards = get(running.port(), "/api/v1/boards").json()["boards"];
  const json& listed = boards.back();
  EXPECT_EQ(listed["rules"], "2x9");
  EXPECT_EQ(listed["status"], "ready");
  EXPECT_EQ(listed["metric"], "outcome");
  EXPECT_EQ(listed["source"], "table");
  EXPECT_EQ(listed["players"].size(), Computer::all().size());
  // The outcomes are the table's, the distances of what is near those of a search.
  const std::string empty = "9/9 x";
  const json position = get(running.port(), about("position", "2x9", empty)).json();
  EXPECT_EQ(position["outcome"], "win");
  EXPECT_EQ(position["distance_moves"], 3);
  EXPECT_EQ(position["proof"], "table");
  EXPECT_EQ(position["moves"].size(), table.moves({}).size());
  const json line = get(running.port(), about("line", "2x9", empty)).json();
  EXPECT_EQ(line["kind"], "best");
  EXPECT_EQ(line["ends"], "line");
  EXPECT_EQ(line["moves"].size(), 3U);
  EXPECT_EQ(get(running.port(), "/api/v1/statistics?rules=2x9").json()["signature"],
            fmt::format("{:016x}", table.summary().signature));
  for (const json& player : listed["players"]) {
    const std::string target = about("play", "2x9", empty) + "&player=" + player.get<std::string>();
    EXPECT_EQ(get(running.port(), target).status, 200) << target;
  }
  const std::string game = "2x9\n1. a2i2 a2i2";
  EXPECT_EQ(post(running.port(), "/api/v1/review", {{"game", game}}).status, 200);
  // What needs distances of all positions says so.
  const Answer answer = get(running.port(), "/api/v1/random?rules=2x9&min_distance=3");
  EXPECT_EQ(answer.status, 409);
  EXPECT_NE(answer.message().find("distances"), std::string::npos) << answer.body;
}

TEST(ApiHealth, SaysWhichVersionRuns) {
  Running running;
  EXPECT_EQ(get(running.port(), "/api/v1/health").json(), (json{{"status", "ok"}, {"version", "1.2.3"}}));
}

TEST(ApiCaching, KeepsPositionsForGoodWhenTheirTagIsNamed) {
  Running running;
  std::string tag;
  const json boards = get(running.port(), "/api/v1/boards").json()["boards"];
  for (const json& board : boards)
    if (board["rules"] == "3x3") tag = board["tag"];
  const std::string target = about("position", "3x3", "3/3/3 x");
  for (const std::string& each : {target + "&v=" + tag, about("line", "3x3", "3/3/3 x") + "&v=" + tag,
                                  "/api/v1/statistics?rules=3x3&v=" + tag})
    EXPECT_EQ(get(running.port(), each).header("cache-control"), "public, max-age=31536000, immutable")
        << each;
  for (const std::string& each : {target, target + "&v=other"})
    EXPECT_EQ(get(running.port(), each).header("cache-control"), "no-cache");
  const std::string play = about("play", "3x3", "3/3/3 x") + "&player=perfect";
  EXPECT_EQ(get(running.port(), play).header("cache-control"), "no-store");
}

TEST(ApiCaching, AnswersNothingNewToWhoHasItAlready) {
  Running running;
  const std::string target = about("position", "3x3", "3/3/3 x");
  const std::string etag = get(running.port(), target).header("etag");
  ASSERT_TRUE(etag.starts_with('"') && etag.ends_with('"')) << etag;
  EXPECT_EQ(get(running.port(), target).header("etag"), etag);
  for (const std::string& known : {etag, "\"x\", " + etag, "W/" + etag}) {
    const Answer answer = get(running.port(), target, {{"If-None-Match", known}});
    EXPECT_EQ(answer.status, 304) << known;
    EXPECT_EQ(answer.header("etag"), etag);
    EXPECT_EQ(answer.header("cache-control"), "no-cache");
  }
  EXPECT_EQ(get(running.port(), target, {{"If-None-Match", "\"x\""}}).status, 200);
  const std::string other = about("position", "3x3", "3/3/3 o");
  EXPECT_EQ(get(running.port(), other, {{"If-None-Match", etag}}).status, 200);
  EXPECT_NE(get(running.port(), other).header("etag"), etag);
  EXPECT_NE(get(running.port(), about("position", "3x3-line2", "3/3/3 x")).header("etag"), etag);
}

}  // namespace
}  // namespace quixo::serve
