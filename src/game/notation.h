// SPDX-License-Identifier: MIT
//
// The notation of quixo/notation.h for callers that have the geometry of their rules at hand.
#pragma once

#include <string>
#include <string_view>

#include "game/geometry.h"
#include "quixo/notation.h"
#include "quixo/value.h"

namespace quixo {

std::string cell_name(const Geometry& geometry, Cell cell);
std::string move_name(const Geometry& geometry, Move move);
Move parse_move(const Geometry& geometry, std::string_view text);

Position parse_position(const Geometry& geometry, std::string_view text);
std::string to_string(const Geometry& geometry, Position position);
std::string diagram(const Geometry& geometry, Position position);

/// What the value of the empty board means: "the second player wins in 8 moves", "a draw".
std::string game_in_words(Value empty_board, Metric metric);

}  // namespace quixo
