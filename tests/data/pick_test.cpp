// SPDX-License-Identifier: MIT
#include "data/pick.h"

#include <gtest/gtest.h>

#include <set>

#include "game/play.h"
#include "probe/source.h"
#include "quixo/open.h"

namespace quixo::data {
namespace {

std::vector<Row> picked(const Table& table, const Picking& picking, int threads = 2) {
  std::vector<Row> rows;
  const std::uint64_t count =
      pick(table, picking, {.threads = threads}, [&](const Row& row) { rows.push_back(row); });
  EXPECT_EQ(count, rows.size());
  return rows;
}

TEST(Pick, SaysWhatTheTableSays) {
  const Table table = solve_in_memory(parse_rules("3x4"));
  const Geometry& geometry = geometry_of(table);
  for (const From from : {From::games, From::uniform})
    for (const Row& row : picked(table, {.from = from, .positions = 5000})) {  // more than a batch
      ASSERT_EQ(row.position.to_move, Player::x);
      ASSERT_FALSE(is_over(geometry, row.position));
      ASSERT_EQ(row.value, table.probe(row.position));
      const std::vector<MoveValue> moves = table.moves(row.position);
      std::size_t legal = 0;
      for (std::size_t i = 0; i < row.moves.size(); ++i) {
        const auto move = std::ranges::find(moves, geometry.slides()[i].move,
                                            [](const MoveValue& each) { return each.move; });
        ASSERT_EQ(row.moves[i].has_value(), move != moves.end());
        if (!row.moves[i]) continue;
        ASSERT_EQ(*row.moves[i], move->value);
        ++legal;
      }
      ASSERT_EQ(legal, moves.size());
    }
}

bool same(const Row& one, const Row& two) {
  return one.position == two.position && one.value == two.value && one.game == two.game &&
         one.ply == two.ply && one.moves == two.moves;
}

TEST(Pick, DependsOnTheSeedAndNotOnThreads) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  for (const From from : {From::games, From::uniform})
    for (const bool distinct : {false, true}) {
      const Picking picking{.from = from, .positions = 700, .seed = 5, .distinct = distinct};
      const std::vector<Row> one = picked(table, picking, 1);
      EXPECT_EQ(one.size(), 700U);
      EXPECT_TRUE(std::ranges::equal(one, picked(table, picking, 3), same));
      Picking other = picking;
      other.seed = 6;
      EXPECT_FALSE(std::ranges::equal(one, picked(table, other, 1), same));
    }
}

/// Every position follows from the one before.
TEST(Pick, OfGamesIsGames) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  const std::vector<Row> rows = picked(table, {.positions = 500});
  std::set<std::uint64_t> games;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (games.insert(rows[i].game).second) {
      EXPECT_EQ(rows[i].ply, 0);
      EXPECT_EQ(rows[i].position, Position{});
      continue;
    }
    EXPECT_EQ(rows[i].game, rows[i - 1].game);
    EXPECT_EQ(rows[i].ply, rows[i - 1].ply + 1);
    const std::vector<Position> after = children(geometry_of(table), rows[i - 1].position);
    EXPECT_NE(std::ranges::find(after, swap_colours(rows[i].position)), after.end());
  }
  EXPECT_GT(games.size(), 10U);
}

TEST(Pick, OfDistinctPositionsEndsWhenThereAreNoMore) {
  const Table table = solve_in_memory(parse_rules("2x2"));
  const std::vector<Row> rows = picked(table, {.from = From::uniform, .positions = 1000, .distinct = true});
  std::set<Position> classes;
  for (const Row& row : rows) classes.insert(canonical(geometry_of(table), row.position));
  EXPECT_EQ(classes.size(), rows.size());
  // All open positions of 2x2, counted the plain way.
  std::set<Position> all;
  for (Cells x = 0; x < 16; ++x)
    for (Cells o = 0; o < 16; ++o)
      if (const Position position = make_position(x, o, Player::x);
          (x & o) == 0 && !is_over(geometry_of(table), position))
        all.insert(canonical(geometry_of(table), position));
  EXPECT_EQ(classes, all);
}

TEST(Pick, StopsWhenTold) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  std::stop_source stop;
  std::uint64_t seen = 0;
  const auto take = [&](const Row&) {
    if (++seen == 100) stop.request_stop();
  };
  EXPECT_THROW(pick(table, {.positions = 1'000'000}, {.threads = 2, .stop = stop.get_token()}, take),
               Interrupted);
}

}  // namespace
}  // namespace quixo::data
