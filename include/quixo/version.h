// SPDX-License-Identifier: MIT
//
// The version of the library and of the program: this is the one place that says it. The build reads it here.
// Versions are semantic: a change of the first number (while it is 0, of the second) may break a caller.
#pragma once

#include <string_view>

namespace quixo {

inline constexpr std::string_view version = "0.2.0";

}  // namespace quixo
