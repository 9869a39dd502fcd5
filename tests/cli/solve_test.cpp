// SPDX-License-Identifier: MIT
//
// quixo solve as its users meet it: what it prints, what it keeps, and that it may be stopped in any way at
// any moment and goes on to the same files.
#include <pty.h>
#include <sys/file.h>
#include <sys/ioctl.h>

#include <filesystem>
#include <random>

#include "tests/cli/program.h"
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

/// A solve that takes seconds shows progress on standard error; the result is on standard output.
json result_of(const Outcome& outcome) { return parsed({outcome.code, outcome.out, ""}); }

constexpr const char* signature_3x3 = "074ae202f787925e";
constexpr const char* signature_4x4 = "bbb6209361cd9911";

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
    const json paper = parsed(quixo(arguments));
    arguments.back() = "cube";
    arguments.emplace_back("--in-memory");
    const json cube = parsed(quixo(arguments));
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
    const std::string line = text_.substr(text_.rfind('\r', at) + 1, at - text_.rfind('\r', at) - 1);
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

// Kept -----------------------------------------------------------------------------------------------------

TEST(Solve, KeepsTheLayersAndReadsThemAgain) {
  const TemporaryDirectory directory;
  const Arguments arguments = {"solve", "3x3", "--out", directory.path()};
  const Outcome first = quixo(arguments);
  EXPECT_EQ(first.code, 0) << first;
  const auto kept = directory.path() / "3x3" / "distance";
  EXPECT_TRUE(first.out.ends_with(" in " + kept.string() + '\n')) << first;
  const auto files = files_in(kept);
  EXPECT_EQ(files.size(), 22U);  // two a layer, the manifest, and solve.json
  const auto written = std::filesystem::last_write_time(kept / "layer-09.outcomes");
  const Outcome second = quixo(arguments);
  const std::size_t signature = first.out.find("  signature ");
  const std::size_t place = first.out.rfind("\n  ") + 3;
  EXPECT_EQ(second, done(first.out.substr(0, signature) + "  signature " + signature_3x3 +
                         "\n  solved before: " + first.out.substr(place)));
  EXPECT_EQ(files_in(kept), files);
  EXPECT_EQ(std::filesystem::last_write_time(kept / "layer-09.outcomes"), written);

  const json solved = parsed(quixo({"solve", "3x3", "--out", directory.path(), "--json"}));
  EXPECT_EQ(solved.at("signature"), signature_3x3);
  EXPECT_EQ(solved.at("started_from"), "table");
  EXPECT_EQ(solved.at("directory"), kept.string());
  std::uint64_t bytes = 0;
  for (const auto& [name, content] : files)
    if (name.starts_with("layer-")) bytes += content.size();
  EXPECT_EQ(solved.at("table_bytes"), bytes);
}

TEST(Solve, KeepsEachMetricInItsOwnDirectoryOfTheUsersData) {
  const TemporaryDirectory home;
  const std::vector<std::string> variables = {"HOME=" + home.path().string(), "XDG_DATA_HOME="};
  EXPECT_EQ(quixo({"solve", "2x3"}, Stdout::captured, variables).code, 0);
  EXPECT_EQ(quixo({"solve", "2x3", "--outcome-only"}, Stdout::captured, variables).code, 0);
  for (const char* metric : {"distance", "outcome"})
    EXPECT_TRUE(exists(home.path() / ".local/share/quixo/2x3" / metric / "manifest.json")) << metric;
  const TemporaryDirectory data;
  EXPECT_EQ(quixo({"solve", "2x3"}, Stdout::captured, {"XDG_DATA_HOME=" + data.path().string()}).code, 0);
  EXPECT_TRUE(exists(data.path() / "quixo/2x3/distance/manifest.json"));
  const Outcome relative = quixo({"solve", "2x3"}, Stdout::captured, {variables[0], "XDG_DATA_HOME=here"});
  EXPECT_TRUE(holds(relative.out, "solved before: ")) << relative;  // it does not count, as XDG wants it
}

