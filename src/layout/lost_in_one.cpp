// SPDX-License-Identifier: MIT
#include "layout/lost_in_one.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

#include "layout/subcubes.h"

namespace quixo {
namespace {

using Words = std::array<cube::Word, block_words>;

}  // namespace

LostInOne::LostInOne(const Layout& layout) : layout_(layout) {
  const Geometry& geometry = layout.geometry();
  const bool double_wins = geometry.rules().double_line == DoubleLine::wins;
  for (const Slide& slide : geometry.slides()) {
    LosingMove move{layout.from_board(slide.taken()), {}, {}};
    const auto segment = static_cast<Cells>(slide.segment & 0xffff'ffff);
    for (const Cells line : geometry.lines()) {
      if ((line & segment) == 0) continue;  // was there before
      const Cells before = layout.from_board(cells_before(slide, line));
      if ((line & slide.inserted()) == 0) move.opponent.push_back(before);
      if (double_wins) move.own.push_back(before);
    }
    moves_.push_back(std::move(move));
  }
}

/// Whether every blank that can be taken leaves lines that the cubes of the occupancy may make.
bool LostInOne::may_lose(Cells occupancy) const {
  const auto inside = [&](Cells cells) { return (cells & ~occupancy) == 0; };
  return std::ranges::all_of(moves_, [&](const LosingMove& move) {
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
  for (const LosingMove& move : moves_) {
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
