// SPDX-License-Identifier: MIT
//
// The layout against the game it lays out: how many bitmaps there are by Burnside's lemma, where positions
// are, and that the edges between bitmaps are the moves of the game. Everything else of the solver rests on
// this.
#include "layout/layout.h"

#include <numeric>
#include <thread>

#include "game/notation.h"
#include "game/play.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

std::uint64_t power(std::uint64_t base, int exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/// The sets of cells by size, up to symmetry: the average over the symmetries of the sets that each leaves as
/// they are. Such a set is a union of cycles, so they are the coefficients of a product of 1 + x^length.
std::vector<std::uint64_t> sets_by_burnside(const Rules& rules) {
  const auto cells = static_cast<std::size_t>(rules.cells());
  std::vector<std::uint64_t> fixed(cells + 1);
  const std::uint64_t symmetries = rules.rows == rules.cols ? 8 : 4;
  for (const bool transpose : {false, true})
    for (const bool upside_down : {false, true})
      for (const bool mirrored : {false, true}) {
        if (transpose && rules.rows != rules.cols) continue;
        const auto image = [&](std::size_t cell) {
          int row = static_cast<int>(cell) / rules.cols;
          int col = static_cast<int>(cell) % rules.cols;
          if (transpose) std::swap(row, col);
          if (upside_down) row = rules.rows - 1 - row;
          if (mirrored) col = rules.cols - 1 - col;
          const int to = row * rules.cols + col;
          return static_cast<std::size_t>(to);
        };
        std::vector<std::uint64_t> product(cells + 1);
        product[0] = 1;
        std::vector<bool> seen(cells);
        for (std::size_t start = 0; start < cells; ++start) {
          if (seen[start]) continue;
          std::size_t length = 0;
          for (std::size_t cell = start; !seen[cell]; cell = image(cell), ++length) seen[cell] = true;
          for (std::size_t n = cells; n >= length; --n) product[n] += product[n - length];
        }
        for (std::size_t n = 0; n <= cells; ++n) fixed[n] += product[n];
      }
  for (std::uint64_t& sets : fixed) sets /= symmetries;
  return fixed;
}

class EveryBoard : public testing::TestWithParam<const char*> {
 protected:
  const Geometry geometry_{parse_rules(GetParam())};
  const Layout layout_{geometry_};
  std::mt19937_64 random_{5};

  Cells random_set() { return static_cast<Cells>(random_()) & geometry_.all_cells(); }
};

TEST_P(EveryBoard, HasAsManyBitmapsAsBurnsideSays) {
  const std::vector<std::uint64_t> expected = sets_by_burnside(geometry_.rules());
  for (int layer = 0; layer <= geometry_.cells(); ++layer)
    EXPECT_EQ(layout_.occupancies(layer).size(), expected[static_cast<std::size_t>(layer)]) << layer;
}

TEST_P(EveryBoard, HoldsEveryPositionOfTheGame) {
  std::uint64_t positions = 0;
  for (int layer = 0; layer <= geometry_.cells(); ++layer)
    for (const Cells occupancy : layout_.occupancies(layer)) {
      ASSERT_EQ(std::popcount(occupancy), layer);
      positions += static_cast<std::uint64_t>(layout_.orbit_size(occupancy)) << layer;
    }
  EXPECT_EQ(positions, power(3, geometry_.cells()));
}

TEST_P(EveryBoard, FindsTheLeastSymmetricSet) {
  const Rules& rules = geometry_.rules();
  const int interior = (rules.rows - 2) * (rules.cols - 2);
  const auto rank = [&](Cells occupancy) {  // the interior counts first, then the border
    return std::pair(occupancy & ((Cells{1} << interior) - 1), occupancy >> interior);
  };
  for (int round = 0; round < 5000; ++round) {
    const Cells board = random_set();
    const Layout::Stored found = layout_.find(layout_.from_board(board));
    const int layer = std::popcount(board);
    ASSERT_LT(found.bitmap, layout_.occupancies(layer).size());
    const Cells stored = layout_.occupancies(layer)[found.bitmap];
    EXPECT_EQ(layout_.from_board(geometry_.symmetries()[found.symmetry](board)), stored);
    for (const CellPermutation& symmetry : geometry_.symmetries()) {
      const Cells image = layout_.from_board(symmetry(board));
      EXPECT_GE(rank(image), rank(stored));
      EXPECT_EQ(layout_.find(image).bitmap, found.bitmap);
    }
  }
}

TEST_P(EveryBoard, PutsTheInteriorFirst) {
  const int interior = (geometry_.rules().rows - 2) * (geometry_.rules().cols - 2);
  for (Cell cell = 0; cell < geometry_.cells(); ++cell) {
    const Cells laid_out = layout_.from_board(cell_bit(cell));
    ASSERT_EQ(std::popcount(laid_out), 1);
    EXPECT_EQ(laid_out < Cells{1} << interior, !geometry_.on_border(cell)) << cell;
  }
}

TEST_P(EveryBoard, PlacesLeadBackToThePosition) {
  std::vector<std::uint32_t> bits;
  for (int round = 0; round < 5000; ++round) {
    const Cells occupied = random_set();
    const Cells own = random_set() & occupied;
    const Position position = make_position(own, occupied & ~own, Player::x);
    const Layout::Place place = layout_.place(position);
    ASSERT_EQ(place.layer, std::popcount(occupied));
    ASSERT_EQ(canonical(geometry_, layout_.position(place.layer, place.bitmap, place.bit)),
              canonical(geometry_, position));
    // The positions symmetric to this one are at the symmetric bits and nowhere else.
    layout_.symmetric_bits(place, bits);
    std::ranges::sort(bits);
    for (const CellPermutation& symmetry : geometry_.symmetries()) {
      const Layout::Place other = layout_.place(symmetry(position));
      ASSERT_EQ(other.bitmap, place.bitmap);
      ASSERT_TRUE(std::ranges::binary_search(bits, other.bit));
    }
    for (const std::uint32_t bit : bits)
      ASSERT_EQ(canonical(geometry_, layout_.position(place.layer, place.bitmap, bit)),
                canonical(geometry_, position));
  }
}

/// The point with its coordinates moved from each axis to another.
template <class Axes>
std::uint32_t mapped(const Axes& to, std::uint32_t point) {
  std::uint32_t image = 0;
  for (std::size_t axis = 0; axis < to.size(); ++axis)
    if (point >> axis & 1) image |= 1U << to[axis];
  return image;
}

TEST_P(EveryBoard, EdgesAreTheMovesOfTheGame) {
  std::vector<Layout::Edge> own_edges;
  std::vector<Layout::Edge> blank_edges;
  for (int round = 0; round < 1000; ++round) {
    const Cells board = round % 2 == 0 ? random_set() : random_set() | random_set();
    const int layer = std::popcount(board);
    const Layout::Stored found = layout_.find(layout_.from_board(board));
    const Cells stored = layout_.occupancies(layer)[found.bitmap];
    layout_.own_edges(stored, own_edges);
    layout_.blank_edges(stored, blank_edges);
    ASSERT_EQ(own_edges.size() + blank_edges.size(), geometry_.slides().size());
    const std::uint32_t all = (1U << layer) - 1;
    const auto bit = static_cast<std::uint32_t>(random_()) & all;
    const std::uint32_t opponent = ~bit & all;
    const Position parent = layout_.position(layer, found.bitmap, bit);
    std::size_t edges = 0;
    for (const auto& [own, list] : {std::pair(true, &own_edges), std::pair(false, &blank_edges)})
      for (const Layout::Edge& edge : *list) {
        const cube::AxisMap map = layout_.axis_map(stored, edge);
        ASSERT_EQ(map.axes, own ? layer : layer + 1);
        if ((opponent >> map.fixed & 1) != 0) continue;  // the taken cube is the opponent's
        const Position child = layout_.position(map.axes, edge.child, mapped(map.to, opponent));
        ASSERT_EQ(canonical(geometry_, child),
                  canonical(geometry_, with_x_to_move(play(parent, geometry_.slides()[edge.slide]))))
            << to_string(geometry_, parent) << " slide " << edge.slide;
        ++edges;
      }
    if (is_over(geometry_, parent)) continue;
    ASSERT_EQ(edges, children(geometry_, parent).size()) << to_string(geometry_, parent);
  }
}

TEST_P(EveryBoard, UnMovesLeadToTheParentsOfTheGame) {
  std::vector<Layout::UnMove> unmoves;
  for (int round = 0; round < 1000; ++round) {
    const Cells board = round % 2 == 0 ? random_set() : random_set() & random_set();
    const int layer = std::popcount(board);
    const std::uint32_t bitmap = layout_.find(layout_.from_board(board)).bitmap;
    const std::uint32_t bit = static_cast<std::uint32_t>(random_()) & ((1U << layer) - 1);
    const Position child = layout_.position(layer, bitmap, bit);
    std::vector<Position> found;
    for (const bool own_taken : {true, false}) {
      const int parent_layer = own_taken ? layer : layer - 1;
      layout_.unmoves(layout_.occupancies(layer)[bitmap], own_taken, unmoves);
      for (const Layout::UnMove& unmove : unmoves) {
        if ((bit >> unmove.inserted_axis & 1) != 0) continue;  // the inserted cube is not the last mover's
        const std::uint32_t own = ~mapped(unmove.to, bit) & ((1U << parent_layer) - 1);
        const Position parent = layout_.position(parent_layer, unmove.parent, own);
        if (!is_over(geometry_, parent)) found.push_back(canonical(geometry_, parent));
      }
    }
    std::vector<Position> expected;
    for (const Position parent : parents(geometry_, child))
      expected.push_back(canonical(geometry_, with_x_to_move(parent)));
    ASSERT_EQ(sorted(found), sorted(expected)) << to_string(geometry_, child);
  }
}

TEST_P(EveryBoard, LinesAreTheLinesOfTheGame) {
  for (int round = 0; round < 3000; ++round) {
    const Position random = random_position(random_, geometry_.rules());  // often with lines
    const Layout::Place place = layout_.place(with_x_to_move(random));
    const Position position = layout_.position(place.layer, place.bitmap, place.bit);
    bool has_line = false;
    layout_.for_each_line(layout_.occupancies(place.layer)[place.bitmap],
                          [&](std::uint32_t axes) { has_line = has_line || (place.bit & axes) == axes; });
    ASSERT_EQ(has_line, geometry_.has_line(position.cubes(Player::x))) << to_string(geometry_, position);
  }
}

INSTANTIATE_TEST_SUITE_P(, EveryBoard,
                         testing::Values("2x2", "2x7", "3x3", "3x4", "4x3", "3x8", "4x4", "4x5", "5x4", "5x5",
                                         "2x13", "3x9", "4x7"));

TEST(Layout, Of5x5Has4211744Bitmaps) {
  const Geometry geometry(parse_rules("5x5"));
  const Layout layout(geometry);
  std::size_t bitmaps = 0;
  for (int layer = 0; layer <= 25; ++layer) bitmaps += layout.occupancies(layer).size();
  EXPECT_EQ(bitmaps, 4'211'744U);
}

/// All boards of 26 to 30 cells, of which the largest are not listed as a whole here.
TEST(Layout, OfLargeBoardsHasAsManyBitmapsAsBurnsideSays) {
  for (const char* name : {"2x13", "3x9", "9x3", "4x7", "7x4", "3x10", "10x3", "5x6", "6x5"}) {
    const Geometry geometry(parse_rules(name));
    const Layout layout(geometry);
    const std::vector<std::uint64_t> expected = sets_by_burnside(geometry.rules());
    for (int layer = 0; layer <= geometry.cells(); ++layer)
      EXPECT_EQ(layout.shape(layer).bitmaps, expected[static_cast<std::size_t>(layer)]) << name;
  }
}

TEST(Layout, OfTheLargestBoardsNumbersTheLeastSetsInTheirOrder) {
  for (const char* name : {"5x6", "3x10"}) {
    const Geometry geometry(parse_rules(name));
    const Layout layout(geometry);
    const int interior = (geometry.rules().rows - 2) * (geometry.rules().cols - 2);
    const auto rank = [&](Cells occupancy) {
      return std::pair(occupancy & ((Cells{1} << interior) - 1), occupancy >> interior);
    };
    std::mt19937_64 random(8);
    for (const int layer : {0, 1, 2, 5, 6, 15, 25, 28, 29, 30}) {
      const std::vector<Cells>& listed = layout.occupancies(layer);
      ASSERT_EQ(listed.size(), layout.shape(layer).bitmaps);
      for (std::size_t i = 1; i < listed.size(); ++i)
        ASSERT_LT(rank(listed[i - 1]), rank(listed[i])) << layer;
      for (int round = 0; round < 1000; ++round) {
        std::vector<Cell> cells(30);
        std::iota(cells.begin(), cells.end(), Cell{0});
        std::shuffle(cells.begin(), cells.end(), random);
        Cells board = 0;
        for (int i = 0; i < layer; ++i) board |= cell_bit(cells[static_cast<std::size_t>(i)]);
        const Cells own = static_cast<Cells>(random()) & board;
        Cells least = layout.from_board(board);
        for (const CellPermutation& symmetry : geometry.symmetries()) {
          const Cells image = layout.from_board(symmetry(board));
          if (rank(image) < rank(least)) least = image;
        }
        const Position position = make_position(own, board & ~own, Player::x);
        const Layout::Place place = layout.place(position);
        ASSERT_EQ(place.layer, layer);
        ASSERT_EQ(listed[place.bitmap], least);
        ASSERT_EQ(canonical(geometry, layout.position(layer, place.bitmap, place.bit)),
                  canonical(geometry, position));
      }
    }
  }
}

TEST(Layout, MayBeListedByManyThreads) {
  const Geometry geometry(parse_rules("4x5"));
  const Layout layout(geometry);
  std::vector<std::vector<Cells>> seen(4);
  {
    std::vector<std::jthread> threads;
    threads.reserve(seen.size());
    for (std::vector<Cells>& mine : seen)
      threads.emplace_back([&] {
        for (int layer = 0; layer <= geometry.cells(); ++layer)
          mine.insert(mine.end(), layout.occupancies(layer).begin(), layout.occupancies(layer).end());
      });
  }
  for (const std::vector<Cells>& each : seen) EXPECT_EQ(each, seen[0]);
}

TEST(Layout, EveryPositionOf3x3IsAtItsPlaceOrASymmetricOne) {
  const Geometry geometry(parse_rules("3x3"));
  const Layout layout(geometry);
  std::vector<std::uint32_t> bits;
  for (int layer = 0; layer <= 9; ++layer)
    for (std::uint32_t bitmap = 0; bitmap < layout.occupancies(layer).size(); ++bitmap)
      for (std::uint32_t bit = 0; bit < 1U << layer; ++bit) {
        const Layout::Place place = layout.place(layout.position(layer, bitmap, bit));
        ASSERT_EQ(place.layer, layer);
        ASSERT_EQ(place.bitmap, bitmap);
        layout.symmetric_bits(place, bits);
        ASSERT_NE(std::ranges::find(bits, bit), bits.end());
      }
}

}  // namespace
}  // namespace quixo
