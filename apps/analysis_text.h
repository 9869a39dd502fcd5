// SPDX-License-Identifier: MIT
//
// What is known of positions, moves and lines as people read it in the terminal. It never says more than is
// known: where nothing is proved it says "unclear" and how far it looked, not "a draw".
#pragma once

#include <string>

#include "analysis/analysis.h"
#include "apps/colour.h"

namespace quixo::apps {

/// "X to move wins in 7.", "X to move: a draw.", "X to move: unclear, ..."; or who has won.
std::string verdict(const Geometry& geometry, Position position, const Known& known);

/// The two figures of a position: "12 of 40 moves hold. Best trap: e4a4, after which 1 of 32 replies holds."
/// Nothing when the game is over.
std::string figures(const Geometry& geometry, const Analysis& analysis);

/// "e4a4, after which 1 of 32 replies holds"
std::string with_replies_text(const Geometry& geometry, const AnalysedMove& move);

/// A row for each move, best first: its value, how many replies hold, what it leads to. Moves that are the
/// same but for a symmetry are one row unless `all` of them are wanted.
std::string moves_text(const Geometry& geometry, const Analysis& analysis, bool all, Colour colour);

/// A row for each move of a line, and how it ends. `boards` shows the board after each.
std::string line_text(const Geometry& geometry, Position start, const PlayLine& line, bool boards,
                      Colour colour);

/// Whether a line is the hardest play rather than the best: somewhere nothing was decided.
bool is_hardest(const PlayLine& line);

/// At most so many moves of a line are worth the wait.
std::size_t longest_line(const Knowledge& knowledge);

/// Words in lines of at most 80 columns. The first line begins with `lead`, the others are indented as far.
std::string wrapped(const std::string& words, const std::string& lead = "");

}  // namespace quixo::apps
