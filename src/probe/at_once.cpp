// SPDX-License-Identifier: MIT
#include "probe/at_once.h"

#include <algorithm>
#include <array>

namespace quixo::probe {
namespace {

using Word = table::Word;

constexpr std::array<Word, cube::word_axes> axis_ones = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                                         0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                                         0xffff0000ffff0000, 0xffffffff00000000};

/// Some words of a cube, from a multiple of their number on.
struct Window {
  std::size_t first = 0;
  std::size_t words = 0;

  /// Calls visit(word, mask) for the words that hold points with ones on these axes and zeros on those.
  template <class Visit>
  void for_each_word(std::uint32_t ones, std::uint32_t zeros, Visit&& visit) const {
    Word mask = ~Word{0};
    for (std::size_t axis = 0; axis < cube::word_axes; ++axis) {
      if (ones >> axis & 1) mask &= axis_ones[axis];
      if (zeros >> axis & 1) mask &= ~axis_ones[axis];
    }
    const std::size_t ones_above = ones >> cube::word_axes;
    const std::size_t zeros_above = zeros >> cube::word_axes;
    const std::size_t inside = words - 1;  // the axes that vary in the window
    if ((first & ones_above & ~inside) != (ones_above & ~inside) || (first & zeros_above) != 0) return;
    const std::size_t free = inside & ~(ones_above | zeros_above);
    std::size_t word = 0;
    do {
      visit(word | (ones_above & inside), mask);
      word = (word - free) & free;
    } while (word != 0);
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

void AtOnce::fill(const table::LayerShape& shape, std::size_t block, Word* over, Word* win_in_one) const {
  const std::size_t words = shape.words_in(block);
  std::fill_n(over, words, 0);
  std::fill_n(win_in_one, words, 0);
  const std::vector<Cells>& cubes = layout_.layer(shape.axes);
  const std::size_t per_cube = cube::words_of(shape.axes);
  const std::size_t step = std::min(words, per_cube);
  for (std::size_t at = 0; at < words; at += step) {
    const std::size_t word = block * table::block_words + at;
    fill_cube(cubes[word / per_cube], word % per_cube, step, over + at, win_in_one + at);
  }
  const Word valid = cube::valid_bits(shape.axes);
  for (std::size_t i = 0; i < words; ++i) {
    over[i] &= valid;
    win_in_one[i] &= valid & ~over[i];
  }
}

void AtOnce::fill_cube(Cells ordered, std::size_t first_word, std::size_t words, Word* over,
                       Word* win_in_one) const {
  const Window window{first_word, words};
  const auto inside = [&](Cells cells) { return (cells & ~ordered) == 0; };
  const auto axes = [&](Cells cells) { return solve::gather(ordered, cells); };
  const auto set = [](Word* bitmap) {
    return [bitmap](std::size_t word, Word mask) { bitmap[word] |= mask; };
  };
  for (const Cells line : lines_)
    if (inside(line)) {
      window.for_each_word(axes(line), 0, set(over));
      window.for_each_word(0, axes(line), set(over));
    }
  std::array<Word, table::block_words> wins;
  for (const Try& attempt : tries_) {
    const Cells taken = attempt.taken & ordered;
    const bool spoiled = std::ranges::any_of(attempt.opponent, inside);
    Word* target = win_in_one;
    if (spoiled) {
      if (std::ranges::none_of(attempt.own, inside)) continue;
      target = wins.data();
      std::fill_n(target, words, 0);
    }
    for (const Cells own : attempt.own)
      if (inside(own)) window.for_each_word(axes(own | taken), 0, set(target));
    if (!spoiled) continue;
    for (const Cells opponent : attempt.opponent)
      if (inside(opponent))
        window.for_each_word(0, axes(opponent),
                             [target](std::size_t word, Word mask) { target[word] &= ~mask; });
    for (std::size_t i = 0; i < words; ++i) win_in_one[i] |= target[i];
  }
}

}  // namespace quixo::probe
