// SPDX-License-Identifier: MIT
//
// The endpoints about boards: which there are, and how far the making of a table is.
#pragma once

#include <vector>

#include "api/boards.h"
#include "api/caching.h"
#include "api/route.h"

namespace quixo::api {

/// boards and GET of solve. What they use must outlive them.
std::vector<Route> board_routes(const Boards& boards, const TableTags& tags);

/// What GET of solve answers.
Response solve_progress(const Boards& boards, const Rules& rules);

}  // namespace quixo::api
