// SPDX-License-Identifier: MIT
#include "layout/at_once.h"

#include <algorithm>

#include "layout/subcubes.h"

namespace quixo {

using cube::Word;

AtOnce::AtOnce(const Layout& layout) : layout_(layout), moves_(made_lines(layout)) {
  const Geometry& geometry = layout.geometry();
  for (const Cells line : geometry.lines()) lines_.push_back(layout.from_board(line));
  if (geometry.rules().double_line == DoubleLine::wins)
    for (MadeLines& move : moves_) move.opponent.clear();
}

void AtOnce::fill_over(const LayerShape& shape, std::size_t block, Word* over) const {
  std::fill_n(over, shape.words_in(block), 0);
  for_each_bitmap(shape, block,
                  [&](std::size_t bitmap, std::size_t first, std::size_t words, std::size_t at) {
                    const Cells occupancy = layout_.occupancies(shape.layer)[bitmap];
                    const Window window{first, words};
                    for (const Cells line : lines_)
                      if ((line & ~occupancy) == 0) {
                        window.set(gather(occupancy, line), 0, over + at);
                        window.set(0, gather(occupancy, line), over + at);
                      }
                  });
  const Word valid = cube::valid_bits(shape.layer);
  for (std::size_t i = 0; i < shape.words_in(block); ++i) over[i] &= valid;
}

void AtOnce::fill(const LayerShape& shape, std::size_t block, Word* over, Word* win_in_one) const {
  fill_over(shape, block, over);
  std::fill_n(win_in_one, shape.words_in(block), 0);
  for_each_bitmap(shape, block,
                  [&](std::size_t bitmap, std::size_t first, std::size_t words, std::size_t at) {
                    const Cells occupancy = layout_.occupancies(shape.layer)[bitmap];
                    add_wins_in_one(occupancy, first, words, win_in_one + at);
                  });
  const Word valid = cube::valid_bits(shape.layer);
  for (std::size_t i = 0; i < shape.words_in(block); ++i) win_in_one[i] &= valid & ~over[i];
}

void AtOnce::add_wins_in_one(Cells occupancy, std::size_t first_word, std::size_t words,
                             Word* win_in_one) const {
  const Window window{first_word, words};
  const auto inside = [&](Cells cells) { return (cells & ~occupancy) == 0; };
  const auto axes = [&](Cells cells) { return gather(occupancy, cells); };
  // Where the move would also make a line for the opponent, which loses: zeros on the axes of that line.
  struct Spoiled {
    std::size_t zeros_above = 0;
    Word mask = 0;
  };
  std::vector<Spoiled> spoiled;
  for (const MadeLines& move : moves_) {
    for (const Cells line : move.own) {
      if (!inside(line)) continue;
      const Cells own = line | (move.taken & occupancy);
      spoiled.clear();
      for (const Cells opponent : move.opponent)
        if (inside(opponent) && (opponent & own) == 0)
          spoiled.push_back({axes(opponent) >> cube::word_axes, mask_of(0, axes(opponent))});
      if (spoiled.empty()) {
        window.set(axes(own), 0, win_in_one);
        continue;
      }
      window.for_each_run(axes(own), 0, [&](std::size_t word, std::size_t count, Word mask) {
        for (std::size_t i = word; i < word + count; ++i) {
          Word wins = mask;
          for (const Spoiled& each : spoiled)
            if (((first_word | i) & each.zeros_above) == 0) wins &= ~each.mask;
          win_in_one[i] |= wins;
        }
      });
    }
  }
}

}  // namespace quixo