TEST(Solve, AFinishedTableIsShownWhoeverWorksThere) {
  const TemporaryDirectory directory;
  const Arguments arguments = {"solve", "2x3", "--out", directory.path()};
  EXPECT_EQ(quixo(arguments).code, 0);
  const int lock = open((directory.path() / "2x3/distance/lock").c_str(), O_RDWR | O_CLOEXEC);
  EXPECT_EQ(flock(lock, LOCK_EX), 0);
  const Outcome outcome = quixo(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_TRUE(holds(outcome.out, "solved before: ")) << outcome;
  close(lock);
}

TEST(Solve, ATableWithoutOneOfItsFilesIsAFailure) {
  const TemporaryDirectory directory;
  const Arguments arguments = {"solve", "3x3", "--out", directory.path()};
  const auto table = directory.path() / "3x3" / "distance";
  for (const char* name : {"layer-05.outcomes", "layer-00.distances"}) {
    EXPECT_EQ(quixo(arguments).code, 0);
    std::filesystem::remove(table / name);
    EXPECT_EQ(quixo(arguments),
              failed((table / name).string() + " is missing: remove " + table.string() + " and solve again"));
    std::filesystem::remove_all(table);
  }
}

// Stopped ------------------------------------------------------------------------------------------------

TEST(Solve, KilledAgainAndAgainItEndsWithTheSameFiles) {
  const TemporaryDirectory undisturbed;
  const TemporaryDirectory directory;
  EXPECT_EQ(quixo({"solve", "4x4", "--out", undisturbed.path(), "--threads", "2"}).code, 0);
  std::mt19937_64 random(9);
  unsigned kills = 0;
  while (true) {
    Program program({"solve", "4x4", "--out", directory.path(), "--threads", "2", "--json"});
    // Ever later on average, so that each layer ends at last.
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + random() % (20 + 20 * kills)));
    program.signal(SIGKILL);
    const Outcome outcome = program.wait();
    if (outcome.code == 0) {
      EXPECT_EQ(result_of(outcome).at("signature"), signature_4x4);
      EXPECT_NE(result_of(outcome).at("started_from"), "nothing");
      break;
    }
    ASSERT_EQ(outcome.code, 128 + SIGKILL) << outcome;
    ++kills;
  }
  EXPECT_GE(kills, 3U);
  EXPECT_EQ(files_in(directory.path() / "4x4" / "distance"),
            files_in(undisturbed.path() / "4x4" / "distance"));
}

TEST(Solve, StopsAtOnceWhenAskedTo) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryDirectory directory;
    Program program({"solve", "4x5", "--out", directory.path(), "--threads", "2"});
    const auto kept = directory.path() / "4x5" / "distance";
    wait_for([&] { return exists(kept / "layer-18.json"); });
    program.signal(signal);
    const auto asked = Clock::now();
    const Outcome outcome = program.wait();
    EXPECT_LT(Clock::now() - asked, 1s);
    EXPECT_EQ(outcome.code, 128 + signal);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.ends_with(
        "\nquixo: stopped. The finished layers are kept: the same command goes on from there.\n"))
        << outcome;
    EXPECT_TRUE(exists(kept / "layer-18.json"));
  }
}

