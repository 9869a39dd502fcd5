// SPDX-License-Identifier: MIT
//
// Values as the JSON of docs/api.md: outcomes for the player who moves, distances null where there are none.
// Positions are what the server is asked for most, so they are written as text at once, without a tree of
// values in between; nothing in them needs escaping.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "quixo/table.h"

namespace quixo::serve {

using Json = nlohmann::ordered_json;

enum class Replies : bool { left_out, counted };

/// The position, its value and its moves, best first.
std::string encode_position(const Table& table, Position position, Replies replies);

/// A move, the position it leads to and its value.
std::string encode_move(const Table& table, const MoveValue& move);

/// Best play to the end or to the first repetition. The table must have distances.
std::string encode_line(const Table& table, Position position);

std::string encode_statistics(const Table& table);

}  // namespace quixo::serve
