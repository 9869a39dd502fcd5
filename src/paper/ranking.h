// SPDX-License-Identifier: MIT
//
// The paper's bijection (section 3.2) between the states of a class C(x,o), those with x Xs and o Os, and the
// numbers 0, 1, 2 ... The Os are written on the cells that the Xs leave free, and each of the two sets is
// replaced by its order among the numbers with as many ones:
//
//      index = ord(S_X) * binomial(cells - x, o) + ord(S_O)
//
//      cells   .  X  O  X  .  .  X  O  .
//      S_X     0  1  0  1  0  0  1  0  0       the Xs
//      O       0     1     0  0     1  0       the Os without the cells of the Xs ...
//      S_O              0  1  0  0  1  0       ... pushed together
//
// pop, ord and the inverse of ord are tables, as in the paper: generated in one pass over all sets of cells.
// How the cells are pushed together the paper does not say; here it is done five cells at a time by a table
// of 1 KB, which needs no special instruction.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "quixo/position.h"

namespace quixo::paper {

/// `cells` with the gaps at `gaps` closed: what is left moves down. They must be disjoint.
Cells close_gaps(Cells cells, Cells gaps);

/// The inverse: close_gaps(open_gaps(cells, gaps), gaps) == cells.
Cells open_gaps(Cells cells, Cells gaps);

/// Immutable, so all threads may share one.
class Ranking {
 public:
  /// What its tables take.
  static constexpr std::size_t bytes(int cells) {
    return (sizeof(std::uint8_t) + sizeof(std::uint32_t) + sizeof(Cells)) << cells;
  }

  explicit Ranking(int cells);

  int cells() const { return cells_; }

  /// How many ones a set has, and how many smaller sets have as many.
  int pop(Cells set) const {
    assert(set < pop_.size());
    return pop_[set];
  }
  std::uint32_t ord(Cells set) const {
    assert(set < ord_.size());
    return ord_[set];
  }
  Cells inverse(int pop, std::size_t ord) const {
    assert(ord < binomial(cells_, pop));
    return inverse_[first_[static_cast<std::size_t>(pop)] + ord];
  }

  /// The number of states in C(x,o).
  std::size_t size(int x, int o) const { return binomial(cells_, x) * binomial(cells_ - x, o); }

  /// Where the state stands in its class, and back. States have X to move.
  std::size_t index(Position state) const;
  Position state(int x, int o, std::size_t index) const;

 private:
  std::size_t binomial(int n, int k) const {
    assert(k >= 0 && k <= n && n <= cells_);
    return binomial_[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
  }

  int cells_;
  std::vector<std::vector<std::size_t>> binomial_;
  std::vector<std::uint8_t> pop_;
  std::vector<std::uint32_t> ord_;
  std::vector<Cells> inverse_;      ///< all sets by pop, then by ord
  std::vector<std::size_t> first_;  ///< where the sets of each pop begin
};

}  // namespace quixo::paper
