// SPDX-License-Identifier: MIT
//
// Programs that play as they should, and in every way as they should not: a reason each, and never a hang.
#include "agent/agent.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <thread>

#include "play/match.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::agent {
namespace {

using namespace std::chrono_literals;

constexpr Limits patient{20s, 20s};
constexpr Limits hasty{20s, 100ms};

/// A program for a shell: what it does when it is greeted, at a new game and when it is to move.
std::string program(const std::string& on_go = "echo move a1a3", const std::string& on_newgame = "echo ready",
                    const std::string& on_greeting = "echo quixo-agent 1 tester",
                    const std::string& on_quit = "exit") {
  return fmt::format(
      "while read -r word rest; do case $word in quixo-agent) {};; newgame) {};; go) {};; quit) {};; esac; "
      "done",
      on_greeting, on_newgame, on_go, on_quit);
}

/// Why the first move of a game on 3x3 was none.
std::string forfeit_of(const std::string& command, const Limits& limits = patient) {
  Agent agent(command, limits);
  Random random;
  try {
    agent.begin(parse_rules("3x3"));
    agent.choose({}, random, {});
  } catch (const Forfeit& why) {
    return why.reason;
  }
  return "no forfeit";
}

TEST(Agent, PlaysAndHasAName) {
  Agent agent(program(), patient);
  EXPECT_EQ(agent.name(), "tester");
  const Rules rules = parse_rules("3x3");
  Random random;
  for (int game = 0; game < 3; ++game) {
    agent.begin(rules);
    EXPECT_EQ(agent.choose({}, random, {}), parse_move(rules, "a1a3"));
  }
  EXPECT_EQ(Agent(program("", "", "echo quixo-agent 1"), patient).name(), "while read -r word r");
}

TEST(Agent, IsToldTheRulesThePositionAndItsTime) {
  const TemporaryDirectory directory;
  const std::string file = directory.path() / "heard";
  {
    Agent agent("tee " + file + " | (" + program() + ")", {20s, 1500ms});
    Random random;
    agent.begin(parse_rules("3x3"));
    agent.choose(parse_position(parse_rules("3x3"), "XO1/3/3 x"), random, {});
  }
  EXPECT_EQ(bytes_of(file), "quixo-agent 1\nnewgame 3x3\nposition XO1/3/3 x\ngo 1500\nquit\n");
}

TEST(Agent, MustGreet) {
  const auto refused = [](const std::string& command, const Limits& limits = patient) {
    return message_of([&] { Agent(command, limits); });
  };
  EXPECT_EQ(refused("exit 7"),
            "the agent 'exit 7' ended with exit code 7 instead of answering with quixo-agent 1");
  EXPECT_EQ(refused("exec /nonexistent/program 2>&-"),
            "the agent 'exec /nonexistent/program 2>&-' ended with exit code 127 instead of answering with "
            "quixo-agent 1");
  EXPECT_EQ(refused("sleep 1000", {100ms, 20s}),
            "the agent 'sleep 1000' did not answer with quixo-agent 1 within 0.1 s");
  EXPECT_EQ(refused("echo Hello; sleep 1000"),
            "the agent 'echo Hello; sleep 1000' answered 'Hello' instead of quixo-agent 1");
  EXPECT_EQ(refused("echo quixo-agent 2; sleep 1000"),
            "the agent 'echo quixo-agent 2; sleep 1000' answered 'quixo-agent 2' instead of quixo-agent 1");
  EXPECT_EQ(refused("cat /dev/zero"), "the agent 'cat /dev/zero' wrote a line of more than 1,000 bytes");
  EXPECT_EQ(refused("yes").substr(0, 52), "the agent 'yes' said more than it was asked for: 'y\\");
  EXPECT_EQ(
      refused("exec >&-; sleep 1000"),
      "the agent 'exec >&-; sleep 1000' closed its input or output instead of answering with quixo-agent "
      "1");
}

TEST(Agent, LosesForWhatIsNoMove) {
  EXPECT_EQ(forfeit_of(program("echo a1a3")), "answered 'a1a3' instead of a move");
  EXPECT_EQ(forfeit_of(program("echo")), "answered '' instead of a move");
  EXPECT_EQ(forfeit_of(program("echo move")).substr(0, 22), "played '' in 3/3/3 x: ");
  EXPECT_EQ(forfeit_of(program("echo move b2a2")), "played 'b2a2' in 3/3/3 x: b2 is not on the border");
  EXPECT_EQ(forfeit_of(program("echo move a1a1")).substr(0, 25), "played 'a1a1' in 3/3/3 x:");
  EXPECT_EQ(forfeit_of(program("echo move z9z9")).substr(0, 25), "played 'z9z9' in 3/3/3 x:");
  EXPECT_EQ(forfeit_of(program("printf '\\001\\377\\n'")), "wrote '\\x01\\xff', which is not plain text");
  EXPECT_EQ(forfeit_of(program("echo error I do not feel well")), "gave up: 'I do not feel well'");
}

TEST(Agent, LosesForAGigabyte) {
  EXPECT_EQ(forfeit_of(program("head -c 1000000000 /dev/zero")), "wrote a line of more than 1,000 bytes");
  EXPECT_EQ(forfeit_of(program("yes move a1a3")).substr(0, 50),
            "said more than it was asked for: 'move a1a3\\x0amov");
}

TEST(Agent, LosesForSilence) {
  EXPECT_EQ(forfeit_of(program("sleep 1000"), hasty), "did not answer with a move within 0.1 s");
  EXPECT_EQ(forfeit_of(program("printf 'move a1a3'; sleep 1000"), hasty),
            "did not answer with a move within 0.1 s");
  EXPECT_EQ(forfeit_of(program("echo move a1a3", "sleep 1000"), {1000ms, 20s}),
            "did not answer with ready within 1 s");
}

TEST(Agent, LosesForEnding) {
  EXPECT_EQ(forfeit_of(program("exit 1")), "ended with exit code 1 instead of answering with a move");
  EXPECT_EQ(forfeit_of(program("kill -KILL $$")), "died of signal 9 instead of answering with a move");
  EXPECT_EQ(forfeit_of(program("echo move a1a3", "exit 0")),
            "ended with exit code 0 instead of answering with ready");
  EXPECT_EQ(forfeit_of(program("exec >&-; sleep 1000")),
            "closed its input or output instead of answering with a move");
}

TEST(Agent, LosesForRefusingTheRules) {
  EXPECT_EQ(forfeit_of(program("", "echo error only 5x5")), "gave up: 'only 5x5'");
  EXPECT_EQ(forfeit_of(program("", "echo yes")), "answered 'yes' instead of ready");
}

TEST(Agent, LosesForSpeakingUnasked) {
  EXPECT_EQ(forfeit_of(program("", "printf 'ready\\nmove a1a3\\n'")),
            "said more than it was asked for: 'move a1a3\\x0a'");
  // Some time after its answer, and so before it is asked again.
  const TemporaryDirectory directory;
  const std::string spoken = directory.path() / "spoken";
  Agent agent(program("", "echo ready; sleep 0.1; echo move a1a3; touch " + spoken), patient);
  agent.begin(parse_rules("3x3"));
  const auto end = Clock::now() + 20s;
  while (!std::filesystem::exists(spoken) && Clock::now() < end) std::this_thread::sleep_for(1ms);
  Random random;
  try {
    agent.choose({}, random, {});
    FAIL();
  } catch (const Forfeit& why) {
    EXPECT_EQ(why.reason, "spoke before it was asked: 'move a1a3\\x0a'");
  }
}

TEST(Agent, IsStartedAgainForTheNextGame) {
  const TemporaryDirectory directory;
  const std::string once = directory.path() / "once";
  Agent agent(program("[ -e " + once + " ] || { touch " + once + "; exit 5; }; echo move a1a3"), patient);
  const Rules rules = parse_rules("3x3");
  Random random;
  agent.begin(rules);
  EXPECT_THROW(agent.choose({}, random, {}), Forfeit);
  agent.begin(rules);
  EXPECT_EQ(agent.choose({}, random, {}), parse_move(rules, "a1a3"));
}

TEST(Agent, ThatIgnoresQuitEndsAllTheSame) {
  const auto begin = Clock::now();
  { Agent agent(program("", "", "echo quixo-agent 1", "while :; do sleep 1; done"), patient); }
  EXPECT_LT(Clock::now() - begin, 15s);
}

TEST(Agent, PlaysAMatchAndLosesItByForfeit) {
  Agent agent(program("echo move a1a3"), patient);
  RandomContestant random;
  int forfeits = 0;
  int moves = 0;
  MatchOptions options{.games = 4, .opening_moves = 0};
  options.on_forfeit = [&](const Contestant& who, std::optional<Position> position, const std::string&) {
    EXPECT_EQ(&who, &agent);
    EXPECT_TRUE(position);
    ++forfeits;
  };
  options.on_move = [&](const Contestant&, Position, Move) { ++moves; };
  const Score score = play_match(parse_rules("3x3"), agent, random, options);
  EXPECT_EQ(score.wins + score.draws + score.losses, 4);
  EXPECT_LE(forfeits, score.losses);
  EXPECT_GT(moves, 4);
}

}  // namespace
}  // namespace quixo::agent
