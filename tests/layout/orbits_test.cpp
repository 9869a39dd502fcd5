// SPDX-License-Identifier: MIT
#include "layout/orbits.h"

#include <gtest/gtest.h>

#include "layout/layout.h"

namespace quixo {
namespace {

TEST(Orbits, OfPairsOn2x2AreNeighboursAndOppositeCorners) {
  const std::vector<LayerShape> shapes = layer_shapes(Geometry(parse_rules("2x2")));
  ASSERT_EQ(shapes.size(), 5U);
  EXPECT_EQ(shapes[2], (LayerShape{2, 2}));
}

TEST(Orbits, AreAsManyAsTheLayoutLists) {
  for (const char* name : {"2x2", "2x3", "3x3", "2x7", "3x4", "4x4", "4x5", "5x5", "2x13", "3x9", "4x7"}) {
    const Geometry geometry(parse_rules(name));
    const Layout layout(geometry);
    const std::vector<LayerShape> shapes = layer_shapes(geometry);
    ASSERT_EQ(shapes.size(), static_cast<std::size_t>(geometry.cells()) + 1) << name;
    for (const LayerShape& shape : shapes) EXPECT_EQ(shape, layout.shape(shape.layer)) << name;
    EXPECT_EQ(layout_bytes(geometry), layout.bytes()) << name;
  }
}

TEST(Orbits, OfAllOccupanciesOf5x5) {
  std::size_t all = 0;
  std::uint64_t positions = 0;
  for (const LayerShape& shape : layer_shapes(Geometry(parse_rules("5x5")))) {
    all += shape.bitmaps;
    positions += shape.positions();
  }
  EXPECT_EQ(all, 4'211'744U);
  EXPECT_EQ(positions, 107'207'255'529U);
}

}  // namespace
}  // namespace quixo
