// SPDX-License-Identifier: MIT
//
// Connections: kept, piped, broken off, idle, slow and too many; and the end of the server.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <new>

#include "tests/serve/running.h"

namespace quixo::serve {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

const std::string health = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n";

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
    all += "POST /api/v1/batch HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: " +
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
  for (const std::string& target : {std::string("/api/v1/health"), about("position", "3x3", "3/3/3 x"),
                                    std::string("/nothing.txt"), std::string("/")}) {
    const Answer whole = get(running.port(), target);
    Client client(running.port());
    client.request("HEAD", target);
    const Answer head = client.read(true);
    EXPECT_EQ(head.status, whole.status);
    EXPECT_EQ(head.header("content-length"), std::to_string(whole.body.size()));
    EXPECT_EQ(head.header("content-type"), whole.header("content-type"));
    EXPECT_EQ(head.header("etag"), whole.header("etag"));
    client.request("GET", "/api/v1/health");  // nothing of a body came between
    EXPECT_EQ(client.read().json()["status"], "ok");
  }
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
      "POST /api/v1/batch HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: " +
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
  no_body.send("POST /api/v1/batch HTTP/1.1\r\nContent-Length: 10\r\n\r\n{");
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
  others[1].send("les=3x3&position=3/3/3+x HTTP/1.1\r\n\r\n");
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

/// A server whose requests are answered by the test.
class Asked {
 public:
  explicit Asked(const Limits& limits = {})
      : server_("127.0.0.1", 0, limits), thread_([this] {
          server_.run([this](Request request, Reply reply) {
            if (request.target == "/no-memory") throw std::bad_alloc();
            const std::lock_guard lock(mutex_);
            requests_.push_back({std::move(request), std::move(reply)});
            arrived_.notify_all();
          });
        }) {}
  ~Asked() {
    server_.stop();
    thread_.join();
  }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  int port() const {
    const std::string url = server_.url();
    return std::stoi(url.substr(url.rfind(':') + 1));
  }
  /// The next request and the way to answer it.
  std::pair<Request, Reply> next() {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(arrived_.wait_for(lock, 60s, [&] { return !requests_.empty(); }));
    auto request = std::move(requests_.front());
    requests_.pop_front();
    return request;
  }

 private:
  Server server_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::pair<Request, Reply>> requests_;
  std::thread thread_;
};

bool is_stopped(const Request& request) {
  for (const Clock::time_point begin = Clock::now(); Clock::now() - begin < 60s;
       std::this_thread::sleep_for(1ms))
    if (request.stop.stop_requested()) return true;
  return false;
}

TEST(Request, IsStoppedWhenItsClientIsGone) {
  Asked server;
  std::optional<Client> client(std::in_place, server.port());
  client->send(health);
  const auto [request, reply] = server.next();
  EXPECT_EQ(request.client, "127.0.0.1");
  std::this_thread::sleep_for(500ms);
  EXPECT_FALSE(request.stop.stop_requested());
  client.reset();
  EXPECT_TRUE(is_stopped(request));
  reply({});  // too late, and no harm
}

TEST(Request, IsStoppedWhenItsClientIsGoneThoughItSentMuchAhead) {
  Asked server;
  std::optional<Client> client(std::in_place, server.port());
  std::string many;
  for (int i = 0; i < 1000; ++i) many += health;
  client->send(many);
  const auto [request, reply] = server.next();
  std::this_thread::sleep_for(200ms);
  EXPECT_FALSE(request.stop.stop_requested());
  client.reset();
  EXPECT_TRUE(is_stopped(request));
}

TEST(Request, OfAClientThatSendsNoMoreIsAnsweredIfThatIsQuick) {
  Limits limits;
  limits.half_closed = 2s;
  Asked server(limits);
  Client client(server.port());
  client.send(health + health);
  client.end_sending();
  for (int i = 0; i < 2; ++i) {
    const auto [request, reply] = server.next();
    Response response;
    response.body = std::to_string(i);
    reply(response);
    EXPECT_EQ(client.read().body, std::to_string(i));
  }
  EXPECT_TRUE(client.is_closed());
  Client slow(server.port());
  slow.send(health);
  slow.end_sending();
  const auto [request, reply] = server.next();
  EXPECT_TRUE(is_stopped(request));
  EXPECT_TRUE(slow.is_closed());
}

TEST(Request, HasItsTime) {
  Limits limits;
  limits.answer = 300ms;
  Asked server(limits);
  Client client(server.port());
  client.send(health);
  const auto [request, reply] = server.next();
  const Answer answer = client.read();
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.message(), "this took longer than 0 s: ask for less, or later");
  EXPECT_EQ(answer.header("retry-after"), "5");
  EXPECT_TRUE(request.stop.stop_requested());
  reply({});
  EXPECT_TRUE(client.is_closed());
}

