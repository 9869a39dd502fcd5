// SPDX-License-Identifier: MIT
//
// Geometries made once: making one for every execution would take most of the time.
#pragma once

#include <vector>

#include "game/geometry.h"

namespace quixo::fuzz {

/// Of every size of board, by a byte of the input.
inline const Geometry& board(unsigned byte) {
  static const std::vector<Geometry> all = [] {
    std::vector<Geometry> geometries;
    for (int rows = 2; rows <= max_cells / 2; ++rows)
      for (int cols = 2; rows * cols <= max_cells; ++cols)
        geometries.emplace_back(rules_for_size(rows, cols));
    return geometries;
  }();
  return all[byte % all.size()];
}

}  // namespace quixo::fuzz
