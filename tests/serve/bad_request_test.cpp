// SPDX-License-Identifier: MIT
//
// Whatever is wrong with a request: a 4xx with one line that says so, and a server that goes on.
#include <gtest/gtest.h>

#include <random>

#include "game/notation.h"
#include "game/play.h"
#include "tests/serve/running.h"

namespace quixo::serve {
namespace {

using nlohmann::json;

class BadRequest : public testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(get(port(), "/api/v1/health").status, 200); }

  int port() const { return running_.port(); }

  static void expect(const Answer& answer, int status, const std::string& message) {
    EXPECT_EQ(answer.status, status) << answer.body;
    EXPECT_EQ(answer.message(), message);
  }
  void expect_get(const std::string& target, int status, const std::string& message) const {
    SCOPED_TRACE(target);
    expect(get(port(), target), status, message);
  }
  void expect_post(const std::string& target, const std::string& body, int status,
                   const std::string& message) const {
    SCOPED_TRACE(target + ' ' + body.substr(0, 100));
    expect(ask(port(), "POST", target, {{"Content-Type", "application/json"}}, body), status, message);
  }

 private:
  Running running_;
};

TEST_F(BadRequest, NamesUnknownRules) {
  std::string expected = "rules: ";
  try {
    parse_rules("4y4");
  } catch (const Error& error) {
    expected += error.what();
  }
  for (const char* endpoint : {"position", "line"})
    expect_get(about(endpoint, "4y4", "4/4/4/4 x"), 400, expected);
  expect_get(about("play", "4y4", "4/4/4/4 x") + "&player=perfect", 400, expected);
  EXPECT_EQ(get(port(), "/api/v1/statistics?rules=9x9").status, 400);
  EXPECT_EQ(get(port(), "/api/v1/random?rules=").status, 400);
  EXPECT_EQ(get(port(), "/api/v1/solve?rules=4x4x4").status, 400);
  expect_post("/api/v1/solve", R"({"rules":"5x5","metric":"depth"})", 400,
              "metric: 'depth' is none: it is outcome or distance");
  expect_post("/api/v1/batch", R"({"rules":7,"positions":[]})", 400,
              "the field rules must be there and be a text");
}

TEST_F(BadRequest, NamesWhatIsWrongWithAPosition) {
  expect_get(about("position", "4x4", "4/4/4 x"), 400, "position: the board has 3 rows, 4x4 needs 4");
  expect_get(about("position", "4x4", "4/4/4/4"), 400,
             "position: expected the player to move, x or o, after the board; found nothing");
  EXPECT_EQ(get(port(), about("position", "4x4", std::string(1500, 'X'))).status, 400);
  EXPECT_EQ(get(port(), about("position", "4x4", "\xff\xfe/4/4/4 x")).status, 400);
  EXPECT_EQ(get(port(), about("position", "4x4", "")).status, 400);
}

TEST_F(BadRequest, KnowsThatThereIsNoTable) {
  const std::string missing = what_is_missing(Knowledge(parse_rules("5x5")));
  expect_get("/api/v1/statistics?rules=5x5", 404, missing);
  expect_get("/api/v1/random?rules=5x5", 404, missing);
  for (const char* player : {"winner", "perfect"})
    expect_get(about("play", "5x5", "5/5/5/5/5 x") + "&player=" + player, 409,
               std::string("player: ") + player +
                   " needs a table, and there is none of 5x5: choose a level or the searcher, or make one "
                   "with quixo solve 5x5");
}

