// SPDX-License-Identifier: MIT
//
// Puzzles against the table: what is said to be the only right move is.
#include "play/puzzle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/play/support.h"

namespace quixo {
namespace {

using namespace std::chrono_literals;

PuzzleLimits patience() { return {std::chrono::steady_clock::now() + 60s, {}}; }

/// The positions that moves lead to, but for symmetries.
std::set<Position> images_of(const Geometry& geometry, Position position, const std::vector<Move>& moves) {
  std::set<Position> images;
  for (const Move& move : moves) images.insert(canonical(geometry, play(geometry, position, move)));
  return images;
}

/// Checks what holds for puzzles of all kinds: one move is right, and others are not.
void expect_sound(const Geometry& geometry, const Puzzle& puzzle) {
  const Position position = puzzle.position.position;
  EXPECT_FALSE(is_over(geometry, position));
  ASSERT_FALSE(puzzle.right.empty());
  EXPECT_EQ(images_of(geometry, position, puzzle.right).size(), 1U);
  EXPECT_LT(puzzle.right.size(), puzzle.position.moves.size());
}

/// The moves of a position that are worth one of these outcomes.
std::vector<Move> moves_worth(const Table& table, Position position, const std::set<Outcome>& outcomes) {
  std::vector<Move> found;
  for (const MoveValue& move : table.moves(position))
    if (outcomes.contains(move.value.outcome)) found.push_back(move.move);
  std::ranges::sort(found);
  return found;
}

std::vector<Move> sorted(std::vector<Move> moves) {
  std::ranges::sort(moves);
  return moves;
}

class Puzzles : public testing::Test {
 protected:
  static void SetUpTestSuite() { kept = new Table(solved("4x4")); }
  static void TearDownTestSuite() { delete kept; }
  static const Table& table() { return *kept; }

 private:
  static inline const Table* kept = nullptr;
};

TEST_F(Puzzles, HaveOneMoveThatWins) {
  const Knowledge knowledge(table());
  const std::pair<PuzzleKind, std::pair<int, int>> kinds[] = {
      {PuzzleKind::near, {1, 3}}, {PuzzleKind::longer, {5, 7}}, {PuzzleKind::far, {9, 21}}};
  for (const auto& [kind, distances] : kinds)
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      SCOPED_TRACE(puzzle_name(kind));
      const std::optional<Puzzle> puzzle = find_puzzle(knowledge, kind, seed, patience());
      ASSERT_TRUE(puzzle);
      expect_sound(knowledge.geometry(), *puzzle);
      const Position position = puzzle->position.position;
      const Value value = table().probe(position);
      EXPECT_EQ(value.outcome, Outcome::win);
      EXPECT_GE(value.distance, distances.first);
      EXPECT_LE(value.distance, distances.second);
      EXPECT_EQ(sorted(puzzle->right), moves_worth(table(), position, {Outcome::win}));
    }
}

TEST_F(Puzzles, HaveOneMoveThatDoesNotLose) {
  const Knowledge knowledge(table());
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const std::optional<Puzzle> puzzle = find_puzzle(knowledge, PuzzleKind::only, seed, patience());
    ASSERT_TRUE(puzzle);
    expect_sound(knowledge.geometry(), *puzzle);
    const Position position = puzzle->position.position;
    EXPECT_EQ(table().outcome(position), Outcome::draw);
    EXPECT_EQ(sorted(puzzle->right), moves_worth(table(), position, {Outcome::draw}));
  }
}

TEST_F(Puzzles, HaveOneTrapThatStandsOut) {
  const Knowledge knowledge(table());
  const auto holding = [&](Position position) {
    return moves_worth(table(), position, {table().moves(position).front().value.outcome}).size();
  };
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const std::optional<Puzzle> puzzle = find_puzzle(knowledge, PuzzleKind::trap, seed, patience());
    ASSERT_TRUE(puzzle);
    expect_sound(knowledge.geometry(), *puzzle);
    const Position position = puzzle->position.position;
    EXPECT_EQ(table().outcome(position), Outcome::draw);
    const std::size_t fewest = holding(play(knowledge.geometry(), position, puzzle->right.front()));
    for (const Move& move : moves_worth(table(), position, {Outcome::draw})) {
      const bool is_right = std::ranges::find(puzzle->right, move) != puzzle->right.end();
      const std::size_t replies = holding(play(knowledge.geometry(), position, move));
      EXPECT_TRUE(is_right ? replies == fewest : replies > fewest);
    }
  }
}

