// SPDX-License-Identifier: MIT
//
// Win, loss or draw for every position of a layer: retrograde analysis, by one sweep over its bitmaps, then
// by rounds over what is still open until nothing changes. The fixpoint is unique, so neither the order of
// the bitmaps nor the number of threads can change the result.
#pragma once

#include <functional>

#include "base/job.h"
#include "base/workers.h"
#include "layout/layout.h"
#include "solve/partition.h"
#include "solve/planes.h"

namespace quixo::solve {

class LayerMoves;

/// The outcomes of a layer, or of this peer's range of it. One plane holds "not a win" rather than "win": a
/// position is lost when no child is "not a win", so both questions about the children (is one of them lost?
/// is one of them not won?) are ORs.
struct OutcomePlanes {
  OwnPlane not_win;
  OwnPlane loss;
};

/// Solves a layer from the one above, whose planes are given up as soon as they are not needed; the top layer
/// needs none. `moves` are those of this peer's range. Takes the memory of a plane that is done with, since
/// fresh memory would have to be cleared, and leaves another there. Needs two planes of the layer above and
/// one of its own, then one and two. All peers that share the game must call it. Progress comes from the
/// calling thread and says the round and the share done of it: 0 takes over the wins that the layer above
/// decides, 1 is the sweep, and from 2 on come the rounds.
OutcomePlanes solve_outcomes(const Layout& layout, int layer, const LayerMoves& moves, OutcomePlanes above,
                             Plane& spare, Workers& workers, const Sharing& sharing,
                             const ShowProgress& progress = {});

}  // namespace quixo::solve
