// SPDX-License-Identifier: MIT
//
// The paper's figures of interesting positions, and what each kind promises.
#include "study/interest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "quixo/table.h"
#include "solve/solver.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::study {
namespace {

std::map<std::string, Kind> kinds_of(const Table& table) {
  std::map<std::string, Kind> kinds;
  for (const Kind& kind : positions_of_interest(table, {.threads = 2})) kinds[kind.name] = kind;
  return kinds;
}

bool has_o_on_border(const slow::Game& game, const slow::Board& board) {
  for (int row = 0; row < game.rows; ++row)
    for (int col = 0; col < game.cols; ++col)
      if ((row == 0 || row == game.rows - 1 || col == 0 || col == game.cols - 1) &&
          board.cell[row][col] == 'O')
        return true;
  return false;
}

class On4x4 : public testing::Test {
 protected:
  Position position(const std::string& text) const { return parse_position(geometry_of(table_), text); }

  Table table_ = solve_in_memory(parse_rules("4x4"));
};

TEST_F(On4x4, ThePapersDrawComesBack) {
  EXPECT_TRUE(can_return(table_, position("1XX1/O1OX/OXXX/OXXO x")));
  EXPECT_TRUE(can_return(table_, position("1OO1/X1XO/XOOO/XOOX o")));
  EXPECT_FALSE(can_return(table_, position("4/4/4/4 x")));     // won
  EXPECT_FALSE(can_return(table_, position("XXXX/4/4/4 o")));  // over
}

TEST_F(On4x4, DrawsThatComeBackDoSoAfterEveryMoveThatDraws) {
  const Kind kind = kinds_of(table_).at("draws_that_come_back");
  ASSERT_FALSE(kind.examples.empty());
  EXPECT_EQ(kind.count, 17'112U);
  for (const Position& example : kind.examples)
    for (const MoveValue& move : table_.moves(example)) {
      if (move.value.outcome != Outcome::draw) continue;
      bool back = false;
      for (const Position& reply : children(geometry_of(table_), move.position))
        back = back || canonical(geometry_of(table_), reply) == canonical(geometry_of(table_), example);
      EXPECT_TRUE(back) << example;
    }
}

TEST_F(On4x4, ThePapersUnreachablePositionHasNoParent) {
  EXPECT_TRUE(parents(geometry_of(table_), position("2XX/OOOX/1XO1/X1O1 x")).empty());
  const Kind kind = kinds_of(table_).at("without_parent");
  EXPECT_EQ(kind.count, 160'804U);
  ASSERT_EQ(kind.examples.size(), 3U);
  for (const Position& example : kind.examples) {
    EXPECT_TRUE(parents(geometry_of(table_), example).empty()) << example;
    EXPECT_FALSE(is_over(geometry_of(table_), example)) << example;
  }
}

TEST_F(On4x4, FewestCubes) {
  const std::map<std::string, Kind> kinds = kinds_of(table_);
  EXPECT_EQ(kinds.at("won_with_fewest_cubes").examples, std::vector<Position>{{}});
  EXPECT_EQ(kinds.at("won_with_equal_cubes").examples, std::vector<Position>{{}});
  // The first player wins, so after her best move the other has lost.
  ASSERT_FALSE(kinds.at("lost_with_fewest_cubes").examples.empty());
  for (const Position& example : kinds.at("lost_with_fewest_cubes").examples) {
    EXPECT_EQ(std::popcount(example.occupied()), 1) << example;
    EXPECT_EQ(table_.probe(example).outcome, Outcome::loss) << example;
  }
  for (const Position& example : kinds.at("lost_with_equal_cubes").examples) {
    EXPECT_EQ(table_.probe(example).outcome, Outcome::loss) << example;
    EXPECT_EQ(std::popcount(example.cubes(Player::x)), std::popcount(example.cubes(Player::o))) << example;
  }
  const Kind& in_one = kinds.at("lost_in_one");
  EXPECT_EQ(in_one.count, 528U);
  ASSERT_EQ(in_one.examples.size(), 3U);
  for (const Position& example : in_one.examples)
    EXPECT_EQ(table_.probe(example), (Value{Outcome::loss, 1})) << example;
}

TEST(Interest, KindsWithoutPositionsAreLeftOut) {
  const std::map<std::string, Kind> kinds = kinds_of(solve_in_memory(parse_rules("3x3")));
  EXPECT_FALSE(kinds.contains("drawn_with_fewest_cubes"));
  EXPECT_FALSE(kinds.contains("draws_that_come_back"));
  EXPECT_TRUE(kinds.contains("lost_in_one"));
}

// The paper: 8 positions lose in 22.
TEST_F(On4x4, TheLongestGames) {
  const std::map<std::string, Kind> kinds = kinds_of(table_);
  EXPECT_EQ(kinds.at("longest_loss").count, 8U);
  EXPECT_EQ(kinds.at("longest_loss").examples, std::vector{position("4/1OOX/4/XO2 x")});
  EXPECT_EQ(table_.probe(kinds.at("longest_win").examples.at(0)), (Value{Outcome::win, 21}));
}

class InterestOn : public testing::TestWithParam<Rules> {};

TEST_P(InterestOn, IsTheSameWithoutDistances) {
  const TemporaryDirectory directory;
  solve::Options options;
  options.metric = Metric::outcome;
  options.directory = directory.path();
  solve::solve(Geometry(GetParam()), options);
  std::map<std::string, Kind> kinds = kinds_of(solve_in_memory(GetParam()));
  for (const char* by_distance : {"longest_win", "longest_loss"}) EXPECT_EQ(kinds.erase(by_distance), 1U);
  const std::map<std::string, Kind> without = kinds_of(Table::open(directory.path()));
  ASSERT_EQ(without.size(), kinds.size());
  for (const auto& [name, kind] : kinds) {
    EXPECT_EQ(without.at(name).count, kind.count) << name;
    EXPECT_EQ(without.at(name).examples, kind.examples) << name;
  }
}

/// Every position with X to move, from the rules of the slow twin and the table's values.
TEST_P(InterestOn, CountsAreThoseOfALookAtEveryPosition) {
  const Table table = solve_in_memory(GetParam());
  const slow::Game game = slow_game(GetParam());
  const auto images = [&](const slow::Position& position) {
    const std::vector<slow::Board> boards = game.images(position.board);
    return std::set<slow::Board>(boards.begin(), boards.end());
  };
  const auto outcome = [&](const slow::Position& position) {
    return table.outcome(from_slow(GetParam(), position));
  };
  std::map<std::string, std::uint64_t> expected;
  for (const Position& position : all_positions(GetParam())) {
    const slow::Position twin = to_slow(GetParam(), position);
    if (position.to_move != Player::x || game.winner(twin) != '.') continue;
    const std::vector<slow::Position> moves = game.children(twin);
    if (table.probe(position) == Value{Outcome::loss, 1}) ++expected["lost_in_one"];
    if (game.parents(twin).empty() && has_o_on_border(game, twin.board)) ++expected["without_parent"];
    if (outcome(twin) != Outcome::draw) continue;
    const std::set<slow::Board> wanted = images(twin);
    expected["draws_that_come_back"] += std::ranges::all_of(moves, [&](const slow::Position& move) {
      return outcome(move) == Outcome::win ||
             std::ranges::any_of(game.children(move),
                                 [&](const slow::Position& reply) { return wanted.contains(reply.board); });
    });
  }
  const std::map<std::string, Kind> kinds = kinds_of(table);
  for (const char* name : {"lost_in_one", "without_parent", "draws_that_come_back"}) {
    const auto kind = kinds.find(name);
    EXPECT_EQ(kind == kinds.end() ? 0 : kind->second.count, expected[name]) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, InterestOn,
                         testing::Values(parse_rules("3x3"), parse_rules("2x5"), parse_rules("3x4"),
                                         parse_rules("3x4-line4"), parse_rules("3x4-double-wins")),
                         test_name);

}  // namespace
}  // namespace quixo::study
