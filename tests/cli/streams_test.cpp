// SPDX-License-Identifier: MIT
//
// Standard streams that are closed, full or cannot be read: a clear exit code and, where it can be read, one
// line. Never a signal, never a hang, and never a word in a file that is not for it.
#include <cstdlib>
#include <filesystem>

#include "tests/cli/program.h"
#include "tests/files.h"

namespace quixo::cli {
namespace {

/// A command of the shell in a directory of its own, where $quixo is the program. What takes long has hung.
class Shell {
 public:
  Outcome run(const std::string& command) const {
    const std::string script = "cd '" + path().string() + "' && quixo='timeout 60 " QUIXO_PROGRAM "' && { " +
                               command + "; } >out 2>err </dev/null";
    const int status = std::system(script.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), bytes_of(path() / "out"),
            bytes_of(path() / "err")};
  }

  const std::filesystem::path& path() const { return directory_.path(); }

 private:
  TemporaryDirectory directory_;
};

Outcome shell(const std::string& command) { return Shell().run(command); }

TEST(Streams, WhatIsWrongShowsInTheExitCodeWhereItCannotBePrinted) {
  for (const std::string to : {"2>&-", "2>/dev/full"}) {
    EXPECT_EQ(shell("$quixo show garbage " + to).code, 2) << to;
    EXPECT_EQ(shell("$quixo frobnicate " + to).code, 2) << to;
    EXPECT_EQ(shell("$quixo solve 2x2 --out /proc/none " + to).code, 1) << to;
  }
}

TEST(Streams, NoWorkFailsForANoteThatCannotBePrinted) {
  const std::string position =
      "'XXXX1/5/5/5/5 x' --horizon 1 ";  // 5x5 has no table here, of which there is a note
  const Outcome whole = shell("$quixo probe " + position);
  ASSERT_NE(whole.err, "");
  for (const std::string to : {"2>&-", "2>/dev/full"}) {
    EXPECT_EQ(shell("$quixo probe " + position + to), done(whole.out)) << to;
    EXPECT_EQ(shell("printf '5x5\\n' | $quixo review - " + to).code, 0) << to;
  }
}

TEST(Streams, ASolveDiesOfItsSignalWhereItCannotSayGoodbye) {
  const Outcome stopped =
      shell("timeout --preserve-status -s TERM 1 $quixo solve 4x5 --out tables 2>/dev/full");
  EXPECT_EQ(stopped.code, 143) << stopped;
}

TEST(Streams, AClosedStandardOutputIsAnError) {
  for (const char* command : {"show 'XO/OX x'", "probe '2/2 x'", "--help", "solve 2x2", "play 2x2"})
    EXPECT_EQ(shell(std::string("$quixo ") + command + " >&-"), failed("cannot write to standard output"))
        << command;
}

TEST(Streams, NothingIsPrintedIntoATable) {
  const Shell one;
  EXPECT_EQ(one.run("timeout --preserve-status -s TERM 2 $quixo solve 4x5 --out tables 2>&-").code, 143);
  for (const auto& [name, bytes] : files_in(one.path() / "tables/4x5/distance"))
    EXPECT_FALSE(holds(bytes, "quixo: stopped")) << name;
  EXPECT_EQ(bytes_of(one.path() / "tables/4x5/distance/lock"), "");
}

TEST(Streams, AStandardInputThatCannotBeReadIsAnError) {
  for (const char* input : {"</", "</proc/self/mem", "<&-"}) {
    const std::string from = input;
    const std::string reason = from == "</"    ? "Is a directory"
                               : from == "<&-" ? "Bad file descriptor"
                                               : "Input/output error";
    EXPECT_EQ(shell("$quixo probe " + from), failed("line 1: cannot read standard input: " + reason))
        << input;
    const Outcome played = shell("$quixo play 2x2 " + from);
    EXPECT_EQ(played.code, 1) << input;
    EXPECT_EQ(played.err, "quixo: cannot read standard input: " + reason + '\n') << input;
    EXPECT_EQ(shell("$quixo review - " + from), misused("review", "GAME: cannot read '-': " + reason))
        << input;
    EXPECT_EQ(shell("$quixo play --resume - " + from),
              misused("play", "--resume: cannot read '-': " + reason))
        << input;
  }
}

TEST(Streams, ALineThatDoesNotEndIsRefusedInBoundedMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  const std::string little_memory;  // a sanitizer wants terabytes of addresses
#else
  const std::string little_memory = "ulimit -v 200000; ";
#endif
  const std::string too_long = "a line of the input is longer than 10000 characters";
  EXPECT_EQ(shell(little_memory + "$quixo probe </dev/zero"), failed("line 1: " + too_long));
  const Outcome played = shell(little_memory + "$quixo play 2x2 </dev/zero");
  EXPECT_EQ(played.code, 1);
  EXPECT_EQ(played.err, "quixo: " + too_long + '\n');
  const Outcome reviewed = shell(little_memory + "$quixo review - </dev/zero");
  EXPECT_EQ(reviewed, misused("review", "GAME: '-' is not a game: it is longer than 1000000 bytes"));
}

TEST(Streams, LinesOfAnyLengthBelowTheLimitAreRead) {
  const std::string spaces(9'000, ' ');
  const Outcome padded = talk({"probe"}, "\n" + spaces + "2/2 x" + spaces.substr(0, 900) + "\n");
  EXPECT_EQ(padded.code, 0) << padded;
  EXPECT_EQ(padded.out, '\n' + quixo({"probe", "2/2 x"}).out);
}

}  // namespace
}  // namespace quixo::cli
