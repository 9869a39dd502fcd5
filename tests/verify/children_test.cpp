// SPDX-License-Identifier: MIT
//
// The pieces of a full check against their definitions: where a move leads, ranks, and differences.
#include "verify/children.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "base/system_calls.h"
#include "game/play.h"
#include "tests/game/support.h"
#include "tests/verify/support.h"
#include "verify/losses.h"

namespace quixo::verify {
namespace {

/// The point with its coordinates moved from each axis of the parent to one of the child.
std::uint32_t mapped(const ChildMap& map, std::uint32_t point) {
  std::uint32_t image = 0;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(map.axes); ++axis)
    if (point >> axis & 1) image |= 1U << map.to[axis];
  return image;
}

TEST(FindChild, LeadsWhereTheMoveLeads) {
  std::mt19937_64 random(17);
  for (const char* name : {"2x3", "3x3", "4x5", "5x5"}) {
    const Geometry geometry(parse_rules(name));
    const Layout layout(geometry);
    for (int round = 0; round < 200; ++round) {
      const int layer = static_cast<int>(random() % static_cast<unsigned>(geometry.cells() + 1));
      const auto bitmap = static_cast<std::uint32_t>(random() % layout.occupancies(layer).size());
      const OccupiedCells cells(layout, layer, bitmap);
      const std::uint32_t all = (1U << layer) - 1;
      const std::uint32_t own = static_cast<std::uint32_t>(random()) & all;
      const Position parent = layout.position(layer, bitmap, own);
      for (const Slide& slide : geometry.slides()) {
        ChildMap map;
        const Layout::Place found = find_child(layout, slide, images_of(geometry, slide), cells, layer, map);
        ASSERT_EQ(map.axes, layer);
        const bool takes_blank = (parent.occupied() & slide.taken()) == 0;
        ASSERT_EQ(map.fixed < 0, takes_blank);
        ASSERT_EQ(found.layer, takes_blank ? layer + 1 : layer);
        if ((parent.cubes(Player::o) & slide.taken()) != 0) continue;  // not legal
        const Layout::Place expected = layout.place(with_x_to_move(play(parent, slide)));
        ASSERT_EQ(found.bitmap, expected.bitmap);
        ASSERT_EQ(mapped(map, ~own & all), expected.bit) << name << ' ' << parent;
      }
    }
  }
}

TEST(OccupiedCells, AreTheCellsOfTheAxes) {
  const Geometry geometry(parse_rules("4x4"));
  const Layout layout(geometry);
  const OccupiedCells cells(layout, 7, 3);
  Cells all = 0;
  for (std::size_t axis = 0; axis < 7; ++axis) all |= cell_bit(cells.cell[axis]);
  EXPECT_EQ(all, cells.occupied);
  EXPECT_EQ(cells.axes_of(cells.occupied, 7), 0b111'1111U);
  EXPECT_EQ(cells.axes_of(cell_bit(cells.cell[2]) | cell_bit(cells.cell[5]), 7), 0b010'0100U);
}

TEST(Ranking, RanksChildrenFromTheWorstToTheBest) {
  const Ranking ranking({{Outcome::win, 1},
                         {Outcome::loss, 6},
                         {Outcome::draw, 0},
                         {Outcome::win, 5},
                         {Outcome::loss, 2},
                         {Outcome::win, 5}});
  // A child that is won soon is worst for the player who moves there; one that is lost soon is best.
  const std::vector<Value> expected = {
      {Outcome::win, 1}, {Outcome::win, 5}, {Outcome::draw, 0}, {Outcome::loss, 6}, {Outcome::loss, 2}};
  EXPECT_EQ(ranking.values(), expected);
  EXPECT_EQ(ranking.size(), 8U);
  for (std::size_t rank = 1; rank <= expected.size(); ++rank) {
    EXPECT_EQ(ranking.rank(ranking.value(rank)), rank);
    EXPECT_FALSE(ranking.is_over(rank));
    EXPECT_EQ(ranking.value_of_position(rank), value_of_move(expected[rank - 1]));
  }
  EXPECT_EQ(ranking.rank({Outcome::win, 3}), 0U);
  EXPECT_TRUE(ranking.is_over(ranking.over_won()) && ranking.is_over(ranking.over_lost()));
  EXPECT_EQ(ranking.value_of_position(ranking.over_won()), (Value{Outcome::win, 0}));
  EXPECT_EQ(ranking.value_of_position(ranking.over_lost()), (Value{Outcome::loss, 0}));
}

TEST(Ranking, TakesAByteWhenThatIsEnough) {
  const auto bytes = [](std::uint16_t values) {
    std::vector<Value> wins;
    for (std::uint16_t distance = 0; distance < values; ++distance) wins.push_back({Outcome::win, distance});
    return with_rank_type(Ranking(std::move(wins)), [](auto rank) { return sizeof rank; });
  };
  EXPECT_EQ(bytes(1), 1U);
  EXPECT_EQ(bytes(253), 1U);  // and three ranks that are no values
  EXPECT_EQ(bytes(254), 2U);
}

TEST(ForEachDifference, TellsThemAllByBothIndices) {
  for (const int layer : {0, 3, 8, 11}) {
    const std::size_t positions = std::size_t{1} << layer;
    const std::set<std::size_t> expected = {0, positions / 3, positions - 1};
    std::set<std::size_t> told;
    for_each_difference(
        layer,
        [&](std::size_t opponent, std::size_t own) {
          EXPECT_EQ(opponent, positions - 1 - own);
          EXPECT_LT(own, positions);
          return expected.contains(own) ? 4 : 0;
        },
        [&](std::size_t opponent, std::size_t own) {
          EXPECT_EQ(opponent, positions - 1 - own);
          told.insert(own);
        });
    EXPECT_EQ(told, expected);
  }
}

/// Counts how often files are read.
class CountingDisk : public SystemCalls {
 public:
  ssize_t pread(int file, void* bytes, std::size_t count, off_t offset) override {
    ++reads;
    return SystemCalls::pread(file, bytes, count, offset);
  }
  int reads = 0;
};

/// What a pass over a layer of a table of outcomes finds with so much memory, and how often it reads.
struct Pass {
  Pass(const TableFiles& files, int layer, std::size_t cache_bytes) {
    CountingDisk disk;
    const StandIn stand_in(disk);
    Workers workers(1, {});
    std::map<int, LayerLosses> losses;
    Alone alone;
    const FullCheck check{files, {}, losses, cache_bytes, workers, alone, {}};
    const Ranking ranking({{Outcome::win, 0}, {Outcome::draw, 0}, {Outcome::loss, 0}});
    const auto rank = [&](Outcome outcome) { return static_cast<std::uint8_t>(ranking.rank({outcome, 0})); };
    std::vector<LayerFiles> opened;
    for (const int each : {layer, layer + 1}) opened.push_back(files.open_layer(each));
    Children<std::uint8_t> children(
        check, {0, files.layout().shape(layer).units()}, std::move(opened), ranking,
        table::Encoding<std::uint8_t>(Metric::outcome, rank(Outcome::draw), {rank(Outcome::win)},
                                      {rank(Outcome::loss)}),
        ranking.over_lost());
    disk.reads = 0;
    const std::size_t positions = std::size_t{1} << layer;
    for (std::uint32_t bitmap = 0; bitmap < children.shape().bitmaps; ++bitmap) {
      const std::uint8_t* found = children.best(bitmap, 0);
      best.insert(best.end(), found, found + positions);
    }
    reads = disk.reads;
  }

  std::vector<std::uint8_t> best;
  int reads = 0;
};

/// What does not fit is let go; and as it is known when each unit is wanted, that is seldom the wrong one. A
/// schedule that leaves out the children of the same layer reads a third more, none at all nine times as
/// much.
TEST(Children, AreReadAgainWhereMemoryIsShortButSeldom) {
  const TemporaryDirectory directory;
  solve_into(directory.path(), parse_rules("4x4"), Metric::outcome);
  TableFiles files(directory.path(), *table::read_manifest(directory.path()), "");
  constexpr int layer = 11;
  Workers workers(1, {});
  Alone alone;
  files.read_digests({layer, layer + 2}, workers, alone);
  for (const int each : {layer, layer + 1}) files.share_digests(each, alone);
  const std::size_t units = files.layout().shape(layer).units() + files.layout().shape(layer + 1).units();
  const Pass roomy(files, layer, units * block_slots);
  const Pass tight(files, layer, units * block_slots * 4 / 5);
  EXPECT_EQ(static_cast<std::size_t>(roomy.reads), units);
  EXPECT_GT(static_cast<std::size_t>(tight.reads), units);
  EXPECT_LT(static_cast<std::size_t>(tight.reads), 10 * units);
  EXPECT_TRUE(tight.best == roomy.best);
}

}  // namespace
}  // namespace quixo::verify
