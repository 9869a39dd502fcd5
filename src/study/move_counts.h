// SPDX-License-Identifier: MIT
//
// How many moves lead from a position to certain values, for all positions of a cube at once. The positions
// with such a value are bitmaps; the kernels of the solver bring those of the children into place, where
// they are added up in binary, a word of positions at a time. Asking about the moves of every position takes
// a hundred times as long when the table is on disk.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/lru_cache.h"
#include "cube/plane.h"
#include "layout/layout.h"
#include "quixo/table.h"
#include "study/value_set.h"

namespace quixo::study {

class MoveCounts {
 public:
  /// The table must outlive it.
  MoveCounts(const Table& table, std::vector<ValueSet> sets, int threads);

  /// Counts the moves of all positions of a cube, unless this worker has done so last.
  void count(int layer, std::uint32_t bitmap, int worker);

  /// How many moves lead to values in a set, from the position at a bit of the cube that the worker has
  /// counted last. A position that is over is taken for an open one.
  int into(std::size_t set, std::uint32_t bit, int worker) const;

 private:
  using Word = cube::Word;

  /// Which positions of a cube are in the sets.
  class Members {
   public:
    Members(std::size_t sets, int layer);
    Word* operator[](std::size_t set) { return lines_[set * lines_per_set_].words; }
    const Word* operator[](std::size_t set) const { return lines_[set * lines_per_set_].words; }
    std::size_t bytes() const { return sizeof *this + lines_.size() * sizeof(Line); }

   private:
    struct alignas(64) Line {  // as the kernels want it
      Word words[8];
    };
    std::size_t lines_per_set_;
    std::vector<Line> lines_;
  };

  struct Worker {
    int layer = -1;
    std::uint32_t bitmap = 0;
    std::vector<Layout::Edge> edges;
    cube::Plane moved;         ///< A child's bitmap, brought into place.
    std::vector<Word> digits;  ///< Set after set and word after word, all digits of the word's 64 counts.
  };

  /// Adds the moves of the worker's edges, which lead to this layer.
  void add_moves(int child_layer, Worker& worker);
  std::size_t first_digit(int layer, std::size_t set, std::size_t word) const {
    return (set * cube::words_of(layer) + word) * digits_;
  }
  std::shared_ptr<const Members> members(int layer, std::uint32_t bitmap);

  const Table& table_;
  std::vector<ValueSet> sets_;
  std::size_t digits_;  ///< Of a count.
  std::vector<Worker> workers_;
  LruCache<Members> cache_;
};

}  // namespace quixo::study
