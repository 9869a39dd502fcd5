// SPDX-License-Identifier: MIT
//
// The counts of a table as charts. The page has its own (web/src/pages/figures.tsx), for a reason: these are
// files that stand alone, in a report on a screen or on paper, made without a browser; those follow the
// page's theme, its width and the pointer. Both show the same census.
#pragma once

#include <string>

#include "quixo/rules.h"
#include "quixo/value.h"

namespace quixo::study {

/// The shares of wins, draws and losses in the classes whose numbers of cubes differ by at most one: the
/// paper's figure.
std::string svg_of_outcomes(const Rules& rules, const Census& census);

/// How many positions are won and lost at each distance, on a logarithmic scale.
std::string svg_of_distances(const Rules& rules, const Census& census);

}  // namespace quixo::study
