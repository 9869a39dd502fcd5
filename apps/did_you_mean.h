// SPDX-License-Identifier: MIT
//
// For words that were mistyped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quixo::apps {

/// ": did you mean probe?" of the word that is nearest, to go on a message; nothing when none is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words);

}  // namespace quixo::apps
