// SPDX-License-Identifier: MIT
//
// The values of a small board, solved on the spot or read from bytes, and kept as they are, so that an answer
// takes one look into memory.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/job.h"
#include "probe/source.h"

namespace quixo {

/// A layer is the values of one bitmap after the other (LayerShape::position_number).
using LayerValues = std::array<std::vector<Value>, max_cells + 1>;

/// All values of a game, and what they come down to.
std::shared_ptr<const probe::ValueSource> memory_source(const Rules& rules, LayerValues layers,
                                                        Summary summary);

/// Solves the game, with distances.
std::shared_ptr<const probe::ValueSource> solve_source(const Rules& rules, const Job& job);

}  // namespace quixo
