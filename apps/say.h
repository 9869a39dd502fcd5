// SPDX-License-Identifier: MIT
//
// Notes and progress on standard error.
#pragma once

#include <cstdio>
#include <string>

namespace quixo::apps {

/// Where it cannot be written, nobody reads it: no work fails for that, as it would if fmt threw.
inline void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

}  // namespace quixo::apps
