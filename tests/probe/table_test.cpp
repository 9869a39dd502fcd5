// SPDX-License-Identifier: MIT
//
// A table against the paper's engine, position by position, and the promises of its moves and lines.
#include "quixo/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <mutex>
#include <random>
#include <stop_token>
#include <tuple>

#include "game/notation.h"
#include "game/play.h"
#include "layout/layout.h"
#include "paper/paper.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "solve/solver.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

/// Every way to fill a board of so many cells, X to move.
std::vector<Position> all_positions(int cells) {
  std::vector<Position> positions{{}};
  for (int cell = 0; cell < cells; ++cell)
    for (std::size_t i = positions.size(); i-- > 0;)
      for (const Player player : {Player::x, Player::o})
        positions.push_back({positions[i].bits | half_of(player, cell_bit(cell)), Player::x});
  return positions;
}

/// In memory, and from disk.
class SmallTable : public testing::TestWithParam<std::tuple<Rules, bool>> {
 protected:
  static Rules rules() { return std::get<0>(GetParam()); }
  Table table() {
    if (!std::get<1>(GetParam())) return solve_in_memory(rules());
    solve::Options options;
    options.directory = directory_.path();
    solve::solve(Geometry(rules()), options);
    return Table::open(directory_.path());
  }

 private:
  const TemporaryDirectory directory_;
};

TEST_P(SmallTable, AgreesWithThePapersEngine) {
  const Table table = this->table();
  const paper::Solution paper = paper::solve(geometry_of(table), {});
  for (const Position& position : all_positions(rules().cells())) {
    ASSERT_EQ(table.probe(position), paper.value(position)) << position;
    ASSERT_EQ(table.probe(swap_colours(position)), paper.value(position)) << position;
  }
}

TEST_P(SmallTable, MovesGiveTheValueOfThePosition) {
  const Table table = this->table();
  for (const Position& position : all_positions(rules().cells())) {
    const std::vector<MoveValue> moves = table.moves(position);
    ASSERT_EQ(moves.size(), legal_moves(geometry_of(table), position).size());
    if (moves.empty()) continue;
    ASSERT_EQ(moves.front().value, table.probe(position)) << position;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      ASSERT_EQ(moves[i].position, play(geometry_of(table), position, moves[i].move));
      ASSERT_EQ(moves[i].value, value_of_move(table.probe(moves[i].position)));
      ASSERT_FALSE(i > 0 && is_better(moves[i].value, moves[i - 1].value));
    }
  }
}

TEST_P(SmallTable, SaysOfManyWhatItSaysOfEach) {
  const Table table = this->table();
  std::vector<Position> positions = all_positions(rules().cells());
  for (std::size_t i = 0; i < positions.size(); i += 2) positions[i] = swap_colours(positions[i]);
  std::ranges::shuffle(positions, std::mt19937_64(1));
  for (const int threads : {0, 1, 3}) {
    std::vector<Value> values(positions.size());
    table.probe_many(positions, values, threads);
    for (std::size_t i = 0; i < positions.size(); ++i)
      ASSERT_EQ(values[i], table.probe(positions[i])) << positions[i];
  }
}

TEST_P(SmallTable, NumbersEveryStoredPosition) {
  const Table table = this->table();
  EXPECT_EQ(table.stored_below(0), 0U);
  EXPECT_EQ(table.stored_below(1), 1U);  // the empty board
  std::uint64_t index = 0;
  for (int cubes = 0; cubes <= rules().cells(); ++cubes) {
    ASSERT_EQ(table.stored_below(cubes), index);
    for (; index < table.stored_below(cubes + 1); ++index) {
      const Position position = table.at(index);
      ASSERT_EQ(std::popcount(position.occupied()), cubes);
      ASSERT_EQ(table.index(position), index);
    }
  }
  for (const Position& position : all_positions(rules().cells())) {
    const Position stored = table.at(table.index(position));
    ASSERT_EQ(canonical(geometry_of(table), stored), canonical(geometry_of(table), position)) << position;
    ASSERT_EQ(table.index(swap_colours(position)), table.index(position));
  }
  EXPECT_THROW(table.at(index), Error);
  EXPECT_THROW(table.stored_below(-1), Error);
  EXPECT_THROW(table.stored_below(rules().cells() + 2), Error);
}

TEST_P(SmallTable, ScansEveryPositionOnce) {
  const Table table = this->table();
  const Layout& layout = layout_of(table);
  OutcomeCounts counts;
  std::mutex mutex;
  for (int layer = 0; layer <= rules().cells(); ++layer)
    source_of(table).scan(layer, 2, {}, [&](const probe::ValueRun& run, int) {
      const std::lock_guard lock(mutex);
      const auto orbit =
          static_cast<std::uint64_t>(layout.orbit_size(layout.occupancies(run.layer)[run.bitmap]));
      for (std::size_t i = 0; i < run.values.size(); ++i) {
        const Position position =
            layout.position(run.layer, run.bitmap, run.first + static_cast<std::uint32_t>(i));
        Value expected = table.probe(position);
        if (std::get<1>(GetParam()) && expected.outcome == Outcome::loss && expected.distance > 0)
          expected.distance = unknown_distance;
        ASSERT_EQ(run.values[i], expected) << position;
        const Outcome outcome = run.values[i].outcome;
        (outcome == Outcome::win    ? counts.win
         : outcome == Outcome::loss ? counts.loss
                                    : counts.draw) += orbit;
      }
    });
  EXPECT_EQ(counts, paper::solve(geometry_of(table), {}).census().totals());
}

