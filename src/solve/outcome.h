// SPDX-License-Identifier: MIT
//
// Win, loss or draw for every position of a layer, by one sweep over its cubes, then by rounds over what is
// still open until nothing changes. The fixpoint is unique, so neither the order of the cubes nor the number
// of threads can change the result.
#pragma once

#include <array>
#include <functional>

#include "base/workers.h"
#include "cube/plane.h"
#include "layout/layout.h"

namespace quixo::solve {

using cube::Plane;
using cube::Word;

struct OutcomePlanes {
  Plane not_win;
  Plane loss;
  std::array<Plane, 2> spare{};  ///< Memory for the layer below.
};

/// Called now and then by the calling thread: the sweep (0 is the start from the layer above, from 2 on
/// those that settle it) and the share done.
using SweepProgress = std::function<void(int sweep, double share)>;

/// Solves the layer with `cubes` cubes from the one above, which is given up as soon as it is not needed (the
/// top layer needs none). Needs two planes of the layer above and two of its
/// own, then one and three.
OutcomePlanes solve_outcomes(const Layout& layout, int cubes, OutcomePlanes above, Workers& workers,
                             const SweepProgress& progress = {});

}  // namespace quixo::solve
