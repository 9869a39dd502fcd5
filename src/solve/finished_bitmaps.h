// SPDX-License-Identifier: MIT
//
// Memory of one thread for the positions of an occupancy that are over.
#pragma once

#include "layout/finished.h"
#include "solve/planes.h"

namespace quixo::solve {

struct FinishedBitmaps {
  explicit FinishedBitmaps(int layer) : memory(2, layer), win(memory[0]), loss(memory[1]) {}

  void fill(const Layout& layout, Cells occupancy) const {
    fill_finished(layout, occupancy, win.words(), loss.words());
  }

  Plane memory;
  OwnBitmap win;
  OwnBitmap loss;
};

}  // namespace quixo::solve
