// SPDX-License-Identifier: MIT
//
// How many moves lead from a position to certain values, for all positions of a bitmap at once. For each
// move, the positions of the child with such a value are a bitmap; a kernel (cube/kernel.h) brings it into
// place, and the bitmaps of all moves are added up in binary, a word of 64 positions at a time. Asking about
// the moves of every position takes a hundred times as long when the table is on disk.
//
// Example, for one set and three moves; a column is a position, the least digit of its count comes first:
//
//   move 1    1100       digit 0  0111   the counts 2, 3, 1, 1
//   move 2    0110       digit 1  1100
//   move 3    1101
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/lru_cache.h"
#include "base/workers.h"
#include "cube/plane.h"
#include "layout/layout.h"
#include "quixo/table.h"
#include "study/value_set.h"

namespace quixo::study {

class MoveCounts {
 public:
  /// The table must outlive it.
  MoveCounts(const Table& table, std::vector<ValueSet> sets, int threads);

  /// Counts the moves of all positions of a bitmap, unless this worker has done so last.
  void count(int layer, std::uint32_t bitmap, int worker);

  /// How many moves lead to values in a set, from the position at a bit (own index) of the bitmap that the
  /// worker has counted last. A position that is over is taken for an open one.
  int into(std::size_t set, std::uint32_t bit, int worker) const;

 private:
  using Word = cube::Word;

  /// Which positions of a bitmap are in the sets. Many are kept, most of them small: too many to map memory
  /// for each, as a cube::Plane does.
  class Members {
   public:
    Members(std::size_t sets, int layer);
    Word* operator[](std::size_t set) {
      assert(set * lines_per_set_ < lines_.size());
      return lines_[set * lines_per_set_].words;
    }
    const Word* operator[](std::size_t set) const { return const_cast<Members&>(*this)[set]; }
    std::size_t bytes() const { return sizeof *this + lines_.size() * sizeof(Line); }

   private:
    struct alignas(64) Line {  // as the kernels want it
      Word words[8];
    };
    std::size_t lines_per_set_;
    std::vector<Line> lines_;
  };

  /// What a worker has counted last, in the opponent index, which the kernel works in.
  struct Counted {
    int layer = -1;
    std::uint32_t bitmap = 0;
    std::vector<Layout::Edge> edges;
    cube::Plane moved;         ///< A child's bitmap, brought into place.
    std::vector<Word> digits;  ///< Set after set and word after word, all digits of the word's 64 counts.
  };

  /// Adds the moves of the edges, which lead to this layer.
  void add_moves(int child_layer, Counted& counted);
  std::size_t first_digit(int layer, std::size_t set, std::size_t word) const {
    return (set * cube::words_of(layer) + word) * digits_;
  }
  std::shared_ptr<const Members> members(int layer, std::uint32_t bitmap);

  const Table& table_;
  std::vector<ValueSet> sets_;
  std::size_t digits_;  ///< Of a count.
  PerWorker<Counted> counted_;
  LruCache<Members> cache_;
};

}  // namespace quixo::study
