// SPDX-License-Identifier: MIT
//
// The values of a small board, solved on the spot: one after the other in the order of the layout.
#pragma once

#include <memory>

#include "base/job.h"
#include "probe/source.h"

namespace quixo {

/// Solves the game, with distances.
std::shared_ptr<const probe::ValueSource> solve_source(const Rules& rules, const Job& job);

}  // namespace quixo
