// SPDX-License-Identifier: MIT
//
// The endpoints that are answered from a table: positions, best play, computer players, games, counts.
#pragma once

#include <stop_token>
#include <vector>

#include "serve/route.h"

namespace quixo::serve {

/// position, line, play, batch, review, statistics and random. A stop ends walks through a table.
std::vector<Route> table_routes(const std::stop_token& stop);

}  // namespace quixo::serve