TEST_F(Puzzles, AreTheSameForTheSameSeedAndVary) {
  const Knowledge knowledge(table());
  std::set<Position> found;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 1U})
    found.insert(find_puzzle(knowledge, PuzzleKind::near, seed, patience())->position.position);
  EXPECT_GE(found.size(), 3U);
  EXPECT_LE(found.size(), 4U);
}

/// What a search cannot see, it does not say: but what it says of near ends is what the table says.
TEST_F(Puzzles, AreFoundWithoutATable) {
  const Knowledge knowledge(parse_rules("4x4"));
  for (const PuzzleKind kind : all_puzzle_kinds) {
    SCOPED_TRACE(puzzle_name(kind));
    const std::optional<Puzzle> puzzle = find_puzzle(knowledge, kind, 1, patience());
    ASSERT_TRUE(puzzle);
    expect_sound(knowledge.geometry(), *puzzle);
    const Position position = puzzle->position.position;
    const bool wins = kind != PuzzleKind::only && kind != PuzzleKind::trap;
    EXPECT_EQ(puzzle->position.known.outcome == Outcome::win, wins);
    if (wins) {
      EXPECT_EQ(puzzle->position.known.distance, table().probe(position).distance);
    }
    for (const MoveValue& move : table().moves(position)) {
      const bool is_right = std::ranges::find(puzzle->right, move.move) != puzzle->right.end();
      if (wins && is_right) {
        EXPECT_EQ(move.value.outcome, Outcome::win);
      }
      if (wins && !is_right) {
        EXPECT_TRUE(move.value.outcome != Outcome::win || move.value.distance > 12);
      }
      if (kind == PuzzleKind::only && !is_right) {
        EXPECT_EQ(move.value.outcome, Outcome::loss);
      }
    }
  }
}

TEST_F(Puzzles, AreFoundWithOutcomesAlone) {
  const OutcomeTable outcomes("4x4");
  const Knowledge knowledge(outcomes.table);
  for (const PuzzleKind kind : all_puzzle_kinds) {
    SCOPED_TRACE(puzzle_name(kind));
    const std::optional<Puzzle> puzzle = find_puzzle(knowledge, kind, 1, patience());
    ASSERT_TRUE(puzzle);
    expect_sound(knowledge.geometry(), *puzzle);
    const bool wins = kind != PuzzleKind::only && kind != PuzzleKind::trap;
    EXPECT_EQ(table().outcome(puzzle->position.position), wins ? Outcome::win : Outcome::draw);
  }
}

TEST(Puzzle, IsNotLookedForWhereThereIsNone) {
  const Knowledge knowledge(solved("3x3"));  // all is decided, in 8 moves at the most
  const auto begin = std::chrono::steady_clock::now();
  for (const PuzzleKind kind : {PuzzleKind::far, PuzzleKind::only, PuzzleKind::trap})
    EXPECT_FALSE(find_puzzle(knowledge, kind, 1, patience())) << puzzle_name(kind);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
  EXPECT_TRUE(find_puzzle(knowledge, PuzzleKind::near, 1, patience()));
}

TEST(Puzzle, IsNotLookedForLongerThanWanted) {
  const Knowledge knowledge(solved("3x3"));
  EXPECT_FALSE(find_puzzle(knowledge, PuzzleKind::near, 1, {std::chrono::steady_clock::now(), {}}));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(find_puzzle(knowledge, PuzzleKind::near, 1,
                           {std::chrono::steady_clock::now() + 60s, stop.get_token()}));
}

}  // namespace
}  // namespace quixo