TEST_F(BadRequest, MissesAndRefusesParameters) {
  expect_get("/api/v1/position", 400, "the parameter rules is missing");
  expect_get("/api/v1/position?rules=4x4", 400, "the parameter position is missing");
  expect_get("/api/v1/position?rules=4x4&rules=4x4", 400, "address: the parameter 'rules' comes twice");
  expect_get("/api/v1/position?rules=4x4&colour=red", 400, "'colour' is no parameter of /api/v1/position");
  expect_get("/api/v1/health?x", 400, "'x' is no parameter of /api/v1/health");
  expect_get("/api/v1/random?rules=3x3&outcome=tie", 400, "outcome: 'tie' is none: it is win, draw or loss");
  for (const char* number : {"-1", "1.5", "", "1001", "99999999999999999999", "0x1"})
    expect_get(std::string("/api/v1/random?rules=3x3&min_distance=") + number, 400,
               std::string("min_distance: '") + number + "' is no number from 0 to 1000");
  expect_get(about("play", "3x3", "3/3/3 x") + "&player=perfect&seed=one", 400,
             "seed: 'one' is no number from 0 to 18446744073709551615");
  EXPECT_EQ(get(port(), about("play", "3x3", "3/3/3 x") + "&player=level-10").status, 400);
  for (const char* time : {"99", "5001", "-1", "1s", ""})
    expect_get(about("play", "3x3", "3/3/3 x") + "&player=searcher&think_ms=" + time, 400,
               std::string("think_ms: '") + time + "' is no number from 100 to 5000");
  expect_get("/api/v1/puzzle?rules=3x3", 400, "the parameter kind is missing");
  expect_get("/api/v1/puzzle?rules=3x3&kind=hard", 400,
             "kind: 'hard' is none: it is near, longer, far, only or trap");
  expect_get(about("play", "3x3", "XXX/3/3 o") + "&player=perfect", 409,
             "position: the game is over, there is no move to make");
}

TEST_F(BadRequest, NamesTheMethodsOfAPath) {
  const auto expect_methods = [&](const std::string& method, const std::string& target,
                                  const std::string& allow) {
    const Answer answer = ask(port(), method, target);
    EXPECT_EQ(answer.status, 405) << method << ' ' << target;
    EXPECT_EQ(answer.header("allow"), allow);
    EXPECT_FALSE(answer.message().empty());
  };
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"}) {
    expect_methods(method, "/api/v1/position?rules=4x4", "GET, HEAD");
    expect_methods(method, "/", "GET, HEAD");
    expect_methods(method, "/assets/x.js", "GET, HEAD");
  }
  expect_methods("GET", "/api/v1/batch", "POST");
  expect_methods("HEAD-", "/api/v1/review", "POST");
  expect_methods("PUT", "/api/v1/solve", "POST, DELETE, GET, HEAD");
  EXPECT_EQ(ask(port(), "HEAD", "/api/v1/batch").status, 405);
}

TEST_F(BadRequest, FindsNothingBesideThePage) {
  for (const char* target :
       {"/api/v1/nothing", "/api/", "/api/v1", "/api/v1/position/", "/api/v2/position",
        "/api/v1/../v1/health", "/api//v1/health", "/../../etc/passwd", "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd.txt", "/assets/../index.html", "/assets/..%5c..%5cindex.html",
        "/.git/config", "/index.html/../../x.txt", "/favicon.ico.bak", "/assets/missing.js"}) {
    const Answer answer = get(port(), target);
    EXPECT_EQ(answer.status, 404) << target;
    EXPECT_TRUE(answer.message().starts_with("there is nothing at '/")) << answer.body;
  }
  expect_get(
      "/%", 400,
      "address: '%' in the address is no code of a character: % is followed by two hexadecimal digits");
  expect_get("/a%00b", 400, "address: the address holds the control character '\\x00'");
  EXPECT_EQ(get(port(), "*").status, 400);
  EXPECT_EQ(get(port(), "elsewhere").status, 400);
}

