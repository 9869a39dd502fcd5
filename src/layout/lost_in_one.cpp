// SPDX-License-Identifier: MIT
#include "layout/lost_in_one.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "layout/subcubes.h"

namespace quixo {
namespace {

using Words = std::array<cube::Word, block_words>;

}  // namespace

LostInOne::LostInOne(const Layout& layout) : layout_(layout), moves_(made_lines(layout)) {
  if (layout.geometry().rules().double_line == DoubleLine::loses)
    for (MadeLines& move : moves_) move.own.clear();
}

/// Whether every blank that can be taken leaves lines that the cubes of the occupancy may make.
bool LostInOne::may_lose(Cells occupancy) const {
  const auto inside = [&](Cells cells) { return (cells & ~occupancy) == 0; };
  return std::ranges::all_of(moves_, [&](const MadeLines& move) {
    return inside(move.taken) || std::ranges::any_of(move.opponent, inside);
  });
}

bool LostInOne::find(Cells occupancy, std::size_t first_word, std::size_t words, Word* lost) const {
  assert(words <= block_words);
  if (!may_lose(occupancy)) return false;
  const Window window{first_word, words};
  const auto inside = [&](Cells cells) { return (cells & ~occupancy) == 0; };
  const auto axes = [&](Cells cells) { return gather(occupancy, cells); };
  std::fill_n(lost, words, cube::valid_bits(std::popcount(occupancy)));
  const auto drop = [&](const Words& dropped) {
    Word left = 0;
    for (std::size_t i = 0; i < words; ++i) left |= lost[i] &= ~dropped[i];
    return left != 0;
  };
  Words over;
  std::fill_n(over.begin(), words, 0);
  layout_.for_each_line(occupancy, [&](std::uint32_t line) {
    window.set(line, 0, over.data());
    window.set(0, line, over.data());
  });
  if (!drop(over)) return false;
  for (const MadeLines& move : moves_) {
    Words loses;
    std::fill_n(loses.begin(), words, 0);
    for (const Cells line : move.opponent)
      if (inside(line)) window.set(0, axes(line), loses.data());
    Words wins;
    std::fill_n(wins.begin(), words, 0);
    for (const Cells line : move.own)
      if (inside(line)) window.set(axes(line), 0, wins.data());
    Words illegal;  // the cube is the opponent's
    std::fill_n(illegal.begin(), words, 0);
    if (inside(move.taken)) window.set(0, axes(move.taken), illegal.data());
    for (std::size_t i = 0; i < words; ++i) loses[i] = ~(illegal[i] | (loses[i] & ~wins[i]));
    if (!drop(loses)) return false;
  }
  return true;
}

}  // namespace quixo
