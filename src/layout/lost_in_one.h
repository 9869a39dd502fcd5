// SPDX-License-Identifier: MIT
//
// Which positions are lost in one move, by the rules alone: they are open, and every move makes a line of the
// opponent. They are rare, and a table tells them from other losses only by all their moves, so who looks for
// them in a large table asks here first. As in at_once.h, what a single move does is a union of subcubes;
// what all moves do is the intersection of these unions, mostly empty after a few moves.
//
// Most occupancies need no look at all: wherever a blank can be taken, the cubes that then slide must be able
// to make a line, and where there are few cubes they cannot.
#pragma once

#include <cstddef>
#include <vector>

#include "layout/layout.h"
#include "layout/made_lines.h"

namespace quixo {

class LostInOne {
 public:
  using Word = cube::Word;

  /// The layout must outlive it.
  explicit LostInOne(const Layout& layout);

  /// Whether any of the positions in some words of a bitmap is lost in one, and which: a bit each. The words
  /// are at most those of a block. Without any, nothing is written.
  bool find(Cells occupancy, std::size_t first_word, std::size_t words, Word* lost) const;

 private:
  bool may_lose(Cells occupancy) const;

  const Layout& layout_;
  /// A move loses where it makes a line of the opponent's and none of the player's; those are left out when a
  /// double line loses.
  std::vector<MadeLines> moves_;
};

}  // namespace quixo
