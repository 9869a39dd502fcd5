// SPDX-License-Identifier: MIT
//
// A game that plays itself, as a figure.
#pragma once

#include <string>
#include <vector>

#include "game/geometry.h"
#include "quixo/table.h"

namespace quixo::study {

/// A game that plays itself and starts again: the taken cube rises, goes to the other end and pushes its row
/// or column. On paper, and for those who want no motion, it stands still at its end. The line is what
/// Table::line() gives; its values are told below the board.
std::string svg_of_line(const Geometry& geometry, Position start, const std::vector<MoveValue>& line);

}  // namespace quixo::study
