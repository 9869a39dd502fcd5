// SPDX-License-Identifier: MIT
//
// Programs that play, as arguments of match and play: what is printed of them, and that none is left running.
#include "tests/cli/program.h"

namespace quixo::cli {
namespace {

/// A program for a shell that does this when it is to move.
std::string agent(const std::string& on_go) {
  return "exec:while read -r word rest; do case $word in quixo-agent) echo quixo-agent 1 tester;; newgame) "
         "echo "
         "ready;; go) " +
         on_go + ";; quit) exit;; esac; done";
}

/// Whether a process is gone, or dead and not yet buried by whoever is to do that.
bool is_gone(const std::string& number) {
  std::ifstream status("/proc/" + number + "/stat");
  std::string word;
  for (int i = 0; i < 3; ++i) status >> word;
  return !status || word == "Z";
}

TEST(Agents, PlayMatches) {
  const std::string random = "exec:python3 " AGENT_PY;
  const Outcome outcome = quixo({"match", "3x3", "perfect", random, "--games", "10"});
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(holds(outcome.out, "\n               perfect  random.py      all     won   drawn    lost\n"))
      << outcome;
  EXPECT_TRUE(outcome.out.ends_with("\nrandom.py is the program python3 " AGENT_PY "\n")) << outcome;
}

TEST(Agents, LoseWithAReason) {
  const Arguments match = {"match",   "3x3", "level-1",         agent("echo move b2a2"),
                           "--games", "2",   "--opening-moves", "0"};
  EXPECT_EQ(
      quixo(match).out,
      "3x3: 2 games a pair, 0 random opening moves, drawn after 200 moves or a threefold repetition, seed "
      "1\n"
      "percent of the points scored by the player on the left\n"
      "\n"
      "            level-1   tester      all     won   drawn    lost\n"
      "level-1           -    100.0    100.0       2       0       0\n"
      "tester          0.0        -      0.0       0       0       2\n"
      "\n"
      "tester is the program " +
          match[3].substr(5) +
          ", and lost games without being beaten:\n"
          "  1 time it played 'b2a2' in 3/3/2X o: b2 is not on the border\n"
          "  1 time it played 'b2a2' in 3/3/3 x: b2 is not on the border\n");
  const json parsed_match = parsed(quixo(
      {"match", "3x3", "level-1", agent("sleep 1000"), "--games", "2", "--move-time", "0.05", "--json"}));
  EXPECT_EQ(parsed_match.at("totals").at(1).at("player"), "tester");
  EXPECT_EQ(parsed_match.at("totals").at(1).at("losses"), 2);
  EXPECT_EQ(parsed_match.at("totals").at(1).at("forfeits"),
            json({{"did not answer with a move within 0.05 s", 2}}));
}

TEST(Agents, AreRefusedBeforeTheMatchWhenTheyDoNotGreet) {
  EXPECT_EQ(quixo({"match", "3x3", "level-1", "exec:exit 3"}),
            failed("the agent 'exit 3' ended with exit code 3 instead of answering with quixo-agent 1"));
  EXPECT_EQ(quixo({"match", "3x3", "level-1", "exec:sleep 1000", "--start-time", "0.1"}),
            failed("the agent 'sleep 1000' did not answer with quixo-agent 1 within 0.1 s"));
  EXPECT_EQ(quixo({"match", "3x3", "level-1", "exec: "}),
            misused("match", "PLAYER: exec: names no program: write exec:COMMAND, as for a shell"));
  for (const char* time : {"0", "-1", "x", "1s", "3601", "1e9", "nan"})
    EXPECT_EQ(
        quixo({"match", "3x3", "--move-time", time}),
        misused("match", std::string("--move-time: '") + time + "' is no time from 0.001 to 3600 seconds"));
}

TEST(Agents, PlayInTheTerminal) {
  const Outcome outcome =
      quixo({"play", "3x3", "--x", agent("echo move a1a3"), "--o", agent("echo move c1c3")});
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_TRUE(holds(outcome.out, "X (tester) plays a1a3.\n")) << outcome;
  EXPECT_TRUE(holds(outcome.out, "O (tester) plays c1c3.\n")) << outcome;
  EXPECT_TRUE(holds(outcome.out, "The game is over: X has won.\n")) << outcome;
  const Outcome lost = quixo({"play", "3x3", "--x", agent("echo move a1a3"), "--o", agent("exit 4")});
  EXPECT_EQ(lost.code, 1) << lost;
  EXPECT_EQ(lost.err, "quixo: the program of O ended with exit code 4 instead of answering with a move\n");
  EXPECT_TRUE(lost.out.ends_with("The game was not saved:\n3x3\n1. a1a3\n")) << lost;
  const Outcome person = talk({"play", "3x3", "--o", agent("echo move c1c3")}, "a1a3\nquit\n");
  EXPECT_TRUE(holds(person.out, "X is you, O is the program while read")) << person;
  EXPECT_TRUE(holds(person.out, "O (tester) plays c1c3.\n")) << person;
}

/// By Ctrl-C, termination and a kill that nothing can prepare for, the agent and what it started ends.
TEST(Agents, EndWithTheProgram) {
  const std::string stubborn =
      "trap \"\" INT TERM HUP; (trap \"\" INT TERM HUP; sleep 1000 & echo $! > child; "
      "mv child started; wait); sleep 1000";
  for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
    for (const Arguments& verb :
         {Arguments{"match", "3x3", agent(stubborn), "level-1", "--move-time", "1000"},
          Arguments{"play", "3x3", "--x", agent(stubborn), "--move-time", "1000"},
          Arguments{"judge", "3x3", agent(stubborn), "--move-time", "1000"}}) {
      const TemporaryDirectory directory;
      Pipe typed;
      Program program(verb, Stdout::captured, {}, typed.descriptor(), directory.path());
      wait_for([&] { return std::filesystem::exists(directory.path() / "started"); });
      std::string child = bytes_of(directory.path() / "started");
      child.pop_back();
      EXPECT_FALSE(is_gone(child));
      program.signal(signal);
      program.wait();
      wait_for([&] { return is_gone(child); });
    }
  }
}

}  // namespace
}  // namespace quixo::cli
