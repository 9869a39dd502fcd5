// SPDX-License-Identifier: MIT
//
// What a request may cost: long work holds up no short work, ends when its client is gone, and is not begun
// where it can be seen to be in vain.
#include <gtest/gtest.h>

#include <chrono>

#include "api/caching.h"
#include "catalog/catalog.h"
#include "solve/solver.h"
#include "tests/serve/running.h"

namespace quixo::serve {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

const Headers as_json = {{"Content-Type", "application/json"}};

/// Long work is cut off soon when a test is over.
Limits short_end() {
  Limits limits;
  limits.shutdown = 100ms;
  return limits;
}

/// Positions that take the search as long as it may.
std::string long_batch() {
  return json{{"rules", "5x5"}, {"positions", json(1000, "XO3/1X3/5/3O1/4X x")}}.dump();
}

/// Fills the threads for slow work, and their queue.
std::vector<Client> busy(const Running& running) {
  std::vector<Client> clients;
  for (int i = 0; i < 20; ++i) {
    clients.emplace_back(running.port());
    clients.back().request("POST", "/api/v1/batch", as_json, long_batch());
  }
  std::this_thread::sleep_for(300ms);
  return clients;
}

TEST(Budget, ABoardThatIsNotLoadedDoesNotWaitForSlowWork) {
  Running running(short_end());
  const std::vector<Client> clients = busy(running);
  for (const char* rules : {"3x3", "2x4", "3x3-double-wins"}) {
    const Clock::time_point begin = Clock::now();
    EXPECT_EQ(get(running.port(), "/api/v1/statistics?rules=2x2").status, 200);
    const std::string empty = std::string(rules).starts_with("3x3") ? "3/3/3 x" : "4/4 x";
    EXPECT_EQ(get(running.port(), about("position", rules, empty)).status, 200);
    EXPECT_LT(Clock::now() - begin, 10s) << rules;  // a second, on a machine that does nothing else
  }
}

TEST(Budget, SlowWorkEndsWithItsClient) {
  Running running(short_end());
  busy(running).clear();
  // Had the four threads gone on with these, they would have had 20 s each, five times over.
  const Clock::time_point begin = Clock::now();
  EXPECT_EQ(post(running.port(), "/api/v1/review", {{"game", "3x3\n1. a3c3"}}).status, 200);
  EXPECT_LT(Clock::now() - begin, 10s);
}

TEST(Budget, MoreSlowWorkThanCanWaitIsRefused) {
  Running running(short_end());
  std::vector<Client> clients;
  for (int i = 0; i < 100; ++i) {
    clients.emplace_back(running.port());
    clients.back().request("POST", "/api/v1/batch", as_json, long_batch());
  }
  const Answer answer = clients.back().read();
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.message(), "too much is asked for at a time: try again in a moment");
  EXPECT_EQ(answer.header("retry-after"), "5");
}

TEST(Budget, ALargeBatchComesInPieces) {
  Running running;
  json texts = json::array();
  for (int i = 0; i < 1000; ++i) texts.push_back(i % 10 == 9 ? "?" : "4/4/4/4 x");
  Client client(running.port());
  client.request("POST", "/api/v1/batch", as_json, json{{"rules", "4x4"}, {"positions", texts}}.dump());
  const Answer answer = client.read();
  EXPECT_EQ(answer.header("transfer-encoding"), "chunked");
  const json batch = answer.json();
  EXPECT_EQ(batch["rules"], "4x4");
  ASSERT_EQ(batch["results"].size(), 1000U);
  const json alone =
      post(running.port(), "/api/v1/batch", {{"rules", "4x4"}, {"positions", {"4/4/4/4 x"}}}).json();
  for (std::size_t i = 0; i < 1000; ++i)
    if (i % 10 == 9)
      EXPECT_EQ(batch["results"][i]["error"]["status"], 400);
    else
      EXPECT_EQ(batch["results"][i], alone["results"][0]);
  client.request("GET", "/api/v1/health");  // nothing is left over
  EXPECT_EQ(client.read().json()["status"], "ok");
}

/// A server whose requests may take this long.
Running with_budget(const Budget& budget) {
  return Running(short_end(), Running::nothing_fits, test_key, budget);
}

/// On a table: what is answered is right, and from where the time is over every position has its error.
TEST(Budget, ABatchWhoseTimeIsOverSaysSoOfEachPositionThatIsLeft) {
  constexpr std::size_t count = 1000;
  const json batch = {{"rules", "3x4"}, {"positions", json(count, "4/1XO1/4 x")}};
  const json right = [&] {
    Running running;
    return post(running.port(), "/api/v1/batch", {{"rules", "3x4"}, {"positions", {"4/1XO1/4 x"}}})
        .json()["results"][0];
  }();
  bool some_answered = false;
  for (std::chrono::milliseconds time = 1ms; time < 1s && !some_answered; time *= 2) {
    Running running = with_budget({.searches = time});
    const json results = post(running.port(), "/api/v1/batch", batch).json()["results"];
    ASSERT_EQ(results.size(), count);
    std::size_t answered = 0;
    while (answered < count && results[answered] == right) ++answered;
    for (std::size_t i = answered; i < count; ++i) {
      ASSERT_EQ(results[i]["error"]["status"], 503) << i << " of " << answered << ": " << results[i];
      ASSERT_EQ(results[i]["error"]["message"],
                "the time of this batch is over: ask for the rest of it again");
    }
    if (time == 1ms) {
      EXPECT_LT(answered, count);
    }
    some_answered = answered > 0;
  }
  EXPECT_TRUE(some_answered);
}

