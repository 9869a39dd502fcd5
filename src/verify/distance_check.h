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

namespace quixo::verify {

/// The units of a layer that are to be checked, and how many of them at a time.
struct UnitSteps {
  std::size_t first = 0;
  std::size_t step = 1;
};

/// Checks the distances of the wins of one layer; a win that is none is left to the first pass. `contents`
/// says what this layer and the one above it hold. After each step, `checked` is called with the number of
/// units that are checked by now, those before the first among them.
void check_distances(const FullCheck& check, int layer, const std::vector<LayerContent>& contents,
                     const UnitSteps& units, Problems& problems,
                     const std::function<void(std::size_t units)>& checked);

}  // namespace quixo::verify
