// SPDX-License-Identifier: MIT
//
// Tables made in the background: who may start it, how it goes, and how it ends.
#include "serve/solving.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <chrono>
#include <fstream>
#include <future>
#include <set>
#include <system_error>
#include <thread>

#include "base/workers.h"
#include "catalog/catalog.h"
#include "tests/serve/running.h"

namespace quixo::serve {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

const std::string path = "/api/v1/solve";

json progress(const Running& running, const std::string& rules) {
  const Answer answer = get(running.port(), path + "?rules=" + rules);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.header("cache-control"), "no-store");
  return answer.json();
}

std::string status_in_boards(const Running& running, const std::string& rules) {
  const json boards = get(running.port(), "/api/v1/boards").json()["boards"];
  for (const json& board : boards)
    if (board["rules"] == rules) return board["status"];
  return "not listed";
}

/// Boards of one size differ, too: a longer line takes longer games to make, and so more steps.
TEST(Solving, KnowsWhatEachGameNeeds) {
  const TemporaryDirectory tables;
  Solving solving(tables.path(), Running::all_fits);
  std::set<double> seconds;
  for (const char* name : {"3x5", "3x5-line2", "3x5", "3x5-double-wins", "4x4"}) {
    const Rules rules = parse_rules(name);
    solve::Options options;
    options.threads = all_threads();
    options.directory = table_directory(tables.path(), rules, Metric::distance);
    const solve::Needs expected = solve::needs(Geometry(rules), options);
    const solve::Needs found = solving.needs(rules, Metric::distance);
    EXPECT_EQ(found.memory, expected.memory) << name;
    EXPECT_EQ(found.disk, expected.disk) << name;
    EXPECT_EQ(found.table, expected.table) << name;
    EXPECT_EQ(found.seconds, expected.seconds) << name;
    seconds.insert(found.seconds);
    EXPECT_LT(solving.needs(rules, Metric::outcome).table, found.table);
  }
  EXPECT_EQ(seconds.size(), 3U);
}

TEST(Solving, RefusesWithoutAPlaceForTables) {
  Solving solving("", Running::all_fits);
  try {
    solving.start(parse_rules("4x5"), Metric::distance);
    ADD_FAILURE();
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.status, 507);
    EXPECT_EQ(refusal.message, "there is no place for tables on this server");
  }
  EXPECT_FALSE(solving.making(parse_rules("4x5")));
  EXPECT_FALSE(solving.unfinished(parse_rules("4x5")));
  EXPECT_FALSE(solving.failure(parse_rules("4x5")));
}

/// Somebody who starts the same table again and again: each stop is followed by a new run at once.
TEST(Solving, StopWaitsForNoRunThatWasStartedLater) {
  const TemporaryDirectory tables;
  const Rules rules = parse_rules("5x5");
  Solving solving(tables.path(), Running::all_fits);
  std::jthread starter([&](const std::stop_token& enough) {
    while (!enough.stop_requested()) solving.start(rules, Metric::outcome);
  });
  bool stopped = true;
  for (int i = 0; i < 20 && stopped; ++i) {
    while (!solving.making(rules)) std::this_thread::yield();
    const std::future<void> stop = std::async(std::launch::async, [&] { solving.stop(rules); });
    stopped = stop.wait_for(30s) == std::future_status::ready;
    if (stopped) continue;
    starter.request_stop();
    starter.join();
    solving.close();  // so that the test ends before the solve does
  }
  EXPECT_TRUE(stopped);
}

TEST(Solving, StartsNothingOnceItIsClosed) {
  const TemporaryDirectory tables;
  const Rules rules = parse_rules("5x5");
  Solving solving(tables.path(), Running::all_fits);
  solving.start(rules, Metric::outcome);
  solving.close();
  for (const Clock::time_point begin = Clock::now(); solving.making(rules) && Clock::now() - begin < 60s;)
    std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(solving.making(rules));
  try {
    solving.start(rules, Metric::outcome);
    ADD_FAILURE();
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.status, 503);
  }
  EXPECT_FALSE(solving.making(rules));
}

/// While it lives, no thread can be made: its stack would be larger than the address space.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge = before_;
    EXPECT_EQ(pthread_attr_setstacksize(&huge, std::size_t{1} << 62), 0);
    EXPECT_EQ(pthread_setattr_default_np(&huge), 0);
  }
  ~NoThreads() { pthread_setattr_default_np(&before_); }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  pthread_attr_t before_{};
};

