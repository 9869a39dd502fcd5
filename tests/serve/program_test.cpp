// SPDX-License-Identifier: MIT
//
// quixo serve as a user starts and stops it.
#include "tests/cli/program.h"

#include <gtest/gtest.h>

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
      if (line.starts_with(begin) && line.ends_with('\n')) port_ = std::stoi(line.substr(begin.size()));
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  int port() const { return port_; }
  Program& program() { return program_; }

 private:
  static cli::Arguments with_any_port(cli::Arguments arguments) {
    arguments.insert(arguments.begin(), {"serve", "--port", "0"});
    return arguments;
  }

  Program program_;
  int port_ = 0;
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
    const std::string url = "http://127.0.0.1:" + std::to_string(served.port()) + "/";
    EXPECT_EQ(served.program().wait(),
              cli::done("Open " + url + " in a browser; Ctrl-C stops the server.\n"));
    EXPECT_TRUE(idle.is_closed());
  }
}

TEST(QuixoServe, StopsASolveWhenItEnds) {
  const TemporaryDirectory tables;
  Served served({"--tables", tables.path()});
  const Answer answer = post(served.port(), "/api/v1/solve", {{"rules", "4x5"}});
  EXPECT_EQ(answer.status, 202) << answer.body;
  served.program().signal(SIGTERM);
  EXPECT_EQ(served.program().wait().code, 0);
}

TEST(QuixoServe, WithoutAPlaceForTablesItServesAllBoards) {
  Served served({}, cli::no_home);
  EXPECT_EQ(get(served.port(), about("position", "3x3", "3/3/3 x")).json()["outcome"], "win");
  EXPECT_EQ(get(served.port(), "/api/v1/boards").status, 200);
  EXPECT_EQ(get(served.port(), about("play", "5x5", "5/5/5/5/5 x") + "&player=level-4").status, 200);
  const Answer answer = post(served.port(), "/api/v1/solve", {{"rules", "4x5"}});
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
