// SPDX-License-Identifier: MIT
//
// Programs that are started, spoken to and ended, whatever they do against it.
#include "agent/process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "quixo/error.h"

namespace quixo::agent {
namespace {

using namespace std::chrono_literals;

Clock::time_point soon() { return Clock::now() + 20s; }

/// Reads until there is this much, or no more.
std::string read_all(const Process& process, std::size_t bytes = std::string::npos) {
  std::string output;
  while (output.size() < bytes && process.read(output, soon(), {}) == Process::Read::some) {
  }
  return output;
}

/// Whether a process is gone, or dead and not yet buried by whoever is to do that.
bool is_gone(const std::string& number) {
  std::ifstream status("/proc/" + number + "/stat");
  std::string word;
  for (int i = 0; i < 3; ++i) status >> word;
  return !status || word == "Z";
}

void expect_gone(const std::string& number) {
  const auto end = soon();
  while (!is_gone(number) && Clock::now() < end) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(is_gone(number)) << number;
}

TEST(Process, IsSpokenTo) {
  Process process("read -r line; echo \"<$line>\"; exit 3");
  EXPECT_TRUE(process.write("hello\n", soon()));
  EXPECT_EQ(read_all(process), "<hello>\n");
  EXPECT_EQ(process.end(20s), "ended with exit code 3");
}

TEST(Process, SaysOfWhichSignalItDied) {
  Process process("kill -SEGV $$");
  EXPECT_EQ(read_all(process), "");
  EXPECT_EQ(process.end(20s), "died of signal 11");
}

TEST(Process, ThatDoesNotExistEnds) {
  Process process("exec /nonexistent/program 2>/dev/null");
  EXPECT_EQ(process.end(20s), "ended with exit code 127");
}

TEST(Process, ReadsWithinTime) {
  Process process("sleep 100");
  std::string output;
  const auto begin = Clock::now();
  EXPECT_EQ(process.read(output, begin + 50ms, {}), Process::Read::late);
  EXPECT_GE(Clock::now() - begin, 50ms);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(process.read(output, soon(), stop.get_token()), Interrupted);
}

TEST(Process, ThatDoesNotReadBlocksNobody) {
  Process process("sleep 100");
  EXPECT_FALSE(process.write(std::string(1'000'000, 'x'), Clock::now() + 50ms));
}

/// The signal that this program would get is not left behind either.
TEST(Process, ThatHasEndedTakesNothing) {
  Process process("exit 0");
  EXPECT_EQ(read_all(process), "");
  // The system may close its output a moment before its input.
  const auto end = soon();
  while (process.write("hello\n", soon()) && Clock::now() < end) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(process.write("hello\n", soon()));
  sigset_t waiting;
  sigpending(&waiting);
  EXPECT_EQ(sigismember(&waiting, SIGPIPE), 0);
}

/// With its children and theirs, though all of them refuse to.
TEST(Process, EndsWithAllThatItStarted) {
  std::string children;
  {
    Process process(
        "trap '' TERM INT HUP; (trap '' TERM INT HUP; sleep 1000 & echo $!; wait) & echo $!; echo $$; wait");
    while (std::count(children.begin(), children.end(), '\n') < 3)
      ASSERT_EQ(process.read(children, soon(), {}), Process::Read::some);
    EXPECT_EQ(process.end(10ms), "");
  }
  std::istringstream numbers(children);
  for (std::string number; numbers >> number;) expect_gone(number);
}

/// What it leaves running goes too, and its output is then at its end.
TEST(Process, LeavesNothingRunning) {
  Process process("sleep 1000 & echo $!");
  std::string child = read_all(process);
  child.pop_back();
  EXPECT_EQ(process.end(20s), "ended with exit code 0");
  expect_gone(child);
}

TEST(Process, EndsThoughAnotherWasStartedAfterIt) {
  Process first("cat");
  Process second("cat");
  EXPECT_EQ(first.end(20s), "ended with exit code 0");
  EXPECT_TRUE(second.write("still here\n", soon()));
  EXPECT_EQ(read_all(second, 11), "still here\n");
}

TEST(Process, HasTheSignalsThatProgramsExpect) {
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  Process process("grep -E 'Sig(Blk|Ign)' /proc/self/status");
  std::signal(SIGPIPE, before);
  std::istringstream status(read_all(process));
  std::string name;
  std::uint64_t blocked = 1;
  std::uint64_t ignored = 1;
  status >> name >> std::hex >> blocked >> name >> ignored;
  EXPECT_EQ(blocked, 0U);
  // 32 and 33 are the C library's own: whoever was started with them ignored cannot change it.
  constexpr std::uint64_t of_the_library = std::uint64_t{3} << 31;
  EXPECT_EQ(ignored & ~of_the_library, 0U);
}

}  // namespace
}  // namespace quixo::agent