TEST(Solving, IsNotRunningWhenItsThreadCannotBeMade) {
  const TemporaryDirectory tables;
  const Rules rules = parse_rules("4x5");
  Solving solving(tables.path(), Running::all_fits);
  solving.needs(rules, Metric::outcome);
  {
    const NoThreads no_threads;
    EXPECT_THROW(solving.start(rules, Metric::outcome), std::system_error);
  }
  EXPECT_FALSE(solving.making(rules));
  solving.stop(rules);  // waits for nothing
  solving.start(rules, Metric::outcome);
  EXPECT_TRUE(solving.making(rules));
  solving.stop(rules);
  EXPECT_FALSE(solving.making(rules));
}

TEST(Solve, IsForThisMachineAlone) {
  Running running({}, Running::all_fits);
  const json body = {{"rules", "5x5"}};
  const std::string port = std::to_string(running.port());
  const std::vector<Headers> refused = {
      {{"Host", "example.org"}},  // a name that was made to point here
      {{"Host", "localhost.example.org"}},
      {{"Host", "127.0.0.1.example.org:" + port}},
      {{"Host", ""}},
      {{"Host", "localhost"}, {"Origin", "http://example.org"}},  // a page from elsewhere
      {{"Host", "localhost"}, {"Origin", "null"}},
      {{"Host", "localhost:" + port}, {"Origin", "http://localhost:1"}},  // another server on this machine
      {{"Host", "localhost"}, {"X-Forwarded-For", "192.0.2.1"}},          // a proxy
      {{"Host", "localhost"}, {"Forwarded", "for=192.0.2.1"}},
      {{"Host", "localhost"}, {"X-Real-IP", "192.0.2.1"}},
      {{"Host", "[::1].example.org"}},
  };
  for (const Headers& headers : refused) {
    const Answer answer = post(running.port(), path, body, headers);
    EXPECT_EQ(answer.status, 403) << headers.back().second;
    EXPECT_EQ(answer.message(), "only a browser or program on the server's own machine can start a solve");
    const Answer stop = ask(running.port(), "DELETE", path + "?rules=5x5", headers);
    EXPECT_EQ(stop.status, 403) << headers.back().second;
    EXPECT_EQ(stop.message(), "only a browser or program on the server's own machine can stop a solve");
    EXPECT_EQ(get(running.port(), "/api/v1/boards", headers).json()["can_solve"], false);
  }
  EXPECT_EQ(progress(running, "5x5")["status"], "missing");
  for (const Headers& headers :
       std::vector<Headers>{{{"Host", "127.0.0.1:" + port}},
                            {{"Host", "[::1]:" + port}},
                            {{"Host", "localhost:" + port}, {"Origin", "http://localhost:" + port}}})
    EXPECT_EQ(get(running.port(), "/api/v1/boards", headers).json()["can_solve"], true);
  // What a form of a foreign page could send without asking first.
  EXPECT_EQ(ask(running.port(), "POST", path, {{"Content-Type", "text/plain"}}, body.dump()).status, 415);
}

/// A proxy that says nothing of itself looks just like somebody at this machine.
TEST(Solve, WantsTheKeyThatWasPrinted) {
  Running running({}, Running::all_fits);
  const json body = {{"rules", "5x5"}};
  for (const std::string& key :
       {std::string(), test_key.substr(1), test_key + "0", std::string("0123456789abcdeF")}) {
    const Headers headers = {{"X-Quixo-Key", key}};
    const std::string advice =
        ", open the address that quixo serve printed, which has a key, or send that key as X-Quixo-Key";
    const Answer start = post(running.port(), path, body, headers);
    EXPECT_EQ(start.status, 403);
    EXPECT_EQ(start.message(), "to start a solve" + advice);
    const Answer stop = ask(running.port(), "DELETE", path + "?rules=5x5", headers);
    EXPECT_EQ(stop.status, 403);
    EXPECT_EQ(stop.message(), "to stop a solve" + advice);
    const json boards = get(running.port(), "/api/v1/boards", headers).json();
    EXPECT_EQ(boards["can_solve"], false);
    EXPECT_EQ(boards["read_only"], false);
    EXPECT_EQ(boards["why_not"], "to make tables here" + advice);
  }
  EXPECT_EQ(progress(running, "5x5")["status"], "missing");
  EXPECT_EQ(get(running.port(), "/api/v1/boards").json()["why_not"], json());
  // The key is nowhere to be read.
  for (const char* target : {"/", "/api/v1/boards", "/api/v1/health", "/api/v1/solve?rules=5x5"})
    EXPECT_EQ(get(running.port(), target).body.find(test_key), std::string::npos) << target;
}

