// SPDX-License-Identifier: MIT
//
// What the rules say at once of all positions of a block: which are over, and which are won in one move.
// These have no distance in a table. Positions that have the player's cubes on all cells of a line, and any
// cubes elsewhere, are a subcube of their bitmap; and a line that a move makes is a certain set of cells
// before the move. So both answers are unions of subcubes, found without looking at a single position.
//
// clang-format off
//   3x3, X to move:   a b c    Taking the blank a and inserting it at the right end slides b and c to the left.
//                     . . .    The top row is X's afterwards exactly when b and c were before. So all positions
//                     . . .    with X on b and c and a blank on a are won in one move: the subcube of their
//                              bitmap whose axes b and c are X's.
// clang-format on
#pragma once

#include <cstddef>
#include <vector>

#include "layout/layer_shape.h"
#include "layout/layout.h"
#include "layout/made_lines.h"

namespace quixo {

class AtOnce {
 public:
  using Word = cube::Word;

  explicit AtOnce(const Layout& layout);

  /// Writes a bit for each slot of a block: whether its position is over.
  void fill_over(const LayerShape& shape, std::size_t block, Word* over) const;
  /// And for each whether it is open and won in one move.
  void fill(const LayerShape& shape, std::size_t block, Word* over, Word* win_in_one) const;

 private:
  void add_wins_in_one(Cells occupancy, std::size_t first_word, std::size_t words, Word* win_in_one) const;

  const Layout& layout_;
  std::vector<Cells> lines_;
  /// A move wins where it makes a line of the player's and none of the opponent's; those are left out when a
  /// double line wins.
  std::vector<MadeLines> moves_;
};

}  // namespace quixo
