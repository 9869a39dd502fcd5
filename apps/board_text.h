// SPDX-License-Identifier: MIT
//
// The board in the terminal.
#pragma once

#include <optional>
#include <string>

#include "apps/colour.h"
#include "game/geometry.h"
#include "quixo/position.h"

namespace quixo::apps {

/// The diagram of a position. In colour, X is brown and O red, as on the page, and the cube that was put in
/// last is marked.
std::string board_text(const Geometry& geometry, Position position, std::optional<Cell> last, Colour colour);

}  // namespace quixo::apps