TEST(Solve, IsForNobodyWhereTheServerIsReadOnly) {
  Running running({}, Running::all_fits, "");
  for (const std::string& key : {std::string(), test_key}) {
    const Answer answer = post(running.port(), path, {{"rules", "5x5"}}, {{"X-Quixo-Key", key}});
    EXPECT_EQ(answer.status, 403);
    EXPECT_EQ(answer.message(), "this server is read-only: nobody can start a solve");
  }
  const json boards = get(running.port(), "/api/v1/boards").json();
  EXPECT_EQ(boards["can_solve"], false);
  EXPECT_EQ(boards["read_only"], true);
  EXPECT_EQ(boards["why_not"], "this server is read-only: nobody can make tables here");
}

TEST(Writers, GetANewKeyEachTime) {
  const std::string key = new_key();
  EXPECT_EQ(key.size(), 32U);
  EXPECT_EQ(key.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(key, new_key());
}

/// Of boards that are listed and of others.
TEST(Solve, SaysWhatItTakes) {
  Running running({}, [](const solve::Needs& needs, const std::filesystem::path&) {
    if (needs.memory > 1'000'000'000) throw Error("this does not fit");
  });
  const json boards = get(running.port(), "/api/v1/boards").json();
  for (const json& board : boards["boards"])
    EXPECT_EQ(progress(running, board["rules"])["needs"], board["needs"]) << board["rules"];
  const json needs = progress(running, "4x5")["needs"];
  EXPECT_EQ(status_in_boards(running, "4x5"), "not listed");
  EXPECT_LT(0, needs["outcome"]["disk_bytes"]);
  EXPECT_LT(needs["outcome"]["disk_bytes"], needs["distance"]["disk_bytes"]);
  EXPECT_EQ(needs["outcome"]["fits"], true);
  EXPECT_EQ(progress(running, "5x5-line4")["needs"]["distance"]["why"], "this does not fit");
}

TEST(Solve, HasNothingToDoForSmallBoards) {
  Running running;
  const Answer answer = post(running.port(), path, {{"rules", "4x4"}});
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.json(), (json{{"rules", "4x4"}, {"status", "ready"}}));
  EXPECT_EQ(progress(running, "4x4")["status"], "ready");
}

TEST(Solve, ShowsItsProgressAndStopsWithTheServer) {
  Running running({}, Running::all_fits);
  const Answer answer = post(running.port(), path, {{"rules", "5x5"}});
  EXPECT_EQ(answer.status, 202);
  EXPECT_EQ(answer.json(), (json{{"rules", "5x5"}, {"status", "solving"}}));
  EXPECT_EQ(post(running.port(), path, {{"rules", "5x5"}}).status, 202);  // once more is the same
  const Answer busy = post(running.port(), path, {{"rules", "4x5"}});
  EXPECT_EQ(busy.status, 409);
  EXPECT_EQ(busy.message(), "a table of 5x5 with distances is being made: stop it or wait, one at a time");
  EXPECT_EQ(post(running.port(), path, {{"rules", "5x5"}, {"metric", "outcome"}}).status, 409);
  EXPECT_EQ(status_in_boards(running, "5x5"), "solving");
  json now;
  for (const Clock::time_point begin = Clock::now(); Clock::now() - begin < 300s;
       std::this_thread::sleep_for(10ms))
    if (now = progress(running, "5x5"); now["layer"] < 25 && now["share"] > 0) break;
  EXPECT_EQ(now["status"], "solving");
  EXPECT_LT(now["layer"], 25);
  EXPECT_GT(now["share"], 0);
  EXPECT_FALSE(now["phase"].get<std::string>().empty());
  EXPECT_EQ(now["metric"], "distance");
  EXPECT_GT(now["seconds_left"], 0);
  EXPECT_EQ(get(running.port(), about("position", "3x3", "3/3/3 x")).status, 200);  // others are served
  running.stop();
  EXPECT_TRUE(std::filesystem::exists(running.tables() / "5x5" / "distance"));
}

/// Waits for the end of a solve and says how it ended.
json ended(const Running& running, const std::string& rules) {
  json now;
  for (const Clock::time_point begin = Clock::now(); Clock::now() - begin < 300s;
       std::this_thread::sleep_for(10ms))
    if (now = progress(running, rules); now["status"] != "solving") break;
  return now;
}

Answer stop(const Running& running, const std::string& rules) {
  return ask(running.port(), "DELETE", path + "?rules=" + rules);
}

TEST(Solve, IsStoppedAndGoesOn) {
  Running running({}, Running::all_fits);
  EXPECT_EQ(stop(running, "4x5").json()["status"], "missing");  // there is nothing to stop
  const json body = {{"rules", "4x5"}, {"metric", "outcome"}};
  EXPECT_EQ(post(running.port(), path, body).status, 202);
  for (const Clock::time_point begin = Clock::now(); Clock::now() - begin < 300s;
       std::this_thread::sleep_for(1ms))
    if (progress(running, "4x5")["layer"] < 20) break;
  const json stopped = stop(running, "4x5").json();
  EXPECT_EQ(stopped["status"], "stopped");
  EXPECT_EQ(stopped["metric"], "outcome");
  for (const char* field : {"layer", "phase", "phase_share", "share", "seconds_left", "message"})
    EXPECT_EQ(stopped[field], json()) << field;
  EXPECT_EQ(progress(running, "4x5"), stopped);
  const std::filesystem::path first = running.tables() / "4x5" / "outcome" / "layer-20.json";
  const auto written = std::filesystem::last_write_time(first);
  // Another server knows of it too.
  EXPECT_EQ(Solving(running.tables(), Running::all_fits).unfinished(parse_rules("4x5")), Metric::outcome);

  EXPECT_EQ(post(running.port(), path, body).status, 202);
  for (const Clock::time_point begin = Clock::now(); Clock::now() - begin < 300s;
       std::this_thread::sleep_for(1ms))
    if (progress(running, "4x5")["layer"] < 20) break;
  EXPECT_EQ(std::filesystem::last_write_time(first), written);  // what was done is kept
  EXPECT_EQ(stop(running, "4x5").json()["status"], "stopped");
}

TEST(Solve, FindsOutcomesFirstAndDistancesLater) {
  Running running({}, Running::all_fits);
  const json outcomes = {{"rules", "2x9"}, {"metric", "outcome"}};
  const json distances = {{"rules", "2x9"}, {"metric", "distance"}};
  EXPECT_EQ(get(running.port(), about("position", "2x9", "9/9 x")).json()["proof"], "search");
  EXPECT_EQ(post(running.port(), path, outcomes).status, 202);
  EXPECT_EQ(ended(running, "2x9")["status"], "ready");
  EXPECT_EQ(progress(running, "2x9")["metric"], "outcome");
  EXPECT_EQ(get(running.port(), about("position", "2x9", "9/9 x")).json()["proof"], "table");
  EXPECT_TRUE(get(running.port(), "/api/v1/statistics?rules=2x9").json()["distances"].empty());
  EXPECT_EQ(post(running.port(), path, outcomes).status, 200);
  EXPECT_EQ(post(running.port(), path, distances).status, 202);
  EXPECT_EQ(ended(running, "2x9")["status"], "ready");
  EXPECT_EQ(progress(running, "2x9")["metric"], "distance");
  EXPECT_EQ(post(running.port(), path, outcomes).status, 200);  // distances have them
  EXPECT_FALSE(get(running.port(), "/api/v1/statistics?rules=2x9").json()["distances"].empty());
}

TEST(Solve, SaysWhyItFailed) {
  Running running({}, Running::all_fits);
  std::ofstream(running.tables() / "4x5") << "a file where the directory should be";
  EXPECT_EQ(post(running.port(), path, {{"rules", "4x5"}}).status, 202);
  const json now = ended(running, "4x5");
  EXPECT_EQ(now["status"], "failed");
  EXPECT_EQ(now["metric"], "distance");
  EXPECT_TRUE(now["message"].get<std::string>().find("4x5") != std::string::npos) << now;
  EXPECT_EQ(status_in_boards(running, "4x4"), "ready");
}

}  // namespace
}  // namespace quixo::serve