INSTANTIATE_TEST_SUITE_P(Boards, SmallTable,
                         testing::Combine(testing::Values(parse_rules("2x2"), parse_rules("3x3"),
                                                          parse_rules("3x3-line2"),
                                                          parse_rules("2x4-double-wins"),
                                                          parse_rules("3x3-double-wins"), parse_rules("2x5")),
                                          testing::Bool()),
                         [](const auto& test) {
                           std::string name = to_string(std::get<0>(test.param)) +
                                              (std::get<1>(test.param) ? "_on_disk" : "_in_memory");
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

class On4x4 : public testing::Test {
 protected:
  static void expect_papers_examples(const Table& table, bool distances) {
    const auto value = [&](const char* text) {
      return table.probe(parse_position(geometry_of(table), text));
    };
    const auto expect = [&](const char* text, Outcome outcome, std::uint16_t distance) {
      EXPECT_EQ(value(text), (Value{outcome, static_cast<std::uint16_t>(distances ? distance : 0)})) << text;
    };
    expect("4/4/4/4 x", Outcome::win, 21);
    expect("4/4/4/4 o", Outcome::win, 21);
    expect("XOOO/OOXO/OXXO/OOOX x", Outcome::loss, 1);
    expect("OXXX/XXOX/XOOX/XXXO o", Outcome::loss, 1);
    expect("2OX/4/XOO1/4 x", Outcome::loss, 22);
    expect(".XX./O.OX/OXXX/OXXO x", Outcome::draw, 0);
  }
};

TEST_F(On4x4, ThePapersExamplesAreInMemory) {
  expect_papers_examples(solve_in_memory(parse_rules("4x4")), true);
}

TEST_F(On4x4, ThePapersExamplesAreOnDisk) {
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    const TemporaryDirectory directory;
    solve::Options options;
    options.metric = metric;
    options.threads = 2;
    options.directory = directory.path();
    const Geometry geometry(parse_rules("4x4"));
    solve::solve(geometry, options);
    const Table table = Table::open(directory.path());
    EXPECT_EQ(table.metric(), metric);
    expect_papers_examples(table, metric == Metric::distance);
    const Table memory = solve_in_memory(parse_rules("4x4"));
    std::mt19937_64 random(3);
    for (int i = 0; i < 20'000; ++i) {
      Position position;
      for (int cell = 0; cell < 16; ++cell)
        if (const auto cube = random() % 3; cube < 2)
          position.bits |= half_of(cube == 0 ? Player::x : Player::o, cell_bit(cell));
      Value expected = memory.probe(position);
      if (metric == Metric::outcome) expected.distance = 0;
      ASSERT_EQ(table.probe(position), expected) << position;
    }
  }
}

TEST(Table, PlaysThePapersGameOf21MovesOn4x4) {
  const Table table = solve_in_memory(parse_rules("4x4"));
  const Position start = parse_position(geometry_of(table), "4/4/4/4 x");
  EXPECT_EQ(table.probe(start), (Value{Outcome::win, 21}));
  const std::vector<MoveValue> line = table.line(start);
  ASSERT_EQ(line.size(), 21U);
  for (std::size_t i = 0; i < line.size(); ++i)
    EXPECT_EQ(line[i].value,
              (Value{i % 2 == 0 ? Outcome::win : Outcome::loss, static_cast<std::uint16_t>(21 - i)}));
  EXPECT_EQ(winner(geometry_of(table), line.back().position), Player::x);
}

TEST(Table, FollowsADrawToItsFirstRepetition) {
  const Table table = solve_in_memory(parse_rules("4x4"));
  std::mt19937_64 random(1);
  int draws = 0;
  for (int i = 0; i < 2000; ++i) {
    Position position;
    for (int cell = 0; cell < 16; ++cell) {
      const auto cube = random() % 3;
      if (cube < 2) position.bits |= half_of(cube == 0 ? Player::x : Player::o, cell_bit(cell));
    }
    if (table.probe(position).outcome != Outcome::draw) continue;
    ++draws;
    const std::vector<MoveValue> line = table.line(position);
    std::vector<Position> positions{position};
    for (const MoveValue& step : line) {
      EXPECT_EQ(step.value.outcome, Outcome::draw);
      positions.push_back(step.position);
    }
    EXPECT_EQ(std::ranges::count(positions, positions.back()), 2);
    positions.pop_back();
    std::ranges::sort(positions);
    EXPECT_EQ(std::ranges::adjacent_find(positions), positions.end());
  }
  EXPECT_GT(draws, 10);
}

TEST(Table, ManyPositionsCanBeRefusedAndStopped) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  std::vector<Position> positions(5000);
  std::vector<Value> values(positions.size());
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(table.probe_many(positions, values, 2, stop.get_token()), Interrupted);
  EXPECT_THROW(table.probe_many(positions, std::span(values).first(10)), Error);
  positions[4321].bits = both_halves(1);
  EXPECT_THROW(table.probe_many(positions, values), Error);
  table.probe_many({}, {});
}

TEST(Table, RefusesToSolveALargeBoardInMemory) { EXPECT_THROW(solve_in_memory(parse_rules("4x5")), Error); }

}  // namespace
}  // namespace quixo
