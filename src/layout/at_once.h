// SPDX-License-Identifier: MIT
//
// What the rules say at once of all positions of a block: which are over, and which are won in one move.
// These have no distance in a table. A line after a move is a line's worth of cubes before it, so both are
// unions of subcubes, found without looking at a single position.
#pragma once

#include <cstddef>
#include <vector>

#include "layout/layer_shape.h"
#include "layout/layout.h"

namespace quixo {

class AtOnce {
 public:
  using Word = cube::Word;

  explicit AtOnce(const Layout& layout);

  /// Writes a bitmap of a block: positions that are over.
  void fill_over(const LayerShape& shape, std::size_t block, Word* over) const;
  /// And another: open ones that are won in one move.
  void fill(const LayerShape& shape, std::size_t block, Word* over, Word* win_in_one) const;

 private:
  /// A move, with the sets of cells of which one set must be the player's, and none may be the opponent's as
  /// a whole, for it to win.
  struct Try {
    Cells taken = 0;
    std::vector<Cells> own;
    std::vector<Cells> opponent;
  };

  void add_wins_in_one(Cells occupancy, std::size_t first_word, std::size_t words, Word* win_in_one) const;

  const Layout& layout_;
  std::vector<Cells> lines_;
  std::vector<Try> tries_;
};

}  // namespace quixo
