// SPDX-License-Identifier: MIT
//
// What the two ways of solving a layer (outcomes, distances) share: scratch space of a thread and the
// positions that are over.
//
// Planes hold "not a win" rather than "win": a position is lost when no child is "not a win", so both
// questions about the children (is one of them lost? is one of them not won?) are ORs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cube/bitmap.h"
#include "cube/kernel.h"
#include "solve/layout.h"
#include "solve/plane.h"

namespace quixo::solve {

class Scratch {
 public:
  static constexpr std::size_t cubes = 6;

  Scratch(const Layout& layout, int axes) : layout_(layout), axes_(axes), memory_(cubes, axes) {}

  Word* operator[](std::size_t cube) { return memory_[cube]; }

  /// Writes the positions of U that are won and lost for the player to move because they hold a line.
  void terminal(Cells ordered, Word* win, Word* loss) {
    layout_.lines(ordered, lines_);
    std::fill_n(win, cube::words_of(axes_), 0);
    for (const std::uint32_t line : lines_) cube::set_subcube(win, axes_, line);
    cube::reverse(win, loss, axes_);
    // Both have a line: the last mover made both, and the rules say what that means for her.
    const bool loses = layout_.geometry().rules().double_line == DoubleLine::loses;
    for (std::size_t i = 0; i < cube::words_of(axes_); ++i)
      (loses ? loss : win)[i] &= ~(loses ? win : loss)[i];
  }

  std::vector<Layout::Edge> own;
  std::vector<Layout::Edge> blank;
  std::vector<std::uint32_t> states;
  std::vector<std::size_t> news;  ///< Moves whose children have some.

 private:
  const Layout& layout_;
  int axes_;
  Plane memory_;
  std::vector<std::uint32_t> lines_;
};

inline std::vector<Scratch> make_scratch(const Layout& layout, int axes, int workers) {
  std::vector<Scratch> scratch;
  scratch.reserve(static_cast<std::size_t>(workers));
  for (int i = 0; i < workers; ++i) scratch.emplace_back(layout, axes);
  return scratch;
}

}  // namespace quixo::solve
