// SPDX-License-Identifier: MIT
//
// What a game in the terminal (session.h) says when it is asked: its commands, the rules, a hint, who wins.
#pragma once

#include <string>

#include "analysis/analysis.h"

namespace quixo::apps {

/// A row for each command.
extern const char* const session_help;

/// The rules as a player needs them.
std::string rules_text(const Rules& rules);

/// A best move and what it is worth. The game must not be over.
std::string hint_text(const Geometry& geometry, const Analysis& analysis);

/// "X wins in 7 moves with best play."
std::string value_text(Player to_move, const Known& known);

}  // namespace quixo::apps
