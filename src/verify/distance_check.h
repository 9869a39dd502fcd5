// SPDX-License-Identifier: MIT
//
// The second pass of a full check: the distances of the wins of a layer against the children, unit by unit
// (layout/layer_shape.h), so that a check that was stopped goes on inside a layer.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "verify/full_check.h"
#include "verify/integrity.h"
#include "verify/problems.h"
#include "verify/together.h"

namespace quixo::verify {

/// The units of a layer that were checked before, and how many are to be checked at a time.
struct UnitSteps {
  Ranges checked;
  std::size_t step = 1;
};

/// Checks the distances of the wins of one layer, each peer those of a part of the units; a win that is none
/// is left to the first pass. `contents` says what this layer and the one above it hold. After each step, all
/// peers call `checked` with the units that are checked by now, those of the others and of before among them.
/// All peers must call it.
void check_distances(const FullCheck& check, int layer, const std::vector<LayerContent>& contents,
                     const UnitSteps& units, Problems& problems,
                     const std::function<void(const Ranges& units)>& checked);

}  // namespace quixo::verify
