// SPDX-License-Identifier: MIT
#include "probe/at_once.h"

#include <algorithm>

namespace quixo::probe {
namespace {

using Word = table::Word;

/// The points of a word that have ones on these axes and zeros on those; axes above the word's do not count.
Word mask_of(std::uint32_t ones, std::uint32_t zeros) {
  Word mask = ~Word{0};
  for (std::size_t axis = 0; axis < cube::word_axes; ++axis) {
    if (ones >> axis & 1) mask &= cube::axis_ones[axis];
    if (zeros >> axis & 1) mask &= ~cube::axis_ones[axis];
  }
  return mask;
}

/// Some words of a cube, from a multiple of their number on.
struct Window {
  std::size_t first = 0;
  std::size_t words = 0;

  /// Calls visit(word, count, mask) for runs of words that hold points with ones on these axes and zeros on
  /// those.
  template <class Visit>
  void for_each_run(std::uint32_t ones, std::uint32_t zeros, Visit&& visit) const {
    const Word mask = mask_of(ones, zeros);
    const std::size_t ones_above = ones >> cube::word_axes;
    const std::size_t zeros_above = zeros >> cube::word_axes;
    const std::size_t inside = words - 1;  // the axes that vary in the window
    if ((first & ones_above & ~inside) != (ones_above & ~inside) || (first & zeros_above) != 0) return;
    const std::size_t free = inside & ~(ones_above | zeros_above);
    const std::size_t run = std::size_t{1} << std::countr_one(free);
    const std::size_t steps = free & ~(run - 1);
    std::size_t word = 0;
    do {
      visit(word | (ones_above & inside), run, mask);
      word = (word - steps) & steps;
    } while (word != 0);
  }

  void set(std::uint32_t ones, std::uint32_t zeros, Word* bitmap) const {
    for_each_run(ones, zeros, [&](std::size_t word, std::size_t count, Word mask) {
      for (std::size_t i = word; i < word + count; ++i) bitmap[i] |= mask;
    });
  }
};

}  // namespace

AtOnce::AtOnce(const solve::Layout& layout) : layout_(layout) {
  const Geometry& geometry = layout.geometry();
  for (const Cells line : geometry.lines()) lines_.push_back(layout.to_ordered(line));
  for (const Slide& slide : geometry.slides()) {
    Try attempt{layout.to_ordered(slide.taken()), {}, {}};
    const Cells segment = static_cast<Cells>(slide.segment & 0xffff'ffff);
    for (const Cells line : geometry.lines()) {
      if ((line & segment) == 0) continue;  // was there before
      const Cells moved = line & segment & ~slide.inserted();
      const Cells before =
          (line & ~segment) | (slide.shift > 0 ? moved >> slide.shift : moved << -slide.shift);
      attempt.own.push_back(layout.to_ordered(before));
      const bool loses = geometry.rules().double_line == DoubleLine::loses;
      if (loses && (line & slide.inserted()) == 0) attempt.opponent.push_back(layout.to_ordered(before));
    }
    tries_.push_back(std::move(attempt));
  }
}

template <class Fill>
void AtOnce::for_each_cube(const table::LayerShape& shape, std::size_t block, const Fill& fill) const {
  const std::vector<Cells>& cubes = layout_.layer(shape.axes);
  const std::size_t words = shape.words_in(block);
  const std::size_t per_cube = cube::words_of(shape.axes);
  const std::size_t step = std::min(words, per_cube);
  for (std::size_t at = 0; at < words; at += step) {
    const std::size_t word = block * table::block_words + at;
    fill(cubes[word / per_cube], word % per_cube, step, at);
  }
}

void AtOnce::fill_over(const table::LayerShape& shape, std::size_t block, Word* over) const {
  std::fill_n(over, shape.words_in(block), 0);
  for_each_cube(shape, block, [&](Cells ordered, std::size_t first, std::size_t words, std::size_t at) {
    const Window window{first, words};
    for (const Cells line : lines_)
      if ((line & ~ordered) == 0) {
        window.set(solve::gather(ordered, line), 0, over + at);
        window.set(0, solve::gather(ordered, line), over + at);
      }
  });
  const Word valid = cube::valid_bits(shape.axes);
  for (std::size_t i = 0; i < shape.words_in(block); ++i) over[i] &= valid;
}

void AtOnce::fill(const table::LayerShape& shape, std::size_t block, Word* over, Word* win_in_one) const {
  fill_over(shape, block, over);
  std::fill_n(win_in_one, shape.words_in(block), 0);
  for_each_cube(shape, block, [&](Cells ordered, std::size_t first, std::size_t words, std::size_t at) {
    add_wins_in_one(ordered, first, words, win_in_one + at);
  });
  const Word valid = cube::valid_bits(shape.axes);
  for (std::size_t i = 0; i < shape.words_in(block); ++i) win_in_one[i] &= valid & ~over[i];
}

void AtOnce::add_wins_in_one(Cells ordered, std::size_t first_word, std::size_t words,
                             Word* win_in_one) const {
  const Window window{first_word, words};
  const auto inside = [&](Cells cells) { return (cells & ~ordered) == 0; };
  const auto axes = [&](Cells cells) { return solve::gather(ordered, cells); };
  struct Spoiled {
    std::size_t zeros_above = 0;
    Word mask = 0;
  };
  std::vector<Spoiled> spoiled;
  for (const Try& attempt : tries_) {
    for (const Cells line : attempt.own) {
      if (!inside(line)) continue;
      const Cells own = line | (attempt.taken & ordered);
      spoiled.clear();
      for (const Cells opponent : attempt.opponent)
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

}  // namespace quixo::probe
