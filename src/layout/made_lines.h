// SPDX-License-Identifier: MIT
//
// The lines that a move makes, told by the cubes before it: each is a set of cells that must all hold cubes
// of one player. at_once.h has an example.
#pragma once

#include <vector>

#include "layout/layout.h"

namespace quixo {

/// Cells in layout order.
struct MadeLines {
  Cells taken = 0;
  std::vector<Cells> own;       ///< The cube that is inserted completes some of them.
  std::vector<Cells> opponent;  ///< Only cubes that slide are on them.
};

/// Of every move of the board.
std::vector<MadeLines> made_lines(const Layout& layout);

}  // namespace quixo
