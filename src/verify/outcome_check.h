// SPDX-License-Identifier: MIT
//
// The first pass of a full check: every outcome of a layer against the children.
#pragma once

#include <vector>

#include "verify/full_check.h"
#include "verify/integrity.h"
#include "verify/losses.h"
#include "verify/problems.h"

namespace quixo::verify {

/// Checks the outcomes of one layer, each peer those of a part of its units, in which it adds the problems it
/// finds. In a table with distances it also writes the distances of the losses, one more than that of the
/// farthest win among the children, and says what they are in the whole layer. `contents` says what wins
/// there are. All peers must call it.
LayerLosses check_outcomes(const FullCheck& check, int layer, const std::vector<LayerContent>& contents,
                           Problems& problems);

}  // namespace quixo::verify
