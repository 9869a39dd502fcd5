// SPDX-License-Identifier: MIT
//
// A suite: positions with their values, in a file that anybody can read (docs/suites). A line has a position,
// its outcome and its distance; a draw has none (-), and where it is not known stands a ?:
//
//   # a comment
//   XOOXO/O3X/X2OO/XOXXX/OXXXO x win 17
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quixo/known.h"
#include "quixo/rules.h"

namespace quixo::judge {

struct SuitePosition {
  Position position;
  Known known;  ///< With an outcome.
};

/// Throws Error, which names the line, when one is not as it should be or its position is over, and when
/// there is no position at all.
std::vector<SuitePosition> parse_suite(const Rules& rules, std::string_view text);

/// One position as a line, without its end.
std::string to_string(const Rules& rules, const SuitePosition& position);

}  // namespace quixo::judge
