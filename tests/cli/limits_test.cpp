// SPDX-License-Identifier: MIT
//
// The program within the limits of a shell: what does not fit is one line, and the same command without them
// goes on.
#include "tests/cli/program.h"

namespace quixo::cli {
namespace {

/// The program after a command of the shell, such as ulimit.
Outcome after(const std::string& command, const std::string& arguments,
              const std::filesystem::path& directory) {
  const std::filesystem::path out = directory / "out";
  const std::filesystem::path err = directory / "err";
  const int status = std::system(
      (command + "; exec " QUIXO_PROGRAM " " + arguments + " >" + out.string() + " 2>" + err.string())
          .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), bytes_of(out), bytes_of(err)};
}

class Limits : public testing::Test {
 protected:
  static void expect_one_line(const Outcome& outcome) {
    EXPECT_EQ(outcome.code, 1) << outcome;
    EXPECT_TRUE(outcome.err.starts_with("quixo: ")) << outcome;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome;
  }

  void expect_whole_after_all(const std::string& rules) const {
    EXPECT_EQ(after("true", solve(rules), files_.path()).code, 0);
    const TemporaryDirectory undisturbed;
    quixo({"solve", rules, "--out", undisturbed.path()});
    EXPECT_EQ(files_in(tables_.path() / rules / "distance"),
              files_in(undisturbed.path() / rules / "distance"));
  }

  std::string solve(const std::string& rules) const {
    return "solve " + rules + " --threads 2 --out " + tables_.path().string();
  }

  const TemporaryDirectory files_;
  const TemporaryDirectory tables_;
};

TEST_F(Limits, OfTheSizeOfAFileAreToldAndTheSolveGoesOn) {
  // Messages are files here as well: the limit is as large as they are.
  const Outcome outcome = after("ulimit -f 3", solve("3x4"), files_.path());
  expect_one_line(outcome);
  EXPECT_TRUE(holds(outcome.err, ": File too large. The finished layers are kept")) << outcome;
  expect_whole_after_all("3x4");
}

TEST_F(Limits, OfMemoryAreToldAndTheSolveGoesOn) {
  int told = 0;
  for (int megabytes = 16; megabytes <= 256; megabytes += megabytes < 64 ? 4 : 32) {
    const std::string limit = "ulimit -v " + std::to_string(megabytes * 1024);
    if (after(limit, "--version", files_.path()).code != 0) continue;  // it cannot even be loaded
    const Outcome outcome = after(limit, solve("4x4"), files_.path());
    if (outcome.code == 0) continue;
    expect_one_line(outcome);
    ++told;
  }
  EXPECT_GT(told, 0);
  expect_whole_after_all("4x4");
}

/// The least and the most of every number that is an option; beyond them the work would be endless, or the
/// memory.
TEST(Numbers, BeyondTheLimitsOfAnOptionAreRefused) {
  const auto expect_refused = [](const std::string& verb, const std::string& option,
                                 const std::vector<std::string>& numbers, const std::string& range) {
    for (const std::string& number : numbers)
      EXPECT_EQ(quixo({verb, verb == "serve" ? "--read-only" : "3x3", option, number}),
                misused(verb, option + ": '" + number + "' is " + range));
  };
  expect_refused("match", "--games", {"1", "1000001"}, "no number from 2 to 1000000");
  expect_refused("match", "--opening-moves", {"-1", "101"}, "no number from 0 to 100");
  expect_refused("match", "--max-moves", {"0", "100001"}, "no number from 1 to 100000");
  expect_refused("match", "--horizon", {"0", "21"}, "no number from 1 to 20");
  expect_refused("find", "--limit", {"0", "1000000001"}, "no number from 1 to 1000000000");
  expect_refused("find", "--sample", {"0", "1000001"}, "no number from 1 to 1000000");
  expect_refused("verify", "--sample", {"-1", "1000000001"}, "no number from 0 to 1000000000");
  expect_refused("verify", "--cache", {"0", "1048577"}, "no number from 1 to 1048576");
  expect_refused("serve", "--port", {"-1", "65536"}, "not a port: choose 1 to 65535");
  for (const char* verb : {"solve", "find", "study", "verify"})
    expect_refused(verb, "--threads", {"0", "1025"}, "no number from 1 to 1024");
}

/// On a board where nobody makes a line, and by chance no position comes three times.
TEST(Moves, OfTwoComputersComeToAnEnd) {
  bool ended = false;
  for (int seed = 1; seed <= 20 && !ended; ++seed) {
    const Outcome game =
        talk({"play", "2x12-line12", "--x", "level-1", "--o", "level-1", "--seed", std::to_string(seed)}, "");
    ASSERT_EQ(game.code, 0) << game;
    ended = holds(game.out, "The game is over: a draw, for 200 moves were made.\n");
  }
  EXPECT_TRUE(ended);
}

}  // namespace
}  // namespace quixo::cli
