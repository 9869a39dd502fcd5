// SPDX-License-Identifier: MIT
//
// Players of whom it is known how good they are, judged.
#include "judge/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "analysis/analysis.h"
#include "quixo/open.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::judge {
namespace {

Judge judge_of(const char* rules) { return {solve_in_memory(parse_rules(rules)), {}}; }

std::unique_ptr<Contestant> computer(const Judge& judge, const char* name) {
  return std::make_unique<ComputerContestant>(judge.knowledge, Computer(name), Thinking{});
}

/// Makes no move.
class Stubborn final : public Contestant {
 public:
  const std::string& name() const override { return name_; }
  void begin(const Rules& /*rules*/) override {}
  Move choose(Position /*position*/, Random& /*random*/, const std::stop_token& /*stop*/) override {
    throw Forfeit{"slept"};
  }

 private:
  std::string name_ = "stubborn";
};

std::vector<SuitePosition> suite_4x4() {
  std::vector<SuitePosition> suite = parse_suite(parse_rules("4x4"), bytes_of(SUITES "/4x4.txt"));
  suite.resize(300);
  return suite;
}

TEST(Judge, FindsNothingWrongWithThePerfectPlayer) {
  const Judge judge = judge_of("4x4");
  const auto perfect = computer(judge, "perfect");
  const auto winner = computer(judge, "winner");
  const std::vector<Marks> marks = judge_suite(judge, {perfect.get(), winner.get()}, suite_4x4(), 1);
  for (const Marks& each : marks) {
    EXPECT_EQ(each.won.kept.yes + each.drawn.kept.yes + each.lost.kept.yes, 300U);
    EXPECT_EQ(each.only_moves.yes, each.only_moves.all());
    EXPECT_GT(each.only_moves.all(), 10U);
    EXPECT_EQ(each.unclear.kept.all(), 0U);
  }
  EXPECT_EQ(marks[0].won.moves_lost, 0U);
  EXPECT_EQ(marks[0].lost.moves_lost, 0U);
  EXPECT_GT(marks[1].won.moves_lost, 0U);  // the winner does not hurry
}

/// Against the counts themselves, made the plain way.
TEST(Judge, CountsWhatARandomPlayerDoes) {
  const Judge judge = judge_of("4x4");
  const Table& table = *judge.knowledge.table();
  RandomContestant player;
  player.begin(table.rules());
  Random random(7);
  Marks marks;
  Share kept;
  std::uint64_t lost_moves = 0;
  for (const SuitePosition& each : suite_4x4()) {
    const Move move = player.choose(each.position, random, {});
    const Value before = table.probe(each.position);
    const Value after = value_of_move(table.probe(play(table.rules(), each.position, move)));
    const std::vector<KnownMove> moves = judge.moves(each.position);
    count(judge.knowledge.geometry(), each.position, known_of(moves), moves, move, marks);
    if (before.outcome == Outcome::win) kept.add(after.outcome == Outcome::win);
    if (before.outcome == Outcome::loss)
      lost_moves += static_cast<std::uint64_t>(before.distance - after.distance);
  }
  EXPECT_EQ(marks.won.kept, kept);
  EXPECT_EQ(marks.lost.moves_lost, lost_moves);
  EXPECT_GT(kept.no, 0U);
  Share phases;
  for (const Share& phase : marks.by_phase) phases += phase;
  EXPECT_EQ(phases.all(), marks.won.kept.all() + marks.drawn.kept.all());
}

TEST(Judge, RanksThePlayersInTheirGames) {
  const Judge judge = judge_of("4x4");
  const auto opponent = computer(judge, "level-5");
  std::vector<double> kept;
  for (const char* name : {"level-1", "level-7", "perfect"}) {
    Marks marks;
    const Score score = judge_games(judge, *computer(judge, name), *opponent, {.games = 40}, marks);
    EXPECT_EQ(score.wins + score.draws + score.losses, 40);
    kept.push_back(marks.won.kept.seen().least);
  }
  EXPECT_TRUE(std::ranges::is_sorted(kept));
  EXPECT_EQ(kept.back(), 1);
}

TEST(Judge, CountsAMoveThatWasNotMadeAsNoGoodAndGivesUp) {
  const Judge judge = judge_of("3x3");
  Stubborn stubborn;
  std::vector<SuitePosition> suite(9, {Position{}, {Outcome::win, 7, 0, Proof::table}});
  const std::vector<Marks> marks = judge_suite(judge, {&stubborn}, suite, 1);
  EXPECT_EQ(marks[0].won.kept, (Share{0, 9, 0}));
  EXPECT_EQ(marks[0].forfeits, (std::map<std::string, int>{{"slept", 9}}));
  suite.push_back(suite.front());
  EXPECT_EQ(message_of([&] { judge_suite(judge, {&stubborn}, suite, 1); }),
            "stubborn made no move 10 times in a row, the last time because it slept");
  RandomContestant random;
  Marks in_games;
  EXPECT_EQ(message_of([&] { judge_games(judge, stubborn, random, {.games = 20}, in_games); }),
            "stubborn made no move 10 times in a row, the last time because it slept");
  EXPECT_EQ(message_of([&] { judge_games(judge, random, stubborn, {.games = 20}, in_games); }),
            "stubborn, an opponent, is no help: it slept");
}

TEST(Judge, RefusesASuiteThatIsNotTrue) {
  const Judge judge = judge_of("3x3");
  RandomContestant random;
  EXPECT_EQ(message_of([&] {
              judge_suite(judge, {&random}, {{Position{}, {Outcome::loss, 8, 0, Proof::table}}}, 1);
            }),
            "the suite says that who is to move in 3/3/3 x loses in 8, and that is not so: she wins in 7");
}

/// Whatever a search says of a move is what the table says, and it never says less than nothing.
TEST(Judge, WithoutATableSaysWhatItKnowsAndNoMore) {
  const Judge by_table = judge_of("4x4");
  const Judge by_search{Knowledge(parse_rules("4x4")), {.horizon = 6}};
  RandomContestant random;
  const Marks truth = judge_suite(by_table, {&random}, suite_4x4(), 3).front();
  const Marks seen = judge_suite(by_search, {&random}, suite_4x4(), 3).front();
  const auto expect_within = [](const Share& part, const Share& whole) {
    EXPECT_EQ(part.all(), whole.all());
    EXPECT_LE(part.yes, whole.yes);
    EXPECT_LE(part.no, whole.no);
    EXPECT_GT(part.unclear, 0U);
  };
  expect_within(seen.won.kept, truth.won.kept);
  expect_within(seen.drawn.kept, truth.drawn.kept);
  EXPECT_GT(seen.won.kept.yes, 0U);
  EXPECT_GT(seen.won.kept.no, 0U);
  EXPECT_LE(seen.only_moves.all(), truth.only_moves.all());
  Marks in_games;
  RandomContestant other;
  judge_games(by_search, random, other, {.games = 2}, in_games);
  EXPECT_GT(in_games.unclear.kept.all(), 0U);
  EXPECT_EQ(in_games.unclear.kept.yes, 0U);
}

}  // namespace
}  // namespace quixo::judge
