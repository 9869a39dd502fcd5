// SPDX-License-Identifier: MIT
//
// The board of a game in the terminal.
#pragma once

#include <string>

#include "play/game.h"

namespace quixo::apps {

/// The diagram of the game's position. A terminal that wants colours gets X and O apart from each other and
/// the cube of the last move marked.
std::string board_text(const Game& game);

}  // namespace quixo::apps
