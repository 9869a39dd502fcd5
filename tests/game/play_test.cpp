// SPDX-License-Identifier: MIT
//
// The game's own laws, beside the twin's opinion: moves and un-moves mirror each other, play() accepts
// exactly the legal moves and says why it refuses the others, and a line ends the game.
#include "game/play.h"

#include "game/notation.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

void check_children_and_parents_mirror(const Geometry& geometry, Position position) {
  const auto after = children(geometry, position);
  for (const Position child : after)
    ASSERT_EQ(std::ranges::count(after, child), std::ranges::count(parents(geometry, child), position));
  const auto before = parents(geometry, position);
  for (const Position parent : before)
    ASSERT_EQ(std::ranges::count(before, parent), std::ranges::count(children(geometry, parent), position));
}

class PlayOnSmallBoards : public testing::TestWithParam<Rules> {};

TEST_P(PlayOnSmallBoards, ChildrenAndParentsMirrorEachOtherEverywhere) {
  const Geometry geometry(GetParam());
  for (const Position position : all_positions(GetParam())) {
    check_children_and_parents_mirror(geometry, position);
    ASSERT_FALSE(HasFatalFailure()) << position;
  }
}

TEST_P(PlayOnSmallBoards, ALineIsOnlyCompletedWhereItMayBe) {
  const Geometry geometry(GetParam());
  for (const Position position : all_positions(GetParam())) {
    if (is_over(geometry, position) || may_complete_line(geometry, position)) continue;
    ASSERT_FALSE(any_child(geometry, position, [&](const Slide&, Position child) {
      return geometry.has_line(child.cubes(position.to_move));
    })) << position;
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, PlayOnSmallBoards, testing::ValuesIn(all_rules(9)), test_name);

TEST(Play, ChildrenAndParentsMirrorEachOtherOnEveryBoard) {
  std::mt19937_64 random(11);
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    for (int i = 0; i < 50; ++i) {
      const Position position = random_position(random, rules);
      check_children_and_parents_mirror(geometry, position);
      ASSERT_FALSE(HasFatalFailure()) << to_string(rules) << ' ' << position;
    }
  }
}

/// Lines that are shorter than the board are pushed along, too.
TEST(Play, ALineIsOnlyCompletedWhereItMayBeOnEveryBoard) {
  std::mt19937_64 random(5);
  int completed = 0;
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    for (int i = 0; i < 200; ++i) {
      const Position position = random_position(random, rules);
      if (is_over(geometry, position)) continue;
      const bool completes = any_child(geometry, position, [&](const Slide&, Position child) {
        return geometry.has_line(child.cubes(position.to_move));
      });
      completed += completes ? 1 : 0;
      ASSERT_TRUE(may_complete_line(geometry, position) || !completes) << to_string(rules) << position;
    }
  }
  EXPECT_GT(completed, 1000);
}

TEST(Play, UndoGivesBackThePositionBefore) {
  std::mt19937_64 random(13);
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    for (int i = 0; i < 20; ++i) {
      const Position before = random_position(random, rules);
      const Player player = before.to_move;
      for (const Slide& slide : geometry.slides()) {
        if (before.cubes(other(player)) & slide.taken()) continue;
        const bool was_own = before.cubes(player) & slide.taken();
        const Bits after = slide.apply(before.bits, player);
        ASSERT_EQ(was_own ? slide.undo_own(after, player) : slide.undo_blank(after), before.bits)
            << to_string(rules) << ' ' << move_name(geometry, slide.move);
      }
    }
  }
}

TEST(Play, AcceptsExactlyTheLegalMoves) {
  std::mt19937_64 random(17);
  for (const Rules& rules :
       {Rules{3, 3, 3}, Rules{4, 5, 4}, Rules{5, 5, 5}, Rules{2, 12, 2}, Rules{12, 2, 12}}) {
    const Geometry geometry(rules);
    for (int i = 0; i < 20; ++i) {
      const Position position = random_position(random, rules);
      std::vector<Move> accepted;
      std::vector<Position> reached;
      for (Cell taken = rules.cells() - 1; taken >= 0; --taken)
        for (Cell inserted = 0; inserted < rules.cells(); ++inserted) {
          const Move move{static_cast<std::int8_t>(taken), static_cast<std::int8_t>(inserted)};
          try {
            reached.push_back(play(geometry, position, move));
            accepted.push_back(move);
          } catch (const Error&) {
          }
        }
      auto legal = legal_moves(geometry, position);
      std::ranges::sort(legal);
      std::ranges::sort(accepted);
      ASSERT_EQ(accepted, legal) << to_string(rules) << ' ' << position;
      ASSERT_EQ(sorted(reached), sorted(children(geometry, position)));
    }
  }
}

std::string refusal(std::string_view position, std::string_view move) {
  const Geometry geometry(rules_for_position(position));
  return message_of([&] { play(geometry, parse_position(geometry, position), parse_move(geometry, move)); });
}

