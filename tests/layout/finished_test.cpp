// SPDX-License-Identifier: MIT
//
// Positions that are over, as bitmaps, against the rules position by position.
#include "layout/finished.h"

#include "cube/plane.h"
#include "game/play.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

class FinishedOf : public testing::TestWithParam<Rules> {};

TEST_P(FinishedOf, EveryOccupancy) {
  const Geometry geometry(GetParam());
  const Layout layout(geometry);
  for (int layer = 0; layer <= geometry.cells(); ++layer) {
    cube::Plane found(2, layer);
    cube::Word* win = found[0];
    cube::Word* loss = found[1];
    for (std::uint32_t bitmap = 0; bitmap < layout.occupancies(layer).size(); ++bitmap) {
      fill_finished(layout, layout.occupancies(layer)[bitmap], win, loss);
      for (std::uint32_t bit = 0; bit < 1U << layer; ++bit) {
        const Position position = layout.position(layer, bitmap, bit);
        const std::optional<Player> won = winner(geometry, position);
        ASSERT_EQ(win[bit / 64] >> bit % 64 & 1, won == Player::x) << position;
        ASSERT_EQ(loss[bit / 64] >> bit % 64 & 1, won == Player::o) << position;
      }
      const LayerShape shape = layout.shape(layer);
      for (std::size_t bit = shape.bitmap_positions(); bit < shape.bitmap_slots(); ++bit)
        ASSERT_EQ((win[0] | loss[0]) >> bit & 1, 0U) << "no position has this slot";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, FinishedOf, testing::ValuesIn(all_rules(9)), test_name);

}  // namespace
}  // namespace quixo
