// SPDX-License-Identifier: MIT
//
// Values as the JSON of docs/api.md: outcomes for the player who moves, distances null where there are none.
#pragma once

#include <nlohmann/json.hpp>

#include "probe/table.h"

namespace quixo::serve {

using Json = nlohmann::ordered_json;

enum class Replies : bool { left_out, counted };

/// The position, its value and its moves, best first.
Json encode_position(const Table& table, Position position, Replies replies);

/// Best play to the end or to the first repetition. The table must have distances.
Json encode_line(const Table& table, Position position);

}  // namespace quixo::serve
