// SPDX-License-Identifier: MIT
//
// Moves counted for whole bitmaps against a look at every child of every position.
#include "study/move_counts.h"

#include <gtest/gtest.h>

#include "game/play.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "solve/solver.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::study {
namespace {

std::vector<ValueSet> some_sets() {
  return {ValueSet().add(Outcome::loss), ValueSet().add(Outcome::loss).add(Outcome::draw),
          ValueSet().add(Outcome::win, {.least = 3}), ValueSet()};
}

int slow_count(const Table& table, const ValueSet& set, Position position) {
  int count = 0;
  for (const Position& child : children(geometry_of(table), position))
    if (set.holds(table.probe(child))) ++count;
  return count;
}

/// Compares all open positions of a layer; returns how many moves were counted.
int expect_layer(const Table& table, MoveCounts& counts, int layer, int worker) {
  const Layout& layout = layout_of(table);
  const std::vector<ValueSet> sets = some_sets();
  int moves = 0;
  for (std::uint32_t bitmap = 0; bitmap < layout.occupancies(layer).size(); ++bitmap) {
    counts.count(layer, bitmap, worker);
    for (std::uint32_t bit = 0; bit < 1U << layer; ++bit) {
      const Position position = layout.position(layer, bitmap, bit);
      if (is_over(geometry_of(table), position)) continue;
      for (std::size_t set = 0; set < sets.size(); ++set) {
        const int expected = slow_count(table, sets[set], position);
        EXPECT_EQ(counts.into(set, bit, worker), expected) << position << ' ' << set;
        moves += expected;
      }
    }
  }
  return moves;
}

class MoveCountsOn : public testing::TestWithParam<Rules> {};

// Layers of less than a word and of several words, two layers after each other by one worker, and back.
TEST_P(MoveCountsOn, AreThoseOfEveryChild) {
  const Table table = solve_in_memory(GetParam());
  MoveCounts counts(table, some_sets(), 2);
  int moves = 0;
  for (int layer = 0; layer <= GetParam().cells(); ++layer)
    moves += expect_layer(table, counts, layer, layer % 2);
  expect_layer(table, counts, 1, 0);
  EXPECT_GT(moves, 0);
}

// A table on disk gives several bitmaps in one piece.
TEST_P(MoveCountsOn, AreTheSameFromDisk) {
  const TemporaryDirectory directory;
  solve::Options options;
  options.directory = directory.path();
  solve::solve(Geometry(GetParam()), options);
  const Table table = Table::open(directory.path());
  MoveCounts counts(table, some_sets(), 1);
  for (int layer = GetParam().cells(); layer >= 0; --layer) expect_layer(table, counts, layer, 0);
}

INSTANTIATE_TEST_SUITE_P(Boards, MoveCountsOn,
                         testing::Values(parse_rules("2x2"), parse_rules("3x3"), parse_rules("2x4-line3"),
                                         parse_rules("3x3-double-wins")),
                         test_name);

TEST(MoveCounts, OfWorkersAreApart) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  MoveCounts counts(table, some_sets(), 2);
  counts.count(3, 0, 0);
  counts.count(3, 1, 1);
  const Layout& layout = layout_of(table);
  for (int worker = 0; worker < 2; ++worker)
    for (std::uint32_t bit = 0; bit < 8; ++bit) {
      const Position position = layout.position(3, static_cast<std::uint32_t>(worker), bit);
      if (!is_over(geometry_of(table), position)) {
        EXPECT_EQ(counts.into(1, bit, worker), slow_count(table, some_sets()[1], position));
      }
    }
}

}  // namespace
}  // namespace quixo::study
