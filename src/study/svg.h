// SPDX-License-Identifier: MIT
//
// The figures of a study as SVG, written by hand: no library draws a game whose cubes slide. Every figure is
// a whole document with a title and a description for those who do not see it; outcomes differ in shade and
// in label, not in colour alone.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "game/geometry.h"
#include "quixo/table.h"
#include "quixo/value.h"

namespace quixo::study {

/// The shares of wins, draws and losses in the classes whose numbers of cubes differ by at most one: the
/// paper's figure.
std::string svg_of_outcomes(const Rules& rules, const Census& census);

/// How many positions are won and lost at each distance, on a logarithmic scale.
std::string svg_of_distances(const Rules& rules, const Census& census);

/// Boards side by side, each above its notation and its caption.
std::string svg_of_positions(const Geometry& geometry,
                             const std::vector<std::pair<Position, std::string>>& captioned);

/// A game that plays itself and starts again: the taken cube rises, goes to the other end and pushes its row
/// or column. On paper, and for those who want no motion, it stands still at its end. The line is what
/// Table::line() gives; its values are told below the board.
std::string svg_of_line(const Geometry& geometry, Position start, const std::vector<MoveValue>& line);

}  // namespace quixo::study