TEST_F(BadRequest, ReadsNoBodyButJson) {
  const std::string batch = "/api/v1/batch";
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""})
    expect(ask(port(), "POST", batch, {{"Content-Type", type}}, "{}"), 415,
           "the body must be JSON: send it with Content-Type: application/json");
  EXPECT_EQ(ask(port(), "POST", batch, {}, "{}").status, 415);
  EXPECT_EQ(ask(port(), "POST", batch, {{"Content-Type", "application/json; charset=utf-8"}},
                R"({"rules":"3x3","positions":[]})")
                .status,
            200);
  expect_post(batch, "{\"rules\":", 400, "the body is not JSON: there is a mistake at byte 10");
  EXPECT_EQ(ask(port(), "POST", batch, {{"Content-Type", "application/json"}}).status, 400);
  expect_post(batch, "[]", 400, "the body must be a JSON object");
  expect_post(batch, "null", 400, "the body must be a JSON object");
  EXPECT_EQ(ask(port(), "POST", batch, {{"Content-Type", "application/json"}}, "{\"rules\":\"\xff\"}").status,
            400);
  for (const char bracket : {'[', '{'}) {
    std::string deep;
    for (int i = 0; i < 200'000; ++i) deep += bracket == '[' ? "[" : "{\"a\":";
    expect_post(batch, deep, 400, "the JSON is nested deeper than 4");
  }
}

TEST_F(BadRequest, ReadsTheFieldsOfABatch) {
  const std::string batch = "/api/v1/batch";
  expect_post(batch, R"({"positions":[]})", 400, "the field rules must be there and be a text");
  expect_post(batch, R"({"rules":"3x3"})", 400, "the field positions must be there and be an array");
  expect_post(batch, R"({"rules":"3x3","positions":"3/3/3 x"})", 400,
              "the field positions must be there and be an array");
  expect_post(batch, R"({"rules":"3x3","position":[]})", 400,
              "'position' is no field of this request: it has rules, positions");
  json many = {{"rules", "3x3"}, {"positions", json::array()}};
  for (int i = 0; i < 1001; ++i) many["positions"].push_back("3/3/3 x");
  expect_post(batch, many.dump(), 413, "1001 positions are too many: send at most 1000 at a time");
}

TEST_F(BadRequest, ReadsTheGameOfAReview) {
  const std::string review = "/api/v1/review";
  expect_post(review, "{}", 400, "the field game must be there and be a text");
  expect_post(review, R"({"game":""})", 400,
              "game: the game is empty: expected a rules name such as 5x5 on the first line");
  const Answer illegal = post(port(), review, {{"game", "3x3\n1. b2a2"}});
  EXPECT_EQ(illegal.status, 400);
  EXPECT_TRUE(illegal.message().starts_with("game: line 2: move 1 ('b2a2'): ")) << illegal.body;
  expect(post(port(), review, {{"game", std::string(20'000, '\n')}}), 413,
         "the game has 20000 characters: send at most 16384");
  GameRecord endless{parse_rules("4x4"), {}, {}};
  const Geometry geometry(endless.rules);
  std::mt19937_64 random(1);
  for (Position position; endless.moves.size() < 501;) {
    std::vector<std::pair<Move, Position>> open;
    for_each_child(geometry, position, [&](const Slide& slide, Position child) {
      if (!is_over(geometry, child)) open.emplace_back(slide.move, child);
    });
    ASSERT_FALSE(open.empty());
    const auto& [move, next] = open[random() % open.size()];
    endless.moves.push_back(move);
    position = next;
  }
  expect(post(port(), review, {{"game", to_string(endless)}}), 413,
         "501 moves are too many: send at most 500");
  endless.moves.pop_back();
  EXPECT_EQ(post(port(), review, {{"game", to_string(endless)}}).status, 200);
}

TEST_F(BadRequest, TakesNoMoreThanItCanHold) {
  expect_get(std::string(3000, '/'), 414, "the address has 3000 characters, at most 2048 are read");
  expect(get(port(), "/", {{"X-Long", std::string(10'000, 'a')}}), 431,
         "the header has more than 8192 bytes");
  Headers many;
  for (int i = 0; i < 1000; ++i) many.emplace_back("X-" + std::to_string(i), "1");
  expect(get(port(), "/", many), 431, "the header has more than 8192 bytes");
  expect_post("/api/v1/batch", std::string((1 << 20) + 1, ' '), 413, "the body has more than 1048576 bytes");
  // A body that only says it is giant, and one that does not say so.
  Client says(port());
  says.send("POST /api/v1/batch HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n");
  expect(says.read(), 413, "the body has more than 1048576 bytes");
  EXPECT_TRUE(says.is_closed());
  Client chunks(port());
  chunks.send("POST /api/v1/batch HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "10000\r\n" + std::string(0x10000, ' ') + "\r\n";
  for (int i = 0; i < 40 && chunks.send(chunk); ++i) {
  }
  expect(chunks.read(), 413, "the body has more than 1048576 bytes");
}

TEST_F(BadRequest, SpeaksNothingButHttp) {
  for (const char* bytes :
       {"hello\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/3.0\r\n\r\n", "GET / HTTP/1.1\r\nNo colon\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n"}) {
    Client client(port());
    client.send(bytes);
    const Answer answer = client.read();
    EXPECT_EQ(answer.status, 400) << bytes;
    EXPECT_TRUE(answer.message().starts_with("this is not HTTP: ")) << answer.body;
    EXPECT_TRUE(client.is_closed());
  }
}

}  // namespace
}  // namespace quixo::serve
