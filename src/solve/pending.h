// SPDX-License-Identifier: MIT
//
// What is won or lost in a layer and not over: the steps give it distances, and it is pending until then.
#pragma once

#include "base/workers.h"
#include "layout/layout.h"
#include "solve/outcome.h"
#include "solve/planes.h"

namespace quixo::solve {

/// The positions that no step has decided yet; at first all that are won or lost and not over.
struct Pending {
  CountedPlane<OwnIndex> wins;
  CountedPlane<OpponentIndex> losses;
};

/// Of some bitmaps of a layer, whose outcomes these are.
CountedPlane<OwnIndex> find_pending_wins(const Layout& layout, int layer, BitmapRange bitmaps,
                                         const OutcomePlanes& outcomes, Workers& workers);
Pending find_pending(const Layout& layout, int layer, BitmapRange bitmaps, const OutcomePlanes& outcomes,
                     Workers& workers);

}  // namespace quixo::solve
