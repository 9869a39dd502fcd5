// SPDX-License-Identifier: MIT
//
// Values as the JSON of docs/api.md: outcomes for the player who moves, null what is not known. Positions are
// what the server is asked for most, so they are written as text at once, without a tree of values in
// between; nothing in them needs escaping.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "analysis/analysis.h"
#include "play/puzzle.h"
#include "quixo/table.h"

namespace quixo::api {

using Json = nlohmann::ordered_json;

/// The position, its value and its moves, best first; the replies where they are counted.
std::string encode_position(const Geometry& geometry, const Analysis& analysis);

/// A move, the position it leads to and its value.
std::string encode_move(const Geometry& geometry, const KnownMove& move);

/// A line from a position of which so much is known.
std::string encode_line(const Geometry& geometry, Position position, const PlayLine& line);

std::string encode_puzzle(const Geometry& geometry, PuzzleKind kind, std::uint64_t seed,
                          const Puzzle& puzzle);

std::string encode_statistics(const Table& table);

}  // namespace quixo::api
