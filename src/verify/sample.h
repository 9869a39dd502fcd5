// SPDX-License-Identifier: MIT
//
// Truth by asking: positions picked at random, and all positions near the start, each against its moves. It
// knows the rules and how to ask a table, and nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/job.h"
#include "base/workers.h"
#include "quixo/table.h"
#include "verify/problems.h"

namespace quixo::verify {

/// What the table says; unknown_distance for a loss that has a move that does not lose.
Value ask(const Table& table, Position position);

/// What the values of its moves, or the rules when it is over, make of a position.
Value value_from_moves(const Table& table, Position position);

/// Checks one position, and that the symmetric ones have its value. A damaged block is a problem too.
void check_position(const Table& table, Position position, Problems& problems);

/// Random positions, X to move; every number of cubes is as likely as any other.
std::vector<Position> random_positions(const Geometry& geometry, std::uint64_t count, std::uint64_t seed);

/// All positions that are at most `moves` moves from the empty board, X to move, one of each orbit.
std::vector<Position> positions_near_start(const Geometry& geometry, int moves);

/// A sample of this size finds, with this chance, that a share of the positions as large as this does not
/// agree with its moves, every number of cubes counting alike; larger shares with a greater chance.
double share_found(std::uint64_t size, double chance);

void check_positions(const Table& table, const std::vector<Position>& positions, Workers& workers,
                     Problems& problems, const ShowProgress& progress);

}  // namespace quixo::verify
