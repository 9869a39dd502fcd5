// SPDX-License-Identifier: MIT
#include "layout/finished.h"

#include <algorithm>
#include <cassert>

#include "cube/bitmap.h"

namespace quixo {

void fill_finished(const Layout& layout, Cells occupancy, cube::Word* win, cube::Word* loss) {
  assert(win != loss);
  const int layer = std::popcount(occupancy);
  const std::size_t words = cube::words_of(layer);
  std::fill_n(win, words, 0);
  layout.for_each_line(occupancy, [&](std::uint32_t line) { cube::set_subcube(win, layer, line); });
  cube::reverse(win, loss, layer);
  // Both have a line: the last mover made both, and the rules say what that means for her.
  const bool loses = layout.geometry().rules().double_line == DoubleLine::loses;
  for (std::size_t i = 0; i < words; ++i) (loses ? loss : win)[i] &= ~(loses ? win : loss)[i];
}

}  // namespace quixo
