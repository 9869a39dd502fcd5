// SPDX-License-Identifier: MIT
//
// Notes and progress on standard error.
#pragma once

#include <cstdio>
#include <exception>
#include <new>
#include <string>

namespace quixo::apps {

/// Where it cannot be written, nobody reads it: no work fails for that, as it would if fmt threw.
inline void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

/// What to say of a failure.
inline std::string words_of(const std::exception& failure) {
  if (dynamic_cast<const std::bad_alloc*>(&failure) != nullptr)
    return "there is not enough memory: close other programs, use fewer threads or a machine with more";
  return failure.what();
}

}  // namespace quixo::apps
