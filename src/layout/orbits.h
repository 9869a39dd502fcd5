// SPDX-License-Identifier: MIT
//
// How large a layout is, without making it: 5x5 has 4,211,744 canonical occupancies, and to count them takes
// microseconds, to list them a tenth of a second.
//
// Burnside's lemma: a group that acts on a set has as many orbits as its members leave elements unchanged on
// average. A symmetry leaves a set of cells unchanged when the set is made of whole cycles of the symmetry,
// so the sets of n cells are counted by the coefficient of x^n in the product of (1 + x^length) over its
// cycles.
//
//   2x2, sets of 2 cells:   the identity has 4 cycles of 1, (1 + x)^4, and leaves 6 unchanged;
//                           the quarter turns, 2 of them, one cycle of 4, 1 + x^4, and leave none;
//                           the half turn and the two reflections two cycles of 2, (1 + x^2)^2: 2 each;
//                           the two diagonal reflections 1 + 1 + 2, (1 + x)^2 (1 + x^2): 2 each.
//                           (6 + 0 + 0 + 2 + 2 + 2 + 2 + 2) / 8 = 2 orbits: neighbours, and opposite corners.
#pragma once

#include <cstdint>
#include <vector>

#include "game/geometry.h"
#include "layout/layer_shape.h"

namespace quixo {

/// The shapes of all layers of a layout, from 0 cubes up.
std::vector<LayerShape> layer_shapes(const Geometry& geometry);

/// Bytes of the tables of a layout, when all occupancies are listed.
std::uint64_t layout_bytes(const Geometry& geometry);

}  // namespace quixo
