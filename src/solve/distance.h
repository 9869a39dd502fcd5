// SPDX-License-Identifier: MIT
//
// Distances of a layer whose outcomes are known, step by step: what is decided at step i depends on what its
// children had decided by step i-1.
#pragma once

#include <functional>

#include "base/workers.h"
#include "cube/plane.h"
#include "layout/layout.h"
#include "solve/frames.h"
#include "solve/outcome.h"

namespace quixo::solve {

using cube::Plane;
using cube::Word;

/// The positions that no step has decided yet; at first all that are won or lost and not over.
struct Pending {
  Plane win;
  Plane loss;  ///< In the opponent's index.
};

Plane pending_wins(const Layout& layout, int cubes, const OutcomePlanes& outcomes, Workers& workers);
Pending pending(const Layout& layout, int cubes, const OutcomePlanes& outcomes, Workers& workers);

/// The layer above: what is pending there before the first step, and its frames.
struct LayerAbove {
  Plane pending_win;
  const LayerFrames* frames = nullptr;  ///< Null above the top layer.
};

using StepProgress = std::function<void(int step, double share_of_step)>;

/// Writes the frames of the layer with `cubes` cubes. Positions that are over have no frame. Returns false
/// when something stays pending: then outcomes and frames are not of one game.
bool solve_distances(const Layout& layout, int cubes, Pending pending, LayerAbove above, LayerFrames& frames,
                     Workers& workers, const StepProgress& progress = {});

}  // namespace quixo::solve
