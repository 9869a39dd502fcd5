// SPDX-License-Identifier: MIT
#include "layout/made_lines.h"

#include <utility>

#include "game/geometry.h"

namespace quixo {
namespace {

/// The cells whose cubes a slide brings onto a line, but for the one that is inserted.
Cells cells_before(const Slide& slide, Cells segment, Cells line) {
  const Cells moved = line & segment & ~slide.inserted();
  return (line & ~segment) | (slide.shift > 0 ? moved >> slide.shift : moved << -slide.shift);
}

}  // namespace

std::vector<MadeLines> made_lines(const Layout& layout) {
  const Geometry& geometry = layout.geometry();
  std::vector<MadeLines> moves;
  for (const Slide& slide : geometry.slides()) {
    MadeLines move{layout.from_board(slide.taken()), {}, {}};
    const auto segment = static_cast<Cells>(slide.segment & 0xffff'ffff);
    for (const Cells line : geometry.lines()) {
      if ((line & segment) == 0) continue;  // was there before
      const Cells before = layout.from_board(cells_before(slide, segment, line));
      move.own.push_back(before);
      if ((line & slide.inserted()) == 0) move.opponent.push_back(before);
    }
    moves.push_back(std::move(move));
  }
  return moves;
}

}  // namespace quixo
