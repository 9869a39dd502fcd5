// SPDX-License-Identifier: MIT
#include "tests/cli/program.h"

namespace quixo::cli {
namespace {

TEST(Data, WritesAFileAndItsCard) {
  const TemporaryDirectory directory;
  const std::string file = directory.path() / "train.csv";
  EXPECT_EQ(quixo({"data", "3x3", "--out", file, "--positions", "3"}), done(file + "\n" + file + ".md\n"));
  EXPECT_EQ(files_in(directory.path()).size(), 2U);
  EXPECT_TRUE(holds(bytes_of(file), "\n3/3/3 x,win,7,0,0,W7,W7,"));
  const std::string card = bytes_of(file + ".md");
  for (const char* part : {"# train.csv\n", "| rules | 3x3 |\n", "| positions | 3: ", "| seed | 1 |\n",
                           "| values | the table with signature 074ae202f787925e, outcomes and distances |\n",
                           "--from games --positions 3 --seed 1` |\n", "| `game` | "})
    EXPECT_TRUE(holds(card, part)) << part << '\n' << card;
}

TEST(Data, IsTheSameForAnyNumberOfThreads) {
  const TemporaryDirectory directory;
  const auto made = [&](const char* threads, const char* seed) {
    const std::string file = directory.path() / "a.npz";
    quixo({"data", "3x3", "--out", file, "--positions", "2000", "--threads", threads, "--seed", seed});
    return bytes_of(file);
  };
  EXPECT_EQ(made("1", "1"), made("4", "1"));
  EXPECT_NE(made("1", "1"), made("1", "2"));
}

/// Else its head says what is not so.
TEST(Data, MakesTheSuiteOf4x4) {
  const TemporaryDirectory directory;
  const std::string file = directory.path() / "4x4.txt";
  quixo(
      {"data", "4x4", "--out", file, "--from", "games", "--positions", "1000", "--seed", "1", "--distinct"});
  const auto positions_of = [](const std::string& suite) {
    return suite.substr(suite.rfind("\n4/4/4/4 x win 21\n"));
  };
  const std::string suite = bytes_of(SUITES "/4x4.txt");
  EXPECT_TRUE(holds(suite, " --from games --positions 1000 --seed 1 --distinct\n"));
  EXPECT_EQ(positions_of(bytes_of(file)), positions_of(suite));
}

TEST(Data, SaysThatThereAreNoMore) {
  const TemporaryDirectory directory;
  const std::string file = directory.path() / "a.txt";
  const Outcome outcome = quixo({"data", "2x2", "--out", file, "--from", "uniform", "--distinct"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, file + "\n");
  EXPECT_EQ(outcome.err, "quixo: only 5 positions were found: more that are distinct hardly ever come\n");
  EXPECT_TRUE(bytes_of(file).starts_with("# Positions of 2x2 with their values"));
}

TEST(Data, LeavesNothingWhenItIsStopped) {
  for (const int signal : {SIGINT, SIGKILL}) {
    const TemporaryDirectory directory;
    const std::string file = directory.path() / "a.npz";
    Program program({"data", "3x3", "--out", file, "--positions", "1000000000"});
    wait_for([&] { return program.has_written("a.npz.column"); });
    program.signal(signal);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 128 + signal) << outcome;
    if (signal == SIGINT) {
      EXPECT_TRUE(outcome.err.ends_with("\nquixo: stopped. Nothing was written to " + file + ".\n"))
          << outcome;
    }
    EXPECT_TRUE(files_in(directory.path()).empty());
  }
}

TEST(Data, BadArguments) {
  EXPECT_EQ(quixo({"data", "3x3", "--out", "a.npy"}),
            misused("data", "--out: 'a.npy' says no format: its name must end in .npz, .csv or .txt"));
  EXPECT_EQ(quixo({"data", "3x3", "--out", "a.npz", "--positions", "0"}).code, 2);
  EXPECT_EQ(quixo({"data", "3x3", "--out", "a.npz", "--from", "books"}).code, 2);
  EXPECT_EQ(quixo({"data", "3x3"}).code, 2);
  EXPECT_EQ(quixo({"data", "3x3", "--out", "/nonexistent/a.npz"}).code, 1);
  const Outcome no_table = quixo({"data", "5x5", "--out", "a.npz"});
  EXPECT_EQ(no_table.code, 1);
  EXPECT_TRUE(holds(no_table.err, "quixo solve 5x5")) << no_table;
}

}  // namespace
}  // namespace quixo::cli
