// SPDX-License-Identifier: MIT
//
// The positions of one occupancy that are over, as bitmaps: no position is looked at, a line is a subcube.
#pragma once

#include "cube/axis_map.h"
#include "layout/layout.h"

namespace quixo {

/// Writes the positions of an occupancy that are won and lost for the player to move because they hold a
/// line, by the own index. Each bitmap has the words of its layer; they may not overlap.
void fill_finished(const Layout& layout, Cells occupancy, cube::Word* win, cube::Word* loss);

}  // namespace quixo
