// SPDX-License-Identifier: MIT
//
// Distances of a layer, step by step: what is decided at step i depends on what its children had decided by
// step i-1. In a step either every cube pulls what its children have newly decided, or every newly decided
// state is pushed to its parents; whichever the clock has shown to be cheaper. Both write the same frames.
#pragma once

#include <cstdint>
#include <functional>

#include "solve/frames.h"
#include "solve/layout.h"
#include "solve/workers.h"

namespace quixo::solve {

struct StepProgress {
  int step = 0;
  bool push = false;
  double share = 0;  ///< of this step
};

/// How steps are done: by the clock, or one way only (for tests; the first step always pulls).
enum class StepMethod : std::uint8_t { by_the_clock, pull, push };

struct DistancePlanes {
  Plane not_win;
  Plane undecided;  ///< In the opponent's index: neither over nor decided by any step, hence drawn.
};

/// Writes the frames of the layer with `cubes` cubes; `above` holds those of the layer above, null for the
/// top layer. Positions that are over have no frame.
DistancePlanes solve_distances(const Layout& layout, int cubes, const LayerFrames* above, LayerFrames& frames,
                               Workers& workers, StepMethod method,
                               const std::function<void(const StepProgress&)>& progress = {});

}  // namespace quixo::solve