TEST(Play, SaysWhyAMoveIsRefused) {
  EXPECT_EQ(refusal("5/5/5/5/5 x", "c3c5"), "c3 is not on the border");
  EXPECT_EQ(refusal("O4/5/5/5/5 x", "a5e5"), "a5 holds the opponent's cube");
  EXPECT_EQ(refusal("X4/5/5/5/5 o", "a5e5"), "a5 holds the opponent's cube");
  EXPECT_EQ(refusal("5/5/5/5/5 x", "a5e4"), "e4 is not an end of a5's row or column");
  EXPECT_EQ(refusal("5/5/5/5/5 x", "a5c5"), "c5 is not an end of a5's row or column");
  EXPECT_EQ(refusal("5/5/5/5/5 x", "a5a5"), "a5 cannot go back in at a5: the cube must move");
  EXPECT_EQ(refusal("2/2/2/2/2/2/2/2/2/2/2/2 x", "a12b11"), "b11 is not an end of a12's row or column");
  const std::string over = "the game is over: the position holds a line and has no moves";
  EXPECT_EQ(refusal("XXXXX/5/5/5/5 o", "a1e1"), over);
  EXPECT_EQ(refusal("XXXXX/5/5/5/OOOOO x", "a4e4"), over);
}

TEST(Play, ALineEndsTheGameForItsOwnerWhoeverIsToMove) {
  const Geometry geometry(Rules{5, 5, 5});
  for (const char* player : {" x", " o"}) {
    const Position position = parse_position(geometry, std::string("4O/3OX/2OXX/1O3/O4") + player);
    EXPECT_EQ(winner(geometry, position), Player::o);
    EXPECT_TRUE(is_over(geometry, position));
    EXPECT_TRUE(children(geometry, position).empty());
  }
  EXPECT_EQ(winner(geometry, parse_position(geometry, "4O/3OX/2O2/1O3/X4 x")), std::nullopt);
}

TEST(Play, OneMoveCanCompleteTheLinesOfBothPlayers) {
  for (const auto& [name, expected] : {std::pair{"4x4", Player::o}, {"4x4-double-wins", Player::x}}) {
    const Geometry geometry(parse_rules(name));
    const Position before = parse_position(geometry, "XO2/XO2/XO2/O3 x");
    ASSERT_FALSE(is_over(geometry, before));
    const Position after = play(geometry, before, parse_move(geometry, "d1a1"));
    EXPECT_EQ(to_string(geometry, after), "XO2/XO2/XO2/XO2 o");
    EXPECT_EQ(winner(geometry, after), expected) << name;
    EXPECT_EQ(winner(geometry, swap_colours(after)), other(expected)) << name;
  }
}

TEST(Play, AnyAndAllChildrenAgreeWithTheListAndStopEarly) {
  std::mt19937_64 random(37);
  for (const Rules& rules : {Rules{3, 3, 3}, Rules{4, 5, 4}, Rules{5, 5, 5}}) {
    const Geometry geometry(rules);
    for (int i = 0; i < 50; ++i) {
      const Position position = random_position(random, rules);
      if (is_over(geometry, position)) continue;
      const std::vector<Move> moves = legal_moves(geometry, position);
      ASSERT_FALSE(moves.empty());
      for (std::size_t chosen = 0; chosen < moves.size(); ++chosen) {
        std::size_t asked = 0;
        const auto is_chosen = [&](const Slide& slide, Position child) {
          EXPECT_EQ(child, play(geometry, position, slide.move));
          ++asked;
          return slide.move == moves[chosen];
        };
        ASSERT_TRUE(any_child(geometry, position, is_chosen));
        ASSERT_EQ(asked, chosen + 1);
        asked = 0;
        ASSERT_FALSE(all_children(geometry, position, [&](const Slide& slide, Position child) {
          return !is_chosen(slide, child);
        }));
        ASSERT_EQ(asked, chosen + 1);
      }
      EXPECT_FALSE(any_child(geometry, position, [](const Slide&, Position) { return false; }));
      EXPECT_TRUE(all_children(geometry, position, [](const Slide&, Position) { return true; }));
    }
  }
}

TEST(CheckOnBoard, RefusesWhatTheBoardCannotHold) {
  const Geometry geometry(parse_rules("4x4"));
  const auto complaint = [&](Cells x, Cells o) {
    return message_of([&] { check_on_board(geometry, make_position(x, o, Player::x)); });
  };
  EXPECT_EQ(complaint(0, 0), "no error");
  EXPECT_EQ(complaint(0xff00, 0x00ff), "no error");
  EXPECT_EQ(complaint(1U << 16, 0), "the position has cubes outside the 4x4 board");
  EXPECT_EQ(complaint(0, 1U << 31), "the position has cubes outside the 4x4 board");
  EXPECT_EQ(complaint(0b1000, 0b1000), "the position has cubes of both players on a1");
  EXPECT_EQ(complaint(1U << 15 | 1, 1U << 15), "the position has cubes of both players on a4");
  EXPECT_EQ(message_of([&] { check_on_board(geometry, Move{15, 0}); }), "no error");
  EXPECT_EQ(message_of([&] {
              check_on_board(geometry, Move{16, 0});
            }),
            "there is no cell 16 on the 4x4 board");
  EXPECT_EQ(message_of([&] {
              check_on_board(geometry, Move{0, -1});
            }),
            "there is no cell -1 on the 4x4 board");
}

}  // namespace
}  // namespace quixo
