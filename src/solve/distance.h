// SPDX-License-Identifier: MIT
//
// Distances of a layer whose outcomes are known, step by step: what is decided at step i depends on what its
// children had decided by step i-1.
#pragma once

#include <functional>

#include "base/workers.h"
#include "layout/layout.h"
#include "solve/frames.h"
#include "solve/outcome.h"
#include "solve/planes.h"

namespace quixo::solve {

/// The positions that no step has decided yet; at first all that are won or lost and not over.
struct Pending {
  CountedPlane<OwnIndex> wins;
  CountedPlane<OpponentIndex> losses;
};

CountedPlane<OwnIndex> find_pending_wins(const Layout& layout, int layer, const OutcomePlanes& outcomes,
                                         Workers& workers);
Pending find_pending(const Layout& layout, int layer, const OutcomePlanes& outcomes, Workers& workers);

/// The layer above: what is pending there before the first step, and its frames.
struct LayerAbove {
  CountedPlane<OwnIndex> pending_wins;
  const LayerFrames* frames = nullptr;  ///< Null above the top layer.
};

/// Writes the frames of a layer. Positions that are over have no frame. Returns false when something stays
/// pending: then outcomes and frames are not of one game. The round of its progress is the step.
bool solve_distances(const Layout& layout, int layer, Pending pending, LayerAbove above, LayerFrames& frames,
                     Workers& workers, const ShowProgress& progress = {});

}  // namespace quixo::solve
