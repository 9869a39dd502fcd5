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
#include "solve/partition.h"
#include "solve/pending.h"

namespace quixo::solve {

class LayerMoves;

/// The layer above: what is pending there before the first step, and its frames.
struct LayerAbove {
  CountedPlane<OwnIndex> pending_wins;
  const LayerFrames* frames = nullptr;  ///< Null above the top layer.
};

/// Writes the frames of a layer. Positions that are over have no frame. Returns false when something stays
/// pending: then outcomes and frames are not of one game. The round of its progress is the step. All peers
/// that share the game must call it, each with what it has of the two layers; `moves` are those of its range.
bool solve_distances(const Layout& layout, int layer, const LayerMoves& moves, Pending pending,
                     LayerAbove above, LayerFrames& frames, Workers& workers, const Sharing& sharing,
                     const ShowProgress& progress = {});

}  // namespace quixo::solve
