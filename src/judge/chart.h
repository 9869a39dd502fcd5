// SPDX-License-Identifier: MIT
//
// Shares with their intervals as an SVG figure: a row for each, a dot for the share, a bar for what is
// unclear and a whisker for the interval of 95 %.
#pragma once

#include <string>
#include <vector>

#include "judge/marks.h"

namespace quixo::judge {

struct ChartRow {
  std::string label;
  Share share;  ///< Of no case: the row says so.
};

struct ChartSection {
  std::string title;
  std::vector<ChartRow> rows;
};

std::string svg_of_shares(const std::string& title, const std::vector<ChartSection>& sections);

}  // namespace quixo::judge
