// SPDX-License-Identifier: MIT
//
// The values of a small board, solved on the spot and kept as they are, so that an answer takes one
// look into memory.
#pragma once

#include <memory>

#include "base/job.h"
#include "probe/source.h"

namespace quixo {

/// Solves the game, with distances.
std::shared_ptr<const probe::ValueSource> solve_source(const Rules& rules, const Job& job);

}  // namespace quixo
