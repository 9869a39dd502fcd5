// SPDX-License-Identifier: MIT
//
// Connections: kept, piped, broken off, idle, slow and too many; and the end of the server.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <future>

#include "tests/serve/running.h"

namespace quixo::serve {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

TEST(Connection, IsKeptUntilTheClientEndsIt) {
  Running running;
  Client client(running.port());
  for (int i = 0; i < 100; ++i) {
    client.request("GET", i % 2 == 0 ? "/api/v1/health" : "/nothing.txt");
    const Answer answer = client.read();
    EXPECT_EQ(answer.status, i % 2 == 0 ? 200 : 404);
    EXPECT_EQ(answer.header("connection"), "");
    EXPECT_EQ(answer.header("server"), "quixo");
    EXPECT_EQ(answer.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(answer.header("x-frame-options"), "DENY");
    EXPECT_EQ(answer.header("referrer-policy"), "no-referrer");
    EXPECT_EQ(answer.header("cross-origin-resource-policy"), "same-origin");
    EXPECT_EQ(answer.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
    EXPECT_EQ(answer.header("date").size(), std::string("Sun, 06 Nov 1994 08:49:37 GMT").size());
  }
  client.request("GET", "/api/v1/health", {{"Connection", "close"}});
  EXPECT_EQ(client.read().header("connection"), "close");
  EXPECT_TRUE(client.is_closed());
}

TEST(Connection, OfTheOldHttpIsClosedUnlessAskedToBeKept) {
  Running running;
  Client client(running.port());
  client.send("GET /api/v1/health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(client.read().header("connection"), "keep-alive");
  client.send("GET /api/v1/health HTTP/1.0\r\n\r\n");
  EXPECT_EQ(client.read().status, 200);
  EXPECT_TRUE(client.is_closed());
}

TEST(Connection, AnswersPipedRequestsInTurn) {
  Running running;
  Client client(running.port());
  std::string all;
  for (int i = 0; i < 50; ++i) {
    all += health + "GET " + about("position", "3x3", i % 2 == 0 ? "3/3/3 x" : "3/3/3 o") +
           " HTTP/1.1\r\nHost: x\r\n\r\n";
    const std::string body = R"({"rules":"2x2","positions":[]})";
    all += "POST /api/v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  client.send(all);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(client.read().json()["status"], "ok");
    EXPECT_EQ(client.read().json()["to_move"], i % 2 == 0 ? "X" : "O");
    EXPECT_EQ(client.read().json()["rules"], "2x2");
  }
}

TEST(Connection, SendsTheHeaderAloneToHead) {
  Running running;
  const auto compare = [&](const std::string& target, int status, const Headers& headers = {}) {
    SCOPED_TRACE(target);
    Answer whole = get(running.port(), target, headers);
    EXPECT_EQ(whole.status, status) << whole.body;
    Client client(running.port());
    client.request("HEAD", target, headers);
    Answer head = client.read(true);
    EXPECT_EQ(head.status, status);
    whole.headers.erase("date");
    head.headers.erase("date");
    EXPECT_EQ(head.headers, whole.headers);
    client.request("GET", "/api/v1/health");  // nothing of a body came between
    EXPECT_EQ(client.read().json()["status"], "ok");
    return whole.header("etag");
  };
  const std::string position = "?rules=3x3&position=3/3/3+x";
  const std::map<std::string, std::string> queries = {
      {"/api/v1/health", ""},
      {"/api/v1/openapi.json", ""},
      {"/api/v1/boards", ""},
      {"/api/v1/position", position},
      {"/api/v1/line", position},
      {"/api/v1/play", position + "&player=perfect&seed=1"},
      {"/api/v1/statistics", "?rules=3x3"},
      {"/api/v1/random", "?rules=3x3&seed=1"},
      {"/api/v1/puzzle", "?rules=3x3&kind=near&seed=1"},
      {"/api/v1/solve", "?rules=3x3"},
  };
  const nlohmann::json description = get(running.port(), "/api/v1/openapi.json").json();
  for (const auto& [path, operations] : description["paths"].items())
    if (operations.contains("get")) {
      EXPECT_TRUE(queries.contains(path)) << path;
    }
  for (const auto& [path, query] : queries) {
    const std::string etag = compare(path + query, 200);
    if (!etag.empty()) compare(path + query, 304, {{"If-None-Match", etag}});
  }
  compare("/", 200);
  compare("/nothing.txt", 404);
  compare("/api/v1/nothing", 404);
  compare("/api/v1/position?rules=3x3", 400);
}

TEST(Connection, TellsTheClientToGoOn) {
  Running running;
  Client client(running.port());
  const std::string body = R"({"rules":"2x2","positions":["2/2 x"]})";
  client.send(
      "POST /api/v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
      "Content-Length: " +
      std::to_string(body.size()) + "\r\n\r\n");
  EXPECT_EQ(client.read().status, 100);
  client.send(body);
  EXPECT_EQ(client.read().json()["results"].size(), 1U);
}

TEST(Connection, ReadsARequestThatComesByteByByte) {
  Running running;
  Client client(running.port());
  for (const char byte : health) client.send(std::string(1, byte));
  EXPECT_EQ(client.read().status, 200);
}

TEST(Connection, MayBreakOffAnywhere) {
  Running running;
  const std::string body = R"({"rules":"3x3","positions":["3/3/3 x"]})";
  const std::string request =
      "POST /api/v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: " +
      std::to_string(body.size()) + "\r\n\r\n" + body;
  for (std::size_t length = 0; length <= request.size(); ++length)
    Client(running.port()).send(request.substr(0, length));
  EXPECT_EQ(get(running.port(), "/api/v1/health").status, 200);
}

TEST(Connection, ThatIsIdleOrSlowIsClosed) {
  Limits limits;
  limits.idle = 300ms;
  limits.request = 300ms;
  Running running(limits);
  Client idle(running.port());
  Client half(running.port());
  half.send("GET /api/v1/hea");
  Client no_body(running.port());
  no_body.send("POST /api/v1/batch HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{");
  Client kept(running.port());
  kept.send(health);
  EXPECT_EQ(kept.read().status, 200);
  // A byte now and then does not buy more time.
  Client drip(running.port());
  const Clock::time_point begin = Clock::now();
  while (drip.send("G") && Clock::now() - begin < 30s) std::this_thread::sleep_for(20ms);
  EXPECT_LT(Clock::now() - begin, 30s);
  for (Client* client : {&idle, &half, &no_body, &kept}) EXPECT_TRUE(client->is_closed());
}

TEST(Connection, ThatTakesNoAnswerIsClosed) {
  Limits limits;
  limits.response = 300ms;
  Running running(limits);
  Client client(running.port());
  // More answers than all buffers on the way can hold.
  std::string requests;
  for (int i = 0; i < 1000; ++i) requests += "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
  const Clock::time_point begin = Clock::now();
  while (client.send(requests) && Clock::now() - begin < 50s) {
  }
  EXPECT_LT(Clock::now() - begin, 50s);
  EXPECT_EQ(get(running.port(), "/api/v1/health").status, 200);
}

TEST(Connections, AThousandIdleAndSlowOnesStopNobody) {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  Running running;
  EXPECT_EQ(get(running.port(), about("position", "3x3", "3/3/3 x")).status, 200);
  std::vector<Client> others;
  for (int i = 0; i < 1000; ++i) {
    others.emplace_back(running.port());
    if (i % 2 == 1) others.back().send("GET /api/v1/position?ru");
  }
  const Clock::time_point begin = Clock::now();
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(get(running.port(), about("position", "3x3", "3/3/3 x")).status, 200);
  EXPECT_LT(Clock::now() - begin, 10s);
  // They are served too, when they come round to it.
  others[0].send(health);
  EXPECT_EQ(others[0].read().status, 200);
  others[1].send("les=3x3&position=3/3/3+x HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(others[1].read().status, 200);
}

TEST(Connections, TheLongestIdleGoesWhenThereAreTooMany) {
  Limits limits;
  limits.connections = 10;
  Running running(limits);
  std::vector<Client> clients;
  for (int i = 0; i < 10; ++i) {
    clients.emplace_back(running.port());
    clients.back().send(health);
    EXPECT_EQ(clients.back().read().status, 200);
  }
  clients[0].send(health);  // now the second has been idle the longest
  EXPECT_EQ(clients[0].read().status, 200);
  Client late(running.port());
  late.send(health);
  EXPECT_EQ(late.read().status, 200);
  EXPECT_TRUE(clients[1].is_closed());
  clients[0].send(health);
  EXPECT_EQ(clients[0].read().status, 200);
}

TEST(Stop, EndsIdleConnectionsAndReturns) {
  Running running;
  Client idle(running.port());
  Client half(running.port());
  half.send("GET / HT");
  idle.send(health);
  EXPECT_EQ(idle.read().status, 200);
  running.stop();
  EXPECT_TRUE(idle.is_closed());
  EXPECT_TRUE(half.is_closed());
  EXPECT_THROW(Client(running.port()), std::runtime_error);
}

TEST(Stop, LetsARunningRequestEnd) {
  Limits limits;
  limits.answer = limits.shutdown = 300s;
  Running running(limits);
  Client client(running.port());
  client.request("GET", about("position", "4x4", "4/4/4/4 x"));  // the board is solved first
  std::this_thread::sleep_for(50ms);
  running.server().stop();
  const Answer answer = client.read();
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.header("connection"), "close");
  EXPECT_TRUE(client.is_closed());
}

TEST(Stop, MayComeWhileABoardIsBeingMade) {
  Limits limits;
  limits.shutdown = 1ms;
  for (int i = 0; i < 10; ++i) {
    Running running(limits);
    Client client(running.port());
    client.request("GET", about("position", "3x4", "4/4/4 x"));
    std::this_thread::sleep_for(i * 3ms);
    running.stop();
  }
}

TEST(Stop, WaitsForNoAnswerForEver) {
  Limits limits;
  limits.shutdown = 100ms;
  std::optional<Server> server(std::in_place, "127.0.0.1", 0, limits);
  std::promise<Reply> asked;
  std::thread thread(
      [&] { server->run([&](const Request&, const Reply& reply) { asked.set_value(reply); }); });
  const std::string url = server->url();
  Client client(std::stoi(url.substr(url.rfind(':') + 1)));
  client.send(health);
  const Reply reply = asked.get_future().get();
  server->stop();
  thread.join();
  reply({});  // too late, and no harm
  server.reset();
  EXPECT_TRUE(client.is_closed());
}

TEST(Server, SaysWhyItCannotListen) {
  Running running;
  const auto reason = [](const std::string& address, int port) -> std::string {
    try {
      const Server server(address, static_cast<std::uint16_t>(port));
    } catch (const Error& error) {
      return error.what();
    }
    return "it can";
  };
  const std::string port = std::to_string(running.port());
  EXPECT_EQ(reason("127.0.0.1", running.port()),
            "cannot listen on 127.0.0.1 port " + port + ": Address already in use");
  EXPECT_EQ(reason("localhost", 0), "'localhost' is no IP address, such as 127.0.0.1 or ::1");
  EXPECT_EQ(reason("192.0.2.1", 0), "cannot listen on 192.0.2.1 port 0: Cannot assign requested address");
}

TEST(Server, NamesAnAddressToOpen) {
  EXPECT_TRUE(Server("127.0.0.1", 0).url().starts_with("http://127.0.0.1:"));
}

}  // namespace
}  // namespace quixo::serve
