// SPDX-License-Identifier: MIT
//
// The endpoints about boards: which there are, and making the tables of more.
#pragma once

#include <vector>

#include "serve/caching.h"
#include "serve/open_tables.h"
#include "serve/route.h"
#include "serve/solving.h"
#include "serve/writers.h"

namespace quixo::serve {

/// boards and solve. What they use must outlive them.
std::vector<Route> board_routes(const OpenTables& tables, Solving& solving, const TableTags& tags,
                                const Writers& writers);

}  // namespace quixo::serve
