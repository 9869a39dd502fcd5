// SPDX-License-Identifier: MIT
//
// A permutation of cells: a rotation or reflection of the board, but also another numbering of its cells, or
// where a move carries each cube. Images of whole sets are looked up five cells at a time.
//
//   the left-right reflection of a row of three (cells 2 1 0) maps 0 to 2, 1 to 1 and 2 to 0;
//   of the set {0, 1} = 0b011 it makes {2, 1} = 0b110: one look-up instead of two cells moved one by one
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "quixo/position.h"
#include "quixo/rules.h"

namespace quixo {

class CellPermutation {
 public:
  /// The image of each cell, one for every cell of the largest board. Cells beyond the board are never asked
  /// for: they may have any image.
  using Images = std::array<std::int8_t, max_cells>;

  constexpr explicit CellPermutation(const Images& images) : images_(images) {
    for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk)
      for (std::size_t pattern = 0; pattern < chunks_[chunk].size(); ++pattern)
        for (std::size_t bit = 0; bit < chunk_cells; ++bit)
          if (pattern >> bit & 1) chunks_[chunk][pattern] |= cell_bit(images[chunk * chunk_cells + bit]);
  }

  /// Whether it carries this set of cells to itself, one to one.
  constexpr bool permutes(Cells cells) const {
    Cells seen = 0;
    for (Cells rest = cells; rest != 0; rest &= rest - 1) {
      const Cells image = cell_bit((*this)(std::countr_zero(rest)));
      if ((image & cells) == 0 || (image & seen) != 0) return false;
      seen |= image;
    }
    return true;
  }

  constexpr Cell operator()(Cell cell) const {
    assert(cell >= 0 && cell < max_cells);
    return images_[static_cast<std::size_t>(cell)];
  }

  constexpr Cells operator()(Cells cells) const {
    static_assert(max_cells == 30);
    assert(cells >> max_cells == 0);
    return chunks_[0][cells & 31] | chunks_[1][cells >> 5 & 31] | chunks_[2][cells >> 10 & 31] |
           chunks_[3][cells >> 15 & 31] | chunks_[4][cells >> 20 & 31] | chunks_[5][cells >> 25];
  }

  constexpr Position operator()(Position position) const {
    return make_position((*this)(position.cubes(Player::x)), (*this)(position.cubes(Player::o)),
                         position.to_move);
  }

 private:
  static constexpr std::size_t chunk_cells = 5;

  Images images_;
  std::array<std::array<Cells, 1 << chunk_cells>, max_cells / chunk_cells> chunks_{};
};

}  // namespace quixo
