// SPDX-License-Identifier: MIT
//
// The endpoints about a game: positions, best play, computer players, the review of games, puzzles, counts.
#pragma once

#include <vector>

#include "api/route.h"

namespace quixo::api {

/// position, line, play, batch, review, statistics, random and puzzle. A stop ends searches and walks through
/// a table.
std::vector<Route> game_routes();

}  // namespace quixo::api
