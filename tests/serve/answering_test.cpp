// SPDX-License-Identifier: MIT
//
// What becomes of a request between its arrival and the last byte of its answer: whose client goes, whose
// time is over, whose answer comes in pieces or is not taken.
#include <gtest/gtest.h>

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

/// A server whose requests are answered by the test.
class Asked {
 public:
  explicit Asked(const Limits& limits = {})
      : server_("127.0.0.1", 0, limits), thread_([this] {
          server_.run([this](Request request, Reply reply) {
            if (request.target == "/no-memory") throw std::bad_alloc();
            const std::lock_guard lock(mutex_);
            requests_.emplace_back(std::move(request), std::move(reply));
            arrived_.notify_all();
          });
        }) {}
  ~Asked() {
    stop();
    wait_for_end();
  }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  int port() const {
    const std::string url = server_.url();
    return std::stoi(url.substr(url.rfind(':') + 1));
  }
  void stop() { server_.stop(); }
  void wait_for_end() {
    if (thread_.joinable()) thread_.join();
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
  client.send("GET /no-memory HTTP/1.1\r\nHost: x\r\n\r\n");
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

TEST(Pieces, HaveTheirTimeEach) {
  Limits limits;
  limits.answer = 300ms;
  Asked server(limits);
  Client client(server.port());
  client.send(health);
  const auto [request, reply] = server.next();
  Response response;
  response.body = "begin";
  response.ask_rest = [](const TakePiece&) {};  // it never comes
  reply(response);
  EXPECT_THROW(client.read(), std::runtime_error);  // seen to be broken off
  EXPECT_TRUE(is_stopped(request));
}

/// The last answer is on its way and the client sends on: it is read for a moment, and then no more.
TEST(Connection, ThatDoesNotEndAfterItsLastAnswerIsEnded) {
  Limits limits;
  limits.linger = 300ms;
  Asked server(limits);
  Client client(server.port());
  client.request("GET", "/", {{"Connection", "close"}});
  server.next().second(json_response("{}"));
  EXPECT_EQ(client.read().body, "{}\n");
  const Clock::time_point begin = Clock::now();
  while (client.send("a") && Clock::now() - begin < 30s) std::this_thread::sleep_for(10ms);
  EXPECT_LT(Clock::now() - begin, 30s);
}

/// The server has begun to stop when it lets nobody in any more.
bool lets_nobody_in(int port) {
  for (const Clock::time_point begin = Clock::now(); Clock::now() - begin < 60s;
       std::this_thread::sleep_for(1ms))
    try {
      Client{port};
    } catch (const std::runtime_error&) {
      return true;
    }
  return false;
}

TEST(Stop, LetsARequestBeAnsweredThatHasBegun) {
  Limits limits;
  limits.shutdown = 60s;
  Asked server(limits);
  const int port = server.port();
  Client client(port);
  client.send(health + health);
  const auto [request, reply] = server.next();
  server.stop();
  EXPECT_TRUE(lets_nobody_in(port));
  EXPECT_FALSE(request.stop.stop_requested());
  reply(json_response("{}"));
  const Answer answer = client.read();
  EXPECT_EQ(answer.body, "{}\n");
  EXPECT_EQ(answer.header("connection"), "close");
  EXPECT_TRUE(client.is_closed());  // and the second is nobody's any more
  server.wait_for_end();
}

TEST(Stop, LetsAnAnswerInPiecesComeToItsEnd) {
  Limits limits;
  limits.shutdown = 60s;
  Asked server(limits);
  const int port = server.port();
  Client client(port);
  client.send(health);
  std::promise<TakePiece> asked;
  Response response;
  response.body = "begin";
  response.ask_rest = [&](const TakePiece& take) { asked.set_value(take); };
  server.next().second(response);
  const TakePiece take = asked.get_future().get();
  server.stop();
  EXPECT_TRUE(lets_nobody_in(port));
  take(Piece{" end", true});
  EXPECT_EQ(client.read().body, "begin end");
  EXPECT_TRUE(client.is_closed());
  server.wait_for_end();
}

TEST(Stop, StopsWhatHasHadItsTime) {
  Limits limits;
  limits.shutdown = 100ms;
  Asked server(limits);
  Client client(server.port());
  client.send(health);
  const auto [request, reply] = server.next();
  server.stop();
  server.wait_for_end();
  EXPECT_TRUE(request.stop.stop_requested());
  EXPECT_TRUE(client.is_closed());
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

}  // namespace
}  // namespace quixo::serve
