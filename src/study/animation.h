// SPDX-License-Identifier: MIT
//
// A game that plays itself, as a figure.
#pragma once

#include <string>
#include <vector>

#include "game/geometry.h"
#include "study/timeline.h"

namespace quixo::study {

/// A game that plays itself and starts again: the taken cube rises, goes to the other end and pushes its row
/// or column. On paper, and for those who want no motion, it stands still at its end. What is known of
/// its moves is told below the board, in the end `unfinished` when nobody has won.
std::string svg_of_line(const Geometry& geometry, Position start, const std::vector<ShownMove>& line,
                        const std::string& unfinished = repeated);

}  // namespace quixo::study
