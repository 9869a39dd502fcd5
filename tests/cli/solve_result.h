// SPDX-License-Identifier: MIT
//
// What the tests of quixo solve share.
#pragma once

#include "tests/cli/program.h"

namespace quixo::cli {

/// A solve that takes seconds shows progress on standard error; the result is on standard output.
inline json result_of(const Outcome& outcome) { return parsed({outcome.code, outcome.out, ""}); }

constexpr const char* signature_3x3 = "074ae202f787925e";
constexpr const char* signature_4x4 = "bbb6209361cd9911";

}  // namespace quixo::cli