TEST(Request, WithoutMemoryEndsItsConnectionAlone) {
  Asked server;
  Client other(server.port());
  other.send(health);
  const auto [request, reply] = server.next();
  Client client(server.port());
  client.send("GET /no-memory HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(client.is_closed());
  reply({});
  EXPECT_EQ(other.read().status, 200);
}

/// Pieces of one size, and how many were asked for.
struct Pieces {
  std::size_t size;
  int last;
  std::shared_ptr<std::atomic<int>> asked = std::make_shared<std::atomic<int>>(0);

  Response response() const {
    Response response;
    response.body = std::string(size, '0');
    response.ask_rest = [*this](const TakePiece& take) {
      const int number = ++*asked;
      take(Piece{std::string(size, static_cast<char>('0' + number % 10)), number == last});
    };
    return response;
  }
};

TEST(Pieces, AreOneAnswer) {
  Asked server;
  Client client(server.port());
  for (int i = 0; i < 2; ++i) {
    client.send(health);
    server.next().second(Pieces{3, 4}.response());
    const Answer answer = client.read();
    EXPECT_EQ(answer.header("transfer-encoding"), "chunked");
    EXPECT_EQ(answer.header("content-length"), "");
    EXPECT_EQ(answer.body, "000111222333444");
  }
  // Before there were chunks, the end of the connection was the end of the answer.
  Client old(server.port());
  old.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  server.next().second(Pieces{1, 3}.response());
  std::string all;
  while (!all.ends_with("0123")) all += old.read_bytes(1);
  EXPECT_NE(all.find("Connection: close"), std::string::npos);
  EXPECT_TRUE(old.is_closed());
}

TEST(Pieces, AreMadeAsTheyAreTaken) {
  Asked server;
  Client client(server.port());
  client.send(health);
  const Pieces pieces{64 << 10, 1000};
  server.next().second(pieces.response());
  int before = -1;
  while (before != *pieces.asked) {  // until the system holds no more
    before = *pieces.asked;
    std::this_thread::sleep_for(500ms);
  }
  EXPECT_LT(before, 900);
  EXPECT_EQ(client.read().body.size(), std::size_t{64 << 10} * 1001);
  EXPECT_EQ(*pieces.asked, 1000);
}

TEST(Pieces, ThatCannotBeMadeBreakTheAnswerOff) {
  Asked server;
  Client client(server.port());
  client.send(health);
  Response response;
  response.body = "begin";
  response.ask_rest = [](const TakePiece& take) { take(std::nullopt); };
  server.next().second(response);
  EXPECT_THROW(client.read(), std::runtime_error);
}

TEST(Connections, HoldNoMoreTogetherThanTheyMay) {
  Limits limits;
  limits.memory_bytes = 96 << 20;
  Asked server(limits);
  std::vector<Client> clients;
  for (int i = 0; i < 10; ++i) {
    clients.emplace_back(server.port());
    clients.back().send(health);
    Response response;
    response.body = std::string(std::size_t{24} << 20, 'a');
    server.next().second(std::move(response));
  }
  // Who holds the most goes, the first of those that hold the same; the last is whole.
  EXPECT_EQ(clients.back().read().body.size(), std::size_t{24} << 20);
  EXPECT_THROW(clients.front().read(), std::runtime_error);
  int whole = 0;
  for (std::size_t i = 1; i + 1 < clients.size(); ++i) try {
      clients[i].read();
      ++whole;
    } catch (const std::runtime_error&) {
    }
  EXPECT_LE(whole, 3);
}

TEST(Connections, MakeRoomWhereTheClientsTakeNoAnswers) {
  Limits limits;
  limits.connections = 5;
  Asked server(limits);
  std::vector<Client> clients;
  for (int i = 0; i < 5; ++i) {
    clients.emplace_back(server.port());
    clients.back().send(health);
    Response response;
    response.body = std::string(std::size_t{24} << 20, 'a');
    server.next().second(std::move(response));
  }
  Client late(server.port());
  late.send(health);
  server.next().second({});
  EXPECT_EQ(late.read().status, 200);
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
  limits.shutdown = 60s;
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
