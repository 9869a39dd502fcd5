// SPDX-License-Identifier: MIT
//
// The functions of quixo/move.h, by the laws of the game alone: nothing behind the public headers is
// included.
#include "quixo/move.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

#include "tests/public/support.h"

namespace quixo {
namespace {

TEST(PublicMove, MovesLeadToPositionsWhoseParentsTheyAre) {
  std::mt19937_64 random(1);
  for (const Rules& rules : some_rules())
    for (int i = 0; i < 40; ++i) {
      const Position position = random_position(random, rules);
      const std::vector<Move> moves = legal_moves(rules, position);
      EXPECT_EQ(moves.empty(), winner(rules, position).has_value()) << rules << ' ' << position;
      for (const Move& move : moves) {
        const Position child = play(rules, position, move);
        EXPECT_EQ(child.to_move, other(position.to_move));
        EXPECT_TRUE(std::ranges::count(parents(rules, child), position) > 0) << rules << ' ' << position;
      }
      for (const Position& parent : parents(rules, position)) {
        EXPECT_FALSE(winner(rules, parent));
        const std::vector<Move> from = legal_moves(rules, parent);
        EXPECT_TRUE(std::ranges::any_of(
            from, [&](const Move& move) { return play(rules, parent, move) == position; }));
      }
    }
}

TEST(PublicMove, SymmetricPositionsHaveOneLeast) {
  std::mt19937_64 random(2);
  for (const Rules& rules : some_rules())
    for (int i = 0; i < 40; ++i) {
      const Position position = random_position(random, rules);
      const std::vector<Position> images = symmetric_positions(rules, position);
      EXPECT_EQ(images.size(), rules.rows == rules.cols ? 8U : 4U);
      EXPECT_EQ(images.front(), position);
      EXPECT_EQ(canonical(rules, position), std::ranges::min(images));
      for (const Position& image : images) {
        EXPECT_EQ(canonical(rules, image), canonical(rules, position));
        EXPECT_EQ(winner(rules, image), winner(rules, position));
        EXPECT_EQ(legal_moves(rules, image).size(), legal_moves(rules, position).size());
      }
    }
}

/// The game is over where there is a line, and each player may have made one for the other.
TEST(PublicMove, TheRulesSayWhoWinsADoubleLine) {
  const Position both = parse_position(parse_rules("3x3"), "XXX/3/OOO x");
  EXPECT_EQ(winner(parse_rules("3x3"), both), Player::x);  // O moved last, and so made both
  EXPECT_EQ(winner(parse_rules("3x3-double-wins"), both), Player::o);
  EXPECT_EQ(winner(parse_rules("3x3"), {}), std::nullopt);
}

/// A thread keeps what follows from the rules it asked about last; that must not show.
TEST(PublicMove, RulesMayAlternateBetweenCalls) {
  const std::vector<Rules> all = some_rules();
  std::vector<std::vector<Move>> first_moves;
  first_moves.reserve(all.size());
  for (const Rules& rules : all) first_moves.push_back(legal_moves(rules, {}));
  EXPECT_EQ(first_moves.back().size(), 86U) << to_string(all.back());
  const auto ask_in_turn = [&] {
    for (int round = 0; round < 20; ++round)
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(legal_moves(all[i], {}), first_moves[i]);
        const std::string text = to_string(all[i], first_moves[i].front());
        EXPECT_EQ(parse_move(all[i], text), first_moves[i].front());
        EXPECT_EQ(parse_position(all[i], to_string(all[i], Position{})), Position{});
      }
  };
  std::vector<std::thread> threads;
  threads.reserve(3);
  for (int thread = 0; thread < 3; ++thread) threads.emplace_back(ask_in_turn);
  ask_in_turn();
  for (std::thread& thread : threads) thread.join();
}

TEST(PublicMove, RulesMayBeTheOnesThatTheLastCallWasAskedWith) {
  Rules rules = parse_rules("3x3");
  EXPECT_EQ(legal_moves(rules, {}).size(), 20U);
  rules = parse_rules("4x4");  // the same object, other rules
  EXPECT_EQ(legal_moves(rules, {}).size(), 32U);
}

TEST(PublicMove, ImpossiblePositionsAreRefusedByAll) {
  const Rules rules = parse_rules("3x3");
  for (const auto& [bits, what] :
       {std::pair{both_halves(1), "the position has cubes of both players on c1"},
        std::pair{half_of(Player::x, 1U << 9), "the position has cubes outside the 3x3 board"},
        std::pair{half_of(Player::o, 1U << 31), "the position has cubes outside the 3x3 board"}}) {
    const Position position{bits, Player::x};
    EXPECT_EQ(message_of([&] { winner(rules, position); }), what);
    EXPECT_EQ(message_of([&] { legal_moves(rules, position); }), what);
    EXPECT_EQ(message_of([&] { play(rules, position, Move{8, 6}); }), what);
    EXPECT_EQ(message_of([&] { parents(rules, position); }), what);
    EXPECT_EQ(message_of([&] { symmetric_positions(rules, position); }), what);
    EXPECT_EQ(message_of([&] { canonical(rules, position); }), what);
    EXPECT_EQ(message_of([&] { to_string(rules, position); }), what);
    EXPECT_EQ(message_of([&] { diagram(rules, position); }), what);
  }
}

TEST(PublicMove, ImpossibleMovesAreRefused) {
  const Rules rules = parse_rules("3x3");
  const auto refusal = [&](int taken, int inserted) {
    return message_of([&] {
      play(rules, {}, Move{static_cast<std::int8_t>(taken), static_cast<std::int8_t>(inserted)});
    });
  };
  EXPECT_EQ(refusal(8, 6), "no error");
  EXPECT_EQ(refusal(9, 6), "there is no cell 9 on the 3x3 board");
  EXPECT_EQ(refusal(8, -1), "there is no cell -1 on the 3x3 board");
  EXPECT_EQ(refusal(4, 8), "b2 is not on the border");
  EXPECT_EQ(refusal(8, 8), "a3 cannot go back in at a3: the cube must move");
  EXPECT_EQ(refusal(8, 4), "b2 is not an end of a3's row or column");
  EXPECT_EQ(message_of([&] { to_string(rules, Move{8, 9}); }), "there is no cell 9 on the 3x3 board");
  EXPECT_EQ(to_string(rules, Move{4, 8}), "b2a3") << "text says what is wrong with it, and is no judge";
}

TEST(PublicMove, ImpossibleRulesAreRefused) {
  for (const Rules& rules : {Rules{1, 5, 5}, Rules{7, 5, 5}, Rules{5, 5, 6}, Rules{5, 5, 1}})
    EXPECT_THROW(legal_moves(rules, {}), Error) << rules.rows << 'x' << rules.cols;
  EXPECT_EQ(legal_moves(parse_rules("5x5"), {}).size(), 44U) << "and do no harm to those asked about next";
}

}  // namespace
}  // namespace quixo
