// SPDX-License-Identifier: MIT
//
// quixo solve as its users meet it: what it prints. What it keeps is in solve_kept_test.cpp.
#include <pty.h>
#include <sys/ioctl.h>

#include <filesystem>

#include "tests/cli/program.h"
#include "tests/cli/solve_result.h"
#include "tests/files.h"

namespace quixo::cli {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// The output without the time and the memory, which differ from run to run.
std::string masked(const std::string& text) {
  const std::string memory = ", peak memory ";
  const std::size_t at = text.find(memory);
  if (at == std::string::npos) return text;
  const std::size_t time = text.rfind(", ", at - 1) + 2;
  return text.substr(0, time) + "TIME" + memory + "SIZE" + text.substr(text.find('\n', at));
}

TEST(Solve, Prints3x3) {
  const Outcome outcome = quixo({"solve", "3x3", "--in-memory"});
  EXPECT_EQ((Outcome{outcome.code, masked(outcome.out), outcome.err}),
            done("3x3: the first player wins in 7 moves.\n"
                 "\n"
                 "  win                 12,748   64.77 %\n"
                 "  loss                 6,935   35.23 %\n"
                 "  draw                     0    0.00 %\n"
                 "  all                 19,683  100.00 %\n"
                 "\n"
                 "  distance                 win                loss\n"
                 "         0               4,435               4,123\n"
                 "         1               7,359                  14\n"
                 "         2                   0               2,009\n"
                 "         3                 650                   0\n"
                 "         4                   0                 708\n"
                 "         5                 275                   0\n"
                 "         6                   0                  77\n"
                 "         7                  29                   0\n"
                 "         8                   0                   4\n"
                 "\n"
                 "  longest win: 7 moves, 1OX/XO1/3 x\n"
                 "  longest loss: 8 moves, 1O1/OX1/3 x\n"
                 "\n"
                 "  signature 074ae202f787925e, TIME, peak memory SIZE\n"));
}

TEST(Solve, PrintsOutcomesAlone) {
  const Outcome outcome = quixo({"solve", "3x3", "--in-memory", "--outcome-only"});
  EXPECT_EQ((Outcome{outcome.code, masked(outcome.out), outcome.err}),
            done("3x3: the first player wins.\n"
                 "\n"
                 "  win                 12,748   64.77 %\n"
                 "  loss                 6,935   35.23 %\n"
                 "  draw                     0    0.00 %\n"
                 "  all                 19,683  100.00 %\n"
                 "\n"
                 "  signature 11f4ef3af45268f9, TIME, peak memory SIZE\n"));
}

TEST(Solve, Json) {
  const json solved = parsed(quixo({"solve", "3x3", "--in-memory", "--json", "--threads", "3"}));
  EXPECT_EQ(solved.size(), 18U);
  EXPECT_EQ(solved.at("rules"), "3x3");
  EXPECT_EQ(solved.at("engine"), "cube");
  EXPECT_EQ(solved.at("metric"), "distance");
  EXPECT_EQ(solved.at("outcome"), "win");
  EXPECT_EQ(solved.at("distance_moves"), 7);
  EXPECT_EQ(solved.at("totals"), json({{"win", 12'748}, {"loss", 6'935}, {"draw", 0}}));
  EXPECT_EQ(solved.at("longest_win"), json({{"distance_moves", 7}, {"position", "1OX/XO1/3 x"}}));
  EXPECT_EQ(solved.at("longest_loss"), json({{"distance_moves", 8}, {"position", "1O1/OX1/3 x"}}));
  EXPECT_EQ(solved.at("signature"), signature_3x3);
  EXPECT_EQ(solved.at("threads"), 3);
  EXPECT_EQ(solved.at("started_from"), "nothing");
  EXPECT_GE(solved.at("seconds"), 0);
  EXPECT_GT(solved.at("peak_memory_bytes"), 1'000'000);
  EXPECT_EQ(solved.at("table_bytes"), nullptr);
  EXPECT_EQ(solved.at("directory"), nullptr);

  EXPECT_EQ(solved.at("classes").size(), 55U);  // x + o <= 9
  EXPECT_EQ(solved.at("classes").at(0),
            json({{"own_cubes", 0}, {"opponent_cubes", 0}, {"win", 1}, {"loss", 0}, {"draw", 0}}));
  EXPECT_EQ(solved.at("distances").size(), 9U);
  for (const char* outcome : {"win", "loss"}) {
    std::uint64_t by_class = 0;
    std::uint64_t by_distance = 0;
    for (const json& row : solved.at("classes")) by_class += row.at(outcome).get<std::uint64_t>();
    for (const json& row : solved.at("distances")) by_distance += row.at(outcome).get<std::uint64_t>();
    EXPECT_EQ(solved.at("totals").at(outcome), by_class);
    EXPECT_EQ(solved.at("totals").at(outcome), by_distance);
  }
}

TEST(Solve, JsonOfOutcomesAloneHasNoDistances) {
  const json solved = parsed(quixo({"solve", "3x3", "--in-memory", "--json", "--outcome-only"}));
  EXPECT_EQ(solved.size(), 14U);
  EXPECT_EQ(solved.at("metric"), "outcome");
  EXPECT_EQ(solved.at("outcome"), "win");
  for (const char* missing : {"distance_moves", "distances", "longest_win", "longest_loss"})
    EXPECT_FALSE(solved.contains(missing)) << missing;
}

TEST(Solve, BothEnginesGiveTheSame) {
  for (const Arguments& rules : {Arguments{"3x3"}, {"3x4"}, {"2x4-line3"}, {"3x3", "--outcome-only"}}) {
    Arguments arguments = {"solve", "--json"};
    arguments.insert(arguments.end(), rules.begin(), rules.end());
    arguments.emplace_back("--engine");
    arguments.emplace_back("paper");
    const json paper = parsed_after_work(quixo(arguments));
    arguments.back() = "cube";
    arguments.emplace_back("--in-memory");
    const json cube = parsed_after_work(quixo(arguments));
    EXPECT_EQ(paper.at("engine"), "paper");
    EXPECT_EQ(cube.at("engine"), "cube");
    for (const char* same : {"rules", "metric", "outcome", "totals", "classes", "signature"})
      EXPECT_EQ(paper.at(same), cube.at(same)) << rules.front() << ' ' << same;
    EXPECT_EQ(paper.value("distances", json()), cube.value("distances", json())) << rules.front();
  }
}

TEST(Solve, ThePapersEngineHasNoExamplesOfTheLongestGames) {
  const Outcome outcome = quixo({"solve", "3x3", "--engine", "paper"});
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_TRUE(holds(outcome.out,
                    "         8                   0                   4\n\n  signature 074ae202f787925e, "))
      << outcome;
}

TEST(Solve, SaysWhatItNeedsBeforeItStarts) {
  for (const bool kept : {false, true}) {
    const TemporaryDirectory directory;
    Arguments arguments = {"solve", "4x5", "--outcome-only", "--threads", "1"};
    const auto place = directory.path() / "4x5" / "outcome";
    if (kept)
      arguments.insert(arguments.end(), {"--out", directory.path()});
    else
      arguments.emplace_back("--in-memory");
    Program program(arguments);
    wait_for([&] { return holds(program.errors_so_far(), "\n"); });
    const std::string said = program.errors_so_far();
    EXPECT_TRUE(said.starts_with("4x5 needs up to ")) << said;
    EXPECT_EQ(holds(said, " of disk in " + place.string() + ", and about "), kept) << said;
    EXPECT_TRUE(said.ends_with(" s\n")) << said;
  }
}

TEST(Solve, SaysWhatThePapersEngineNeeds) {
  Program program({"solve", "4x4", "--engine", "paper", "--threads", "1"});
  wait_for([&] { return holds(program.errors_so_far(), "\n"); });
  const std::string said = program.errors_so_far();
  EXPECT_TRUE(said.starts_with("4x4 needs up to 1")) << said;
  EXPECT_TRUE(holds(said, " MB of memory, and about ")) << said;
}

// The line that shows how far it is ------------------------------------------------------------------------

/// A solve that takes half a minute, on a terminal of so many columns.
class OnTerminal {
 public:
  explicit OnTerminal(unsigned short columns) {
    const winsize size{24, columns, 0, 0};
    child_ = forkpty(&terminal_, nullptr, nullptr, &size);
    check(child_ >= 0, "forkpty");
    if (child_ > 0) return;
    execl(QUIXO_PROGRAM, "quixo", "solve", "4x5", "--in-memory", "--threads", "1", nullptr);
    _exit(127);
  }
  ~OnTerminal() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    close(terminal_);
  }
  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;