/// Without a table: a search that has no time says what it sees at once.
TEST(Budget, ABatchOfSearchesWhoseTimeIsOverSaysWhatIsProved) {
  Running running = with_budget({.searches = 0ms});
  const json results = post(running.port(), "/api/v1/batch",
                            {{"rules", "5x5"}, {"positions", json(200, "XXXX1/OO3/O4/5/O4 x")}})
                           .json()["results"];
  ASSERT_EQ(results.size(), 200U);
  for (const json& result : results) EXPECT_FALSE(result.contains("error")) << result;
}

/// It may say more the next time, so nobody may keep it.
TEST(Budget, AnAnswerThatWasCutOffHasNoName) {
  for (const char* endpoint : {"position", "line"}) {
    const std::string target = about(endpoint, "3x3", "3/3/3 x");
    std::string etag;
    {
      Running running;
      const Answer whole = get(running.port(), target);
      etag = whole.header("etag");
      EXPECT_NE(etag, "");
      EXPECT_EQ(whole.header("cache-control"), "no-cache");
    }
    Running running = with_budget({.search = 0ms});
    const Answer cut = get(running.port(), target);
    EXPECT_EQ(cut.status, 200);
    EXPECT_EQ(cut.header("etag"), "") << endpoint;
    EXPECT_EQ(cut.header("cache-control"), "no-store") << endpoint;
  }
}

class Wishes : public testing::Test {
 protected:
  void expect(const std::string& wishes, int status, const std::string& message) const {
    const Answer answer = get(running_.port(), "/api/v1/random?rules=3x4&" + wishes);
    EXPECT_EQ(answer.status, status) << wishes;
    EXPECT_EQ(answer.message(), message) << wishes;
  }
  Running running_;
};

TEST_F(Wishes, ThatContradictEachOtherAreRefused) {
  expect("min_distance=5&max_distance=3", 400, "min_distance: 5 is more than max_distance, 3");
  expect("outcome=draw&min_distance=1", 400, "min_distance: a draw has no end, and so no distance to it");
  expect("outcome=draw&max_distance=1", 400, "max_distance: a draw has no end, and so no distance to it");
  expect("cubes=13", 400, "cubes: 3x4 has 12 cells");
  expect("winning_moves=27", 400, "winning_moves: no position of 3x4 has more than 26 moves");
  expect("holding_moves=1000", 400, "holding_moves: no position of 3x4 has more than 26 moves");
  expect("winning_moves=3&holding_moves=2", 400,
         "winning_moves: 3 is more than holding_moves, 2, and what wins holds");
  expect("outcome=loss&winning_moves=1", 400, "winning_moves: 1 moves that win make no loss");
  expect("outcome=win&winning_moves=0", 400, "winning_moves: 0 moves that win make no win");
  expect("outcome=loss&holding_moves=1", 400, "holding_moves: 1 moves that hold make no loss");
  expect("outcome=draw&holding_moves=0", 400, "holding_moves: 0 moves that hold make no draw");
  expect("min_distance=900", 404, "no position of the board is like that");
  expect("outcome=win&min_distance=2&max_distance=2", 404, "no position of the board is like that");
}

TEST(DamagedTable, SaysNothingOfWhereItIs) {
  Running running;
  const Rules rules = parse_rules("2x9");
  solve::Options options;
  options.threads = 1;
  options.directory = table_directory(running.tables(), rules, Metric::distance);
  solve::solve(Geometry(rules), options);
  for (const auto& file : std::filesystem::directory_iterator(*options.directory))
    if (file.path().extension() != ".json") std::filesystem::resize_file(file.path(), file.file_size() / 2);
  const Answer answer = get(running.port(), about("position", "2x9", "9/9 x"));
  EXPECT_EQ(answer.status, 500);
  EXPECT_EQ(answer.message().find(running.tables().string()), std::string::npos) << answer.body;
  EXPECT_NE(answer.message().find("2x9"), std::string::npos) << answer.body;
}

TEST(InvalidPosition, HasNoName) {
  Running running;
  const std::string target = about("position", "3x3", "3/3/3 x");
  const std::string etag = get(running.port(), target).header("etag");
  EXPECT_EQ(get(running.port(), target, {{"If-None-Match", etag}}).status, 304);
  // The tag of the table is the same: what follows is the name of the address, as anybody can work it out.
  const std::string wrong = about("position", "3x3", "3/3 x");
  const std::string guessed = etag.substr(0, etag.find('-') + 1) + content_tag(wrong) + '"';
  const Answer answer = get(running.port(), wrong, {{"If-None-Match", guessed}});
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(answer.message(), "position: the board has 2 rows, 3x3 needs 3");
}

}  // namespace
}  // namespace quixo::serve
