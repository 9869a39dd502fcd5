// SPDX-License-Identifier: MIT
//
// Searches a table for all positions that match a filter. For some of them at random see sample.h. Positions
// come with X to move, one for each orbit of symmetric positions: the one that is stored.
#pragma once

#include <functional>

#include "base/job.h"
#include "quixo/table.h"
#include "study/filter.h"

namespace quixo::study {

/// Takes a match; returns whether to go on.
using Found = std::function<bool(Position position)>;

/// All matches, fewest cubes first and otherwise in the order of the table, whatever the number of threads.
/// `found` is called by one thread at a time.
void find(const Table& table, const Filter& filter, const Job& job, const Found& found);

}  // namespace quixo::study