TEST(Solve, GoingOnItSaysThatTimeAndMemoryAreOfThisRun) {
  const TemporaryDirectory directory;
  const Arguments arguments = {"solve", "4x4", "--out", directory.path(), "--threads", "1"};
  {
    const Program killed(arguments);
    wait_for([&] { return exists(directory.path() / "4x4" / "distance" / "layer-14.json"); });
  }
  const Outcome outcome = quixo(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_TRUE(holds(outcome.out, " in this run, which went on with an earlier one\n")) << outcome;
}

TEST(Solve, StoppedInMemoryItSaysThatNothingWasKept) {
  Program program({"solve", "4x5", "--in-memory", "--threads", "1"});
  wait_for([&] { return program.blocks(SIGINT); });  // before that it would just be killed
  program.signal(SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 128 + SIGINT);
  EXPECT_TRUE(outcome.err.ends_with("\nquixo: stopped. Nothing was kept.\n")) << outcome;
}

// Instruction sets ---------------------------------------------------------------------------------------

TEST(Solve, TheInstructionSetChangesNothing) {
  const json scalar =
      result_of(quixo({"solve", "4x4", "--in-memory", "--json"}, Stdout::captured, {"QUIXO_SIMD=scalar"}));
  EXPECT_EQ(scalar.at("simd"), "scalar");
  EXPECT_EQ(scalar.at("signature"), signature_4x4);
  const json best =
      result_of(quixo({"solve", "4x4", "--in-memory", "--json"}, Stdout::captured, {"QUIXO_SIMD="}));
  EXPECT_EQ(best.at("signature"), signature_4x4);
}

TEST(Solve, AnUnknownInstructionSetIsAFailure) {
  const Outcome outcome = quixo({"solve", "3x3", "--in-memory"}, Stdout::captured, {"QUIXO_SIMD=nonsense"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("quixo: no instruction set 'nonsense' on this machine; it has: "))
      << outcome;
  EXPECT_TRUE(outcome.err.ends_with("scalar\n")) << outcome;
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome;
  for (const Arguments& without : {Arguments{"--help"}, {"solve", "--help"}, {"show", "3/3/3 x"}})
    EXPECT_EQ(quixo(without, Stdout::captured, {"QUIXO_SIMD=nonsense"}).code, 0) << without.front();
}

// What cannot be done --------------------------------------------------------------------------------------

TEST(Solve, TwoInOneDirectoryAreRefused) {
  const TemporaryDirectory directory;
  const Arguments arguments = {"solve", "4x5", "--out", directory.path(), "--threads", "1"};
  const auto kept = directory.path() / "4x5" / "distance";
  const Program first(arguments);
  wait_for([&] { return exists(kept / "solve.json"); });
  const Outcome second = quixo(arguments);
  EXPECT_EQ(second.code, 1);
  EXPECT_TRUE(second.err.ends_with("\nquixo: another quixo is solving in " + kept.string() +
                                   ": wait for it or choose another --out\n"))
      << second;
}

TEST(Solve, ADirectoryBelowAFileIsAFailure) {
  const TemporaryDirectory directory;
  const auto file = directory.path() / "file";
  write_bytes(file, "");
  EXPECT_EQ(quixo({"solve", "3x3", "--out", file}),
            failed("cannot create " + (file / "3x3" / "distance").string() + ": Not a directory"));
}

TEST(Solve, ADirectoryThatCannotBeLookedAtIsAFailure) {
  const TemporaryDirectory directory;
  const auto place = directory.path() / std::string(300, 'a');
  EXPECT_EQ(quixo({"solve", "3x3", "--out", place}),
            failed("cannot create " + (place / "3x3" / "distance").string() + ": File name too long"));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which want terabytes of addresses
TEST(Solve, TheLimitOfTheProcessCounts) {
  const auto limited = [](const std::string& kilobytes, const std::string& command) {
    const std::string line = "ulimit -v " + kilobytes + "; exec " QUIXO_PROGRAM " " + command + " 2>&1";
    std::FILE* pipe = popen(line.c_str(), "r");
    check(pipe != nullptr, "popen");
    std::string text;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
    EXPECT_EQ(WEXITSTATUS(pclose(pipe)), 1);
    return text;
  };
  const std::string refused = limited("100000", "solve 4x5 --in-memory --threads 1");
  EXPECT_TRUE(refused.starts_with("quixo: this needs ")) << refused;
  EXPECT_TRUE(refused.ends_with(" MB are free: close other programs, or use a machine with more\n"))
      << refused;
  // What nobody has foreseen ends in one line, too.
  EXPECT_EQ(
      limited("40000", "probe '4/4/4/4 x'"),
      "quixo: there is not enough memory: close other programs, use fewer threads or a machine with more\n");
}
#endif

TEST(Solve, ADiskWithoutRoomIsRefusedBeforeItStarts) {
  // /proc has no room for files, whoever asks.
  EXPECT_EQ(quixo({"solve", "3x3", "--out", "/proc/none"}),
            failed("this needs 1.0 MB of disk in /proc/none/3x3/distance and 0 bytes are free: choose "
                   "another --out"));
}

TEST(Solve, ADiskThatIsFullInTheMiddleIsAFailureThatSaysHowToGoOn) {
  const TemporaryDirectory directory;
  const Arguments arguments = {"solve", "3x4", "--out", directory.path()};
  const auto kept = directory.path() / "3x4" / "distance";
  {
    const FullDisk full(1000);
    const Outcome outcome = quixo(arguments);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(outcome.err.starts_with("quixo: cannot write " + kept.string())) << outcome;
    EXPECT_TRUE(outcome.err.ends_with(
        ": File too large. The finished layers are kept: the same command goes on from there.\n"))
        << outcome;
  }
  EXPECT_EQ(quixo(arguments).code, 0);
}

TEST(Solve, ADamagedManifestIsAFailureThatNamesIt) {
  const TemporaryDirectory directory;
  const auto manifest = directory.path() / "3x3" / "distance" / "manifest.json";
  EXPECT_EQ(quixo({"solve", "3x3", "--out", directory.path()}).code, 0);
  std::filesystem::resize_file(manifest, 300);
  const Outcome outcome = quixo({"solve", "3x3", "--out", directory.path()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(outcome.err.starts_with("quixo: " + manifest.string() + " is damaged (")) << outcome;
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome;
  std::filesystem::remove(manifest);
  EXPECT_EQ(quixo({"solve", "3x3", "--out", directory.path()}).code, 0);
}

TEST(Solve, MoreThanTheMemoryIsRefusedBeforeItStarts) {
  const Outcome outcome = quixo({"solve", "5x5", "--engine", "paper"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("quixo: this needs 2754 GB of memory and ")) << outcome;
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome;
}

TEST(Solve, WrongUsage) {
  EXPECT_EQ(quixo({"solve"}), misused("solve", "RULES is required"));
  EXPECT_EQ(quixo({"solve", "3x3", "--threads", "0"}),
            misused("solve", "--threads: Value 0 not in range 1 to 1024"));
  EXPECT_EQ(quixo({"solve", "3x3", "--threads", "many"}),
            misused("solve", "--threads: Value many not in range 1 to 1024"));
  EXPECT_EQ(quixo({"solve", "3x3", "--engine", "x"}), misused("solve", "--engine: x not in {cube,paper}"));
  EXPECT_EQ(quixo({"solve", "3x3", "--in-memory", "--out", "x"}),
            misused("solve", "--out excludes --in-memory"));
  EXPECT_EQ(quixo({"solve", "3x9"}),
            misused("solve",
                    "RULES: a 3x9 board is not supported: it needs at least 2 rows and 2 columns and at most "
                    "25 cells"));
  EXPECT_EQ(quixo({"solve", "3x3", "--engine", "paper", "--out", "x"}),
            misused("solve", "--out: the paper's algorithm keeps no table: leave out --out or --engine"));
  EXPECT_EQ(
      quixo({"solve", "3x3"}, Stdout::captured, no_home),
      misused(
          "solve",
          "--out: neither XDG_DATA_HOME nor HOME is set: say where to keep the table, or take --in-memory"));
}

TEST(Solve, OutputThatCannotBeWrittenIsAFailure) {
  for (const Arguments& arguments :
       {Arguments{"solve", "2x3", "--in-memory"}, {"solve", "2x3", "--in-memory", "--json"}})
    EXPECT_EQ(quixo(arguments, Stdout::full), failed("cannot write to standard output"));
}

}  // namespace
}  // namespace quixo::cli
