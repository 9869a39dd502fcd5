// SPDX-License-Identifier: MIT
//
// What the program says of computer players.
#pragma once

#include <string>

#include "play/computer.h"

namespace quixo::apps {

/// Why a player cannot play where there is no table, and what would make it possible; in one line.
std::string cannot_play(const Computer& player, const Knowledge& knowledge);

}  // namespace quixo::apps
