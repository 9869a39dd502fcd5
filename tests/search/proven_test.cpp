// SPDX-License-Identifier: MIT
#include "search/proven.h"

#include <gtest/gtest.h>

#include <random>

namespace quixo::search {
namespace {

constexpr Board a_board = 0x00aa'0000'0000'0155;

TEST(Proven, KnowsNothingAtFirst) {
  const Proven proven(12);
  for (const Board board : {Board{0}, a_board}) {
    const Bounds bounds = proven.find(board);
    EXPECT_EQ(bounds.no_win, 0);
    EXPECT_EQ(bounds.no_loss, 0);
    EXPECT_EQ(bounds.win, Bounds::never);
    EXPECT_EQ(bounds.loss, Bounds::never);
  }
}

TEST(Proven, KeepsBothBoundsUntilOneIsDecided) {
  Proven proven(12);
  proven.update(a_board, [](Bounds& bounds) { bounds.no_win = 7; });
  proven.update(a_board, [](Bounds& bounds) { bounds.no_loss = 8; });
  EXPECT_EQ(proven.find(a_board).no_win, 7);
  EXPECT_EQ(proven.find(a_board).no_loss, 8);
  proven.update(a_board, [](Bounds& bounds) { bounds.win = 11; });
  EXPECT_EQ(proven.find(a_board).no_win, 7);
  EXPECT_EQ(proven.find(a_board).win, 11);
  EXPECT_EQ(proven.find(a_board).no_loss, Bounds::never);
  EXPECT_EQ(proven.find(a_board).loss, Bounds::never);
}

TEST(Proven, KeepsALoss) {
  Proven proven(12);
  proven.update(a_board, [](Bounds& bounds) {
    bounds.no_loss = 38;
    bounds.loss = 40;
  });
  EXPECT_EQ(proven.find(a_board).no_loss, 38);
  EXPECT_EQ(proven.find(a_board).loss, 40);
  EXPECT_EQ(proven.find(a_board).no_win, Bounds::never);
}

TEST(Proven, NeverTakesOnePositionForAnother) {
  Proven proven(Proven::least_size_bits);
  std::mt19937_64 random(1);
  int found = 0;
  for (int i = 0; i < 100'000; ++i) {
    // Of few boards, which come again and again; the cells are all over the largest one.
    const auto cells = static_cast<Cells>(random() % 10'000 * 107'373);
    const Board board = half_of(random() % 2 == 0 ? Player::x : Player::o, cells);
    const int bound = static_cast<int>(1 + board % 60);
    if (const int known = proven.find(board).no_win; known != 0) {
      EXPECT_EQ(known, bound);
      ++found;
    }
    proven.update(board, [&](Bounds& bounds) { bounds.no_win = bound; });
    EXPECT_EQ(proven.find(board).no_win, bound);
  }
  EXPECT_GT(found, 0);
}

TEST(Proven, KeepsWhatReachesFarther) {
  Proven proven(Proven::least_size_bits);
  for (Board board = 1; board <= 100'000; ++board)
    proven.update(board, [&](Bounds& bounds) { bounds.no_win = board <= 2 ? 30 : 5; });
  EXPECT_EQ(proven.find(1).no_win, 30);
  EXPECT_EQ(proven.find(2).no_win, 30);
}

}  // namespace
}  // namespace quixo::search
