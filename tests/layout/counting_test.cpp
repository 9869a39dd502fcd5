// SPDX-License-Identifier: MIT
//
// Counts of positions, against counting them one by one.
#include "layout/counting.h"

#include <random>

#include "game/play.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

TEST(Binomial, IsPascalsTriangle) {
  for (int n = 0; n <= max_cells; ++n) {
    EXPECT_EQ(binomial(n, 0), 1U);
    EXPECT_EQ(binomial(n, n), 1U);
    for (int k = 1; k < n; ++k) EXPECT_EQ(binomial(n, k), binomial(n - 1, k - 1) + binomial(n - 1, k));
  }
}

TEST(CountByOwn, OfAFullPlaneIsTheSizeOfTheClass) {
  const Geometry geometry(parse_rules("3x4"));
  const Layout layout(geometry);
  for (const int threads : {1, 3}) {
    Workers workers(threads, {});
    for (int layer = 0; layer <= geometry.cells(); ++layer) {
      const LayerShape shape = layout.shape(layer);
      cube::Plane plane(shape.bitmaps, layer);
      for (std::size_t bitmap = 0; bitmap < shape.bitmaps; ++bitmap)
        std::fill_n(plane[bitmap], shape.bitmap_words(), cube::valid_bits(layer));
      const CountsByOwn counts = count_by_own(layout, layer, plane, workers);
      for (int own = 0; own < static_cast<int>(counts.size()); ++own)
        EXPECT_EQ(counts[static_cast<std::size_t>(own)],
                  own > layer ? 0 : binomial(geometry.cells(), layer) * binomial(layer, own))
            << "layer " << layer << ", own " << own;
    }
  }
}

TEST(CountByOwn, CountsSymmetricPositionsEach) {
  const Geometry geometry(parse_rules("3x3"));
  const Layout layout(geometry);
  Workers workers(2, {});
  std::mt19937_64 random(3);
  for (int layer = 0; layer <= geometry.cells(); ++layer) {
    const LayerShape shape = layout.shape(layer);
    cube::Plane plane(shape.bitmaps, layer);
    CountsByOwn expected{};
    for (std::uint32_t bitmap = 0; bitmap < shape.bitmaps; ++bitmap) {
      for (std::uint32_t bit = 0; bit < shape.bitmap_positions(); ++bit) {
        if (random() % 3 != 0) continue;
        plane[bitmap][bit / 64] |= cube::Word{1} << bit % 64;
        const auto orbit = static_cast<std::uint64_t>(layout.orbit_size(layout.occupancies(layer)[bitmap]));
        expected[static_cast<std::size_t>(std::popcount(bit))] += orbit;
      }
    }
    EXPECT_EQ(count_by_own(layout, layer, plane, workers), expected) << "layer " << layer;
  }
}

}  // namespace
}  // namespace quixo
