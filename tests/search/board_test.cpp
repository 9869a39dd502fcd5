// SPDX-License-Identifier: MIT
#include "search/board.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "game/play.h"
#include "quixo/rules.h"
#include "tests/search/support.h"

namespace quixo::search {
namespace {

/// Calls check(boards) with as many words as the rules need.
template <class Check>
void with_boards(const Geometry& geometry, Check&& check) {
  const std::size_t words = (geometry.lines().size() + lines_per_word - 1) / lines_per_word;
  ASSERT_LE(words, 8U);
  if (words == 1)
    check(Boards<1>(geometry));
  else if (words == 2)
    check(Boards<2>(geometry));
  else if (words == 3)
    check(Boards<3>(geometry));
  else if (words <= 6)
    check(Boards<6>(geometry));
  else
    check(Boards<8>(geometry));
}

class BoardTest : public testing::TestWithParam<const char*> {
 protected:
  Geometry geometry_{parse_rules(GetParam())};
  std::mt19937_64 random_{1};
};

TEST_P(BoardTest, FindsLinesAndHowFarTheyAre) {
  with_boards(geometry_, [&](const auto& boards) {
    for (int i = 0; i < 2'000; ++i) {
      const Cells cells = random_position(geometry_, random_).cubes(Player::x);
      EXPECT_EQ(boards.has_line(cells), geometry_.has_line(cells));
      for (const int missing : {0, 1}) {
        const auto found = boards.lines_short_of(boards.counts(cells), missing);
        for (std::size_t line = 0; line < geometry_.lines().size(); ++line) {
          const bool is_found = (found.word[line / 12] >> (5 * (line % 12) + 4) & 1) != 0;
          const int lacking = std::popcount(geometry_.lines()[line] & ~cells);
          ASSERT_EQ(is_found, lacking <= missing);
        }
      }
    }
  });
}

TEST_P(BoardTest, MakesEveryMoveOnce) {
  with_boards(geometry_, [&](const auto& boards) {
    for (int i = 0; i < 2'000; ++i) {
      const Position position = random_open_position(geometry_, random_);
      std::set<Bits> expected;
      for (const Position child : children(geometry_, position)) expected.insert(board_of(child));
      std::set<Bits> found;
      std::size_t made = 0;
      const Board board = board_of(position);
      const auto collect = [&](Board child, std::size_t, Cell) {
        found.insert(turned(child));
        ++made;
        return false;
      };
      EXPECT_FALSE(boards.any_move(board, boards.moves(board), collect));
      ASSERT_EQ(found, expected);
      ASSERT_LE(made, children(geometry_, position).size());
    }
  });
}

TEST_P(BoardTest, KnowsWhatIsWonAtOnce) {
  with_boards(geometry_, [&](const auto& boards) {
    int won = 0;
    for (int i = 0; i < 5'000; ++i) {
      const Position position = random_open_position(geometry_, random_);
      const bool expected = any_child(geometry_, position, [&](const Slide&, Position child) {
        return winner(geometry_, child) == position.to_move;
      });
      ASSERT_EQ(boards.wins_at_once(board_of(position)), expected);
      won += expected;
    }
    EXPECT_GT(won, 0);
  });
}

INSTANTIATE_TEST_SUITE_P(Rules, BoardTest,
                         testing::Values("5x5", "5x5-double-wins", "5x5-line4", "5x5-line3-double-wins",
                                         "5x5-line2", "4x4", "4x4-double-wins", "4x5", "5x4-line3", "3x3",
                                         "3x3-double-wins", "3x8-line7", "2x12-line12", "12x2", "2x2", "5x6",
                                         "5x6-line2", "4x7-line3", "3x10", "2x15-line4", "15x2"),
                         name_of_rules);

/// A row of equal cubes along the border leads to one position for each of its ends.
TEST(Board, LeavesOutMovesThatLeadToTheSame) {
  const Geometry geometry(parse_rules("5x5"));
  const Boards<1> boards(geometry);
  const MoveSet moves = boards.moves(0);
  int count = 0;
  for (const Cells taken : moves) count += std::popcount(taken);
  // Two for each of the four edges, and two for each of the six rows and columns between them.
  EXPECT_EQ(count, 20);
}

}  // namespace
}  // namespace quixo::search