  void resize(unsigned short columns) const {
    const winsize size{24, columns, 0, 0};
    check(ioctl(terminal_, TIOCSWINSZ, &size) == 0, "TIOCSWINSZ");
  }

  /// The next that is drawn.
  std::string line() {
    const std::string end = "\x1b[K";
    while (!holds(text_, end)) {
      char block[4096];
      const ssize_t count = read(terminal_, block, sizeof block);
      check(count > 0, "the program has left the terminal");
      text_.append(block, static_cast<std::size_t>(count));
    }
    const std::size_t at = text_.find(end);
    std::string line = text_.substr(text_.rfind('\r', at) + 1, at - text_.rfind('\r', at) - 1);
    text_.erase(0, at + end.size());
    return line;
  }

 private:
  int terminal_ = -1;
  pid_t child_ = -1;
  std::string text_;
};

TEST(Solve, TheLineOfProgressFitsTheTerminal) {
  OnTerminal wide(200);
  const std::string all = wide.line();
  EXPECT_TRUE(all.starts_with("layer ")) << all;
  EXPECT_TRUE(holds(all, " % | ")) << all;
  EXPECT_TRUE(holds(all, " % of the work, about ")) << all;
  EXPECT_TRUE(holds(all, " left | ")) << all;
  EXPECT_TRUE(all.ends_with(" MB")) << all;

  OnTerminal narrow(40);
  for (int i = 0; i < 3; ++i) {
    const std::string line = narrow.line();
    EXPECT_LT(line.size(), 40U) << line;
    EXPECT_TRUE(holds(line, " % of the work, about ")) << line;
    EXPECT_TRUE(line.ends_with(" left")) << line;
  }
  narrow.resize(12);
  while (narrow.line().size() > 11) continue;  // drawn before
  for (int i = 0; i < 3; ++i) EXPECT_EQ(narrow.line().size(), 11U);
}

}  // namespace
}  // namespace quixo::cli
