// SPDX-License-Identifier: MIT
//
// Perft: how many games and positions there are at each depth from the empty board. The frontier holds one
// position per symmetry class with the number of paths that lead to the class, so eight times more depth fits
// in memory; the empty board is symmetric, hence so is every depth, and orbit sizes give the plain counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/job.h"
#include "game/geometry.h"

namespace quixo {

struct PerftRow {
  int depth = 0;
  std::uint64_t paths = 1;      ///< move sequences of this length; a finished game has no continuation
  std::uint64_t positions = 1;  ///< distinct positions they end in
  std::uint64_t classes = 1;    ///< the same up to symmetry and colour
  bool operator==(const PerftRow&) const = default;
};

class Perft {
 public:
  /// Starts at depth 0. The frontier may use up to max_bytes.
  Perft(const Geometry& geometry, std::size_t max_bytes);

  const PerftRow& row() const { return row_; }

  /// Goes one move deeper, showing the share done now and then. Throws Error when the paths of the next
  /// depth do not fit in 64 bits or its positions in max_bytes; row() then still holds the depth before.
  void advance(const Job& job = {});

 private:
  struct Entry {
    Bits bits;
    std::uint64_t paths;
  };

  static void merge_equal(std::vector<Entry>& entries);

  const Geometry& geometry_;
  std::size_t max_entries_;
  std::vector<Entry> frontier_;
  PerftRow row_;
};

}  // namespace quixo
