// SPDX-License-Identifier: MIT
//
// What the rules say about the board, generated once as tables: the moves with the constants of the paper's
// shift-and-mask formulas, the winning lines and the symmetries. There is one code path for the four pushing
// directions and for every rectangle; nothing is typed by hand, and the counts are asserted below.
//
// A move takes the cube at one cell and inserts it at another end of that row or column. The cells from the
// one to the other are the segment; they all slide one step towards the hole:
//
//      taken                         inserted        shift > 0 slides towards higher cell numbers (left, up),
//        [ ]  <-  [ ]  <-  [ ]  <-  [new]            shift < 0 towards lower ones (right, down)
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "game/cell_permutation.h"
#include "quixo/move.h"
#include "quixo/position.h"
#include "quixo/rules.h"

namespace quixo {

/// A move with its constants: the paper's B is `segment`, its C the inserted cell in the mover's half.
struct Slide {
  Move move;
  Bits segment = 0;
  int shift = 0;

  constexpr Cells taken() const { return cell_bit(move.taken); }
  constexpr Cells inserted() const { return cell_bit(move.inserted); }

  /// The board after `player` makes the move, whether the taken cube was blank or her own.
  constexpr Bits apply(Bits bits, Player player) const {
    return (std::rotl(bits & segment, shift) & segment) | (bits & ~segment) | half_of(player, inserted());
  }
  /// The board before `player` made the move by taking a blank. `bits` must hold her cube at the inserted
  /// cell.
  constexpr Bits undo_blank(Bits bits) const {
    assert((bits & both_halves(inserted())) != 0);
    return (std::rotr(bits & segment, shift) & segment) | (bits & ~segment);
  }
  /// The same, but she took a cube of her own.
  constexpr Bits undo_own(Bits bits, Player player) const {
    return undo_blank(bits) | half_of(player, taken());
  }
};

class Geometry {
 public:
  /// The rules must be possible ones (checked()).
  constexpr explicit Geometry(const Rules& rules) : rules_(rules) {
    assert(rules.rows >= 2 && rules.cols >= 2 && rules.cells() <= max_cells);
    assert(rules.line >= 2 && rules.line <= std::max(rules.rows, rules.cols));
    generate_moves();
    generate_lines();
    generate_symmetries();
  }

  constexpr const Rules& rules() const { return rules_; }
  constexpr int cells() const { return rules_.cells(); }
  constexpr Cells all_cells() const { return (Cells{1} << cells()) - 1; }

  /// Row 0 is the top row, column 0 the leftmost.
  constexpr Cell cell_at(int row, int col) const {
    assert(row >= 0 && row < rules_.rows && col >= 0 && col < rules_.cols);
    return cells() - 1 - (row * rules_.cols + col);
  }
  constexpr int row_of(Cell cell) const {
    assert(cell >= 0 && cell < cells());
    return (cells() - 1 - cell) / rules_.cols;
  }
  constexpr int col_of(Cell cell) const {
    assert(cell >= 0 && cell < cells());
    return (cells() - 1 - cell) % rules_.cols;
  }
  constexpr bool on_border(Cell cell) const {
    const int row = row_of(cell);
    const int col = col_of(cell);
    return row == 0 || row == rules_.rows - 1 || col == 0 || col == rules_.cols - 1;
  }

  /// Every move the board allows, taken cell by taken cell from the top left.
  constexpr const std::vector<Slide>& slides() const { return slides_; }
  constexpr const std::vector<Cells>& lines() const { return lines_; }
  /// The identity comes first.
  constexpr const std::vector<CellPermutation>& symmetries() const { return symmetries_; }

  constexpr bool has_line(Cells cells) const {
    for (const Cells line : lines_)
      if ((cells & line) == line) return true;
    return false;
  }

 private:
  constexpr void generate_moves() {
    const int last_row = rules_.rows - 1;
    const int last_col = rules_.cols - 1;
    for (int row = 0; row <= last_row; ++row)
      for (int col = 0; col <= last_col; ++col) {
        const Cell taken = cell_at(row, col);
        if (!on_border(taken)) continue;
        for (const Cell inserted :
             {cell_at(row, 0), cell_at(row, last_col), cell_at(0, col), cell_at(last_row, col)})
          if (inserted != taken) slides_.push_back(make_slide(taken, inserted));
      }
  }

  constexpr Slide make_slide(Cell taken, Cell inserted) const {
    const int pitch = row_of(taken) == row_of(inserted) ? 1 : rules_.cols;
    const int shift = taken > inserted ? pitch : -pitch;
    Cells segment = cell_bit(taken);
    assert(taken != inserted && (taken - inserted) % shift == 0);
    for (Cell cell = inserted; cell != taken; cell += shift) segment |= cell_bit(cell);
    return {
        {static_cast<std::int8_t>(taken), static_cast<std::int8_t>(inserted)}, both_halves(segment), shift};
  }

  constexpr void generate_lines() {
    struct Direction {
      int rows, cols;
    };
    for (const auto [down, right] : {Direction{0, 1}, {1, 0}, {1, 1}, {1, -1}})
      for (Cell start = cells() - 1; start >= 0; --start) {
        const int end_row = row_of(start) + (rules_.line - 1) * down;
        const int end_col = col_of(start) + (rules_.line - 1) * right;
        if (end_row >= rules_.rows || end_col < 0 || end_col >= rules_.cols) continue;
        Cells line = 0;
        for (int i = 0; i < rules_.line; ++i)
          line |= cell_bit(cell_at(row_of(start) + i * down, col_of(start) + i * right));
        lines_.push_back(line);
      }
  }

  constexpr void generate_symmetries() {
    for (const bool transpose : {false, true}) {
      if (transpose && rules_.rows != rules_.cols) continue;
      for (const bool flip_rows : {false, true})
        for (const bool flip_cols : {false, true}) {
          CellPermutation::Images image{};
          for (Cell cell = 0; cell < cells(); ++cell) {
            const int row = transpose ? col_of(cell) : row_of(cell);
            const int col = transpose ? row_of(cell) : col_of(cell);
            image[static_cast<std::size_t>(cell)] = static_cast<std::int8_t>(
                cell_at(flip_rows ? rules_.rows - 1 - row : row, flip_cols ? rules_.cols - 1 - col : col));
          }
          symmetries_.emplace_back(image);
          assert(symmetries_.back().permutes(all_cells()));
        }
    }
  }

  Rules rules_;
  std::vector<Slide> slides_;
  std::vector<Cells> lines_;
  std::vector<CellPermutation> symmetries_;
};

static_assert(Geometry(Rules{5, 5, 5}).slides().size() == 44);
static_assert(Geometry(Rules{4, 4, 4}).slides().size() == 32);
static_assert(Geometry(Rules{3, 3, 3}).slides().size() == 20);
static_assert(Geometry(Rules{5, 5, 5}).lines().size() == 12);
static_assert(Geometry(Rules{5, 5, 4}).lines().size() == 28);
static_assert(Geometry(Rules{5, 5, 5}).symmetries().size() == 8);
static_assert(Geometry(Rules{4, 5, 4}).symmetries().size() == 4);

}  // namespace quixo
