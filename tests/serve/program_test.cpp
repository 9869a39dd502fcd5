// SPDX-License-Identifier: MIT
//
// quixo serve as a user starts and stops it.
#include "tests/cli/program.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <set>

#include "tests/serve/running.h"

namespace quixo::serve {
namespace {

using cli::failed;
using cli::misused;
using cli::Program;
using cli::quixo;

/// The program with its port, once it has said it.
class Served {
 public:
  explicit Served(const cli::Arguments& arguments, const std::vector<std::string>& variables = {})
      : program_(with_any_port(arguments), cli::Stdout::captured, variables) {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (port_ == 0 && std::chrono::steady_clock::now() < patience) {
      const std::string line = program_.output_so_far();
      const std::string begin = "Open http://127.0.0.1:";
      if (line.starts_with(begin) && line.ends_with('\n')) {
        port_ = std::stoi(line.substr(begin.size()));
        if (const std::size_t at = line.find("#key="); at != std::string::npos)
          key_ = line.substr(at + 5, line.find(' ', at) - at - 5);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  int port() const { return port_; }
  const std::string& key() const { return key_; }
  Program& program() { return program_; }

 private:
  static cli::Arguments with_any_port(cli::Arguments arguments) {
    arguments.insert(arguments.begin(), {"serve", "--port", "0"});
    return arguments;
  }

  Program program_;
  int port_ = 0;
  std::string key_;
};

TEST(QuixoServe, AnswersUntilItIsInterruptedOrTerminated) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryDirectory tables;
    Served served({"--tables", tables.path()});
    ASSERT_NE(served.port(), 0);
    EXPECT_EQ(get(served.port(), about("position", "3x3", "3/3/3 x")).json()["outcome"], "win");
    EXPECT_EQ(get(served.port(), "/").status, 200);
    Client idle(served.port());
    served.program().signal(signal);
    EXPECT_EQ(served.key().size(), 32U);
    const std::string url = "http://127.0.0.1:" + std::to_string(served.port()) + "/#key=" + served.key();
    EXPECT_EQ(served.program().wait(),
              cli::done("Open " + url + " in a browser; Ctrl-C stops the server.\n"));
    EXPECT_TRUE(idle.is_closed());
  }
}

#ifdef QUIXO_JUMPING_CLOCK
/// The time of day is said with each answer, and decides nothing.
TEST(QuixoServe, AnswersWhenTheClockJumps) {
  const TemporaryDirectory tables;
  Served served({"--tables", tables.path()}, {QUIXO_JUMPING_CLOCK});
  ASSERT_NE(served.port(), 0);
  Client client(served.port());
  std::set<std::string> years;
  for (int i = 0; i < 20; ++i) {
    client.request("GET", about("position", "3x3", "3/3/3 x"));
    const Answer answer = client.read();
    EXPECT_EQ(answer.json()["outcome"], "win");
    years.insert(answer.header("date").substr(12, 4));
  }
  EXPECT_EQ(years.size(), 2U);
  served.program().signal(SIGTERM);
  EXPECT_EQ(served.program().wait().code, 0);
}
#endif

TEST(QuixoServe, StopsASolveWhenItEnds) {
  const TemporaryDirectory tables;
  Served served({"--tables", tables.path()});
  const Answer answer =
      post(served.port(), "/api/v1/solve", {{"rules", "4x5"}}, {{"X-Quixo-Key", served.key()}});
  EXPECT_EQ(answer.status, 202) << answer.body;
  served.program().signal(SIGTERM);
  EXPECT_EQ(served.program().wait().code, 0);
}

TEST(QuixoServe, HasNoKeyWhenItIsReadOnly) {
  const TemporaryDirectory tables;
  Served served({"--read-only", "--tables", tables.path()});
  EXPECT_EQ(served.key(), "");
  EXPECT_EQ(post(served.port(), "/api/v1/solve", {{"rules", "4x5"}}, {{"X-Quixo-Key", ""}}).status, 403);
  EXPECT_EQ(get(served.port(), "/api/v1/boards").json()["read_only"], true);
  EXPECT_EQ(get(served.port(), about("position", "3x3", "3/3/3 x")).json()["outcome"], "win");
  EXPECT_TRUE(std::filesystem::is_empty(tables.path()));
}

/// Whatever it is doing.
TEST(QuixoServe, EndsSoonWhenItIsTerminated) {
  const TemporaryDirectory tables;
  Served served({"--tables", tables.path()});
  const nlohmann::json many = {{"rules", "5x5"}, {"positions", nlohmann::json(1000, "XO3/1X3/5/3O1/4X x")}};
  std::vector<Client> clients;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back(served.port());
    clients.back().request("POST", "/api/v1/batch", {{"Content-Type", "application/json"}}, many.dump());
    clients.emplace_back(served.port());
    clients.back().request("GET", about("play", "5x5", "5/5/5/5/5 x") + "&player=searcher&think_ms=5000");
    clients.emplace_back(served.port());
    clients.back().request("GET", "/api/v1/puzzle?rules=5x5&kind=far&seed=" + std::to_string(i));
    clients.emplace_back(served.port());
    clients.back().request("GET", about("position", "4x4-line" + std::to_string(i % 3 + 2), "4/4/4/4 x"));
  }
  std::string objects = R"({"rules":"3x3","positions":[0)";
  for (int i = 0; i < 300'000; ++i) objects += ",{}";
  clients.emplace_back(served.port());
  clients.back().request("POST", "/api/v1/batch", {{"Content-Type", "application/json"}}, objects + "]}");
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto begin = std::chrono::steady_clock::now();
  served.program().signal(SIGTERM);
  EXPECT_EQ(served.program().wait().code, 0);
#ifdef QUIXO_SLOW_BUILD
  constexpr auto soon = std::chrono::seconds(60);
#else
  constexpr auto soon = std::chrono::seconds(10);  // 5 s are promised; a machine that compiles has more to do
#endif
  EXPECT_LT(std::chrono::steady_clock::now() - begin, soon);
}

/// Fewer files than connections: who is idle makes room for who asks.
TEST(QuixoServe, ServesWithFewFiles) {
  const TemporaryDirectory tables;
  const std::string command = "ulimit -n 60; echo $$; exec '" QUIXO_PROGRAM "' serve --port 0 --tables '" +
                              tables.path().string() + "'";
  FILE* const output = popen(command.c_str(), "r");
  ASSERT_NE(output, nullptr);
  int process = 0;
  int port = 0;
  ASSERT_EQ(std::fscanf(output, "%d Open http://127.0.0.1:%d/", &process, &port), 2);
  std::vector<Client> idle;
  idle.reserve(100);
  for (int i = 0; i < 100; ++i) idle.emplace_back(port);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(get(port, about("position", "3x3", "3/3/3 x")).json()["outcome"], "win");
  kill(process, SIGTERM);
  pclose(output);
}

TEST(QuixoServe, WithoutAPlaceForTablesItServesAllBoards) {
  Served served({}, cli::no_home);
  EXPECT_EQ(get(served.port(), about("position", "3x3", "3/3/3 x")).json()["outcome"], "win");
  EXPECT_EQ(get(served.port(), "/api/v1/boards").status, 200);
  EXPECT_EQ(get(served.port(), about("play", "5x5", "5/5/5/5/5 x") + "&player=level-4").status, 200);
  const Answer answer =
      post(served.port(), "/api/v1/solve", {{"rules", "4x5"}}, {{"X-Quixo-Key", served.key()}});
  EXPECT_EQ(answer.status, 507);
  EXPECT_EQ(answer.message(), "there is no place for tables on this server");
}

TEST(QuixoServe, SaysWhatIsWrong) {
  const TemporaryDirectory tables;
  Served served({"--tables", tables.path()});
  const std::string port = std::to_string(served.port());
  EXPECT_EQ(quixo({"serve", "--port", port}),
            failed("cannot listen on 127.0.0.1 port " + port + ": Address already in use"));
  EXPECT_EQ(quixo({"serve", "--address", "somewhere"}),
            misused("serve", "--address: 'somewhere' is no IP address, such as 127.0.0.1 or ::1"));
  EXPECT_EQ(quixo({"serve", "--port", "70000"}).code, 2);
  EXPECT_EQ(quixo({"serve", "--port", "-1"}).code, 2);
  EXPECT_EQ(quixo({"serve", "--port", "0"}, cli::Stdout::full), failed("cannot write to standard output"));
}

}  // namespace
}  // namespace quixo::serve
