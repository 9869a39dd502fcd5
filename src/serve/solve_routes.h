// SPDX-License-Identifier: MIT
//
// The endpoints that write: making tables, and stopping it.
#pragma once

#include <vector>

#include "api/boards.h"
#include "api/route.h"
#include "serve/names.h"
#include "serve/solving.h"

namespace quixo::serve {

/// POST and DELETE of solve. What they use must outlive them.
std::vector<Route> solve_routes(const Boards& boards, Solving& solving);

}  // namespace quixo::serve
