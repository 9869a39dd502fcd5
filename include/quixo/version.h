// SPDX-License-Identifier: MIT
//
// The versions, and the one place that says them; the build reads the first here. Each counts on its own.
#pragma once

#include <string_view>

namespace quixo {

/// Of the library and of the program, semantic: a change of the first number may break a caller.
inline constexpr std::string_view version = "1.0.0";
/// Of tables on disk (docs/format.md): the one that is written, and the only one that is read.
inline constexpr int table_format = 3;
/// Of the HTTP API (docs/api.md), as its addresses have it: /api/v1.
inline constexpr int http_api = 1;

}  // namespace quixo
