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
#include "cube/plane.h"
#include "layout/finished.h"
#include "layout/layout.h"

namespace quixo::solve {

using cube::Plane;
using cube::Word;

class Scratch {
 public:
  static constexpr std::size_t cubes = 6;

  Scratch(const Layout& layout, int axes) : layout_(layout), axes_(axes), memory_(cubes, axes) {}

  Word* operator[](std::size_t bitmap) { return memory_[bitmap]; }

  /// Writes the positions of U that are won and lost for the player to move because they hold a line.
  void terminal(Cells occupancy, Word* win, Word* loss) { fill_finished(layout_, occupancy, win, loss); }

  std::vector<Layout::Edge> own;
  std::vector<Layout::Edge> blank;
  std::vector<std::uint32_t> states;
  std::vector<std::size_t> news;  ///< Moves whose children have some.

 private:
  const Layout& layout_;
  int axes_;
  Plane memory_;
};

inline std::vector<Scratch> make_scratch(const Layout& layout, int axes, int workers) {
  std::vector<Scratch> scratch;
  scratch.reserve(static_cast<std::size_t>(workers));
  for (int i = 0; i < workers; ++i) scratch.emplace_back(layout, axes);
  return scratch;
}

}  // namespace quixo::solve
