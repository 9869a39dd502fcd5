// SPDX-License-Identifier: MIT
//
// quixo solve as its users meet it: what it keeps, that it may be stopped in any way at any moment and goes
// on to the same files, and all ways to fail.
#include <sys/file.h>

#include <chrono>
#include <filesystem>
#include <random>

#include "tests/cli/program.h"
#include "tests/cli/solve_result.h"
#include "tests/files.h"

namespace quixo::cli {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

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

#ifdef QUIXO_JUMPING_CLOCK
TEST(Solve, AndItsProofDoNotMindAClockThatJumps) {
  const TemporaryDirectory steady;
  const TemporaryDirectory jumping;
  EXPECT_EQ(quixo({"solve", "3x4", "--out", steady.path()}).code, 0);
  const std::vector<std::string> variables = {QUIXO_JUMPING_CLOCK};
  for (const Arguments& arguments : {Arguments{"solve", "3x4", "--out", jumping.path()},
                                     Arguments{"verify", "3x4", "--full", "--tables", jumping.path()}}) {
    const Outcome outcome = quixo(arguments, Stdout::captured, variables);
    EXPECT_EQ(outcome.code, 0) << outcome;
    EXPECT_FALSE(holds(outcome.err, "LD_PRELOAD")) << outcome;  // as the loader says when it cannot
  }
  EXPECT_EQ(files_in(jumping.path() / "3x4" / "distance"), files_in(steady.path() / "3x4" / "distance"));
}
#endif

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
              failed((table / name).string() + " is missing: remove the table and solve again"));
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
            failed("cannot create " + (file / "3x3").string() + ": Not a directory"));
}

TEST(Solve, ADirectoryThatCannotBeLookedAtIsAFailure) {
  const TemporaryDirectory directory;
  const auto place = directory.path() / std::string(300, 'a');
  EXPECT_EQ(quixo({"solve", "3x3", "--out", place}),
            failed("cannot open " + (place / "3x3" / "distance" / "manifest.json").string() +
                   ": File name too long"));
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
  const std::string refused = limited("90000", "solve 4x5 --in-memory --threads 1");
  EXPECT_TRUE(refused.starts_with("quixo: this needs ")) << refused;
  EXPECT_TRUE(refused.ends_with(" MB are free: close other programs, or use a machine with more\n"))
      << refused;
  // What nobody has foreseen ends in one line, too.
  EXPECT_EQ(
      limited("40000", "probe '4/4/4/4 x'"),
      "quixo: there is not enough memory: close other programs, use fewer threads or a machine with more\n");
}
#endif

TEST(Solve, WithLittleMemory) {
  const TemporaryDirectory directory;
  EXPECT_EQ(quixo({"solve", "5x5", "--out", directory.path(), "--memory", "1MB"}),
            failed("5x5 takes at least 1.1 GB of memory, whatever is kept on disk: give --memory more"));
  for (const std::string size : {"much", "4", "4XB", "-4GB", "0GB", "1e3GB", "nanGB", "99999999999999GB"})
    EXPECT_EQ(quixo({"solve", "3x3", "--memory=" + size, "--out", directory.path()}),
              misused("solve", "--memory: '" + size + "' is no size: write it as 4GB or 500MB"));
  EXPECT_EQ(quixo({"solve", "3x3", "--memory", "1GB", "--in-memory"}).code, 2);
  EXPECT_EQ(result_of(quixo({"solve", "4x4", "--memory", "1.5 gb", "--out", directory.path(), "--json"}))
                .at("signature"),
            signature_4x4);
}

/// The system tells of a disk that fails under a mapped file by a signal.
TEST(Solve, ADiskThatFailsUnderItsPlanes) {
  const TemporaryDirectory directory;
  // It wants 156 MB, and at least 134.
  Program program(
      {"solve", "4x5", "--outcome-only", "--threads", "2", "--out", directory.path(), "--memory", "145MB"});
  wait_for([&] { return program.blocks(SIGINT); });
  program.signal(SIGBUS);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(
      outcome.err.ends_with("\nquixo: the disk failed under what was kept there for want of memory. The "
                            "finished layers are kept: the same command goes on from there.\n"))
      << outcome;
}

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

TEST(Solve, TheLargestBoardsAreRefusedWithWhatTheyNeed) {
  const TemporaryDirectory directory;
  for (const auto& [rules, needs] : {std::pair("5x6", "2.9 TB"), std::pair("3x10", "2.9 TB")}) {
    const Outcome outcome = quixo({"solve", rules, "--outcome-only", "--out", directory.path()});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(outcome.err.starts_with(std::string("quixo: this needs ") + needs + " of memory and "))
        << outcome;
    EXPECT_TRUE(holds(outcome.err, "have quixo solve --memory SIZE keep the rest on disk\n")) << outcome;
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(Solve, MoreThanTheMemoryIsRefusedBeforeItStarts) {
  const Outcome outcome = quixo({"solve", "5x5", "--engine", "paper"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("quixo: this needs 2.8 TB of memory and ")) << outcome;
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome;
}

TEST(Solve, WrongUsage) {
  EXPECT_EQ(quixo({"solve"}), misused("solve", "RULES is required"));
  EXPECT_EQ(quixo({"solve", "3x3", "--threads", "0"}),
            misused("solve", "--threads: '0' is no number from 1 to 1024"));
  EXPECT_EQ(quixo({"solve", "3x3", "--threads", "many"}),
            misused("solve", "--threads: 'many' is no number from 1 to 1024"));
  EXPECT_EQ(quixo({"solve", "3x3", "--engine", "x"}),
            misused("solve", "--engine: 'x' is none of cube, paper"));
  EXPECT_EQ(quixo({"solve", "3x3", "--in-memory", "--out", "x"}),
            misused("solve", "--out does not go with --in-memory"));
  EXPECT_EQ(
      quixo({"solve", "3x11"}),
      misused("solve",
              "RULES: a 3x11 board is not supported: it needs at least 2 rows and 2 columns and at most "
              "30 cells"));
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
