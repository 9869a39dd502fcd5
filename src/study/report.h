// SPDX-License-Identifier: MIT
//
// A study as files: Markdown for people, CSV and JSON for programs, SVG for both. Making them touches no
// disk.
#pragma once

#include <string>
#include <vector>

#include "probe/table.h"
#include "study/study.h"

namespace quixo::study {

struct File {
  std::string name;
  std::string text;
};

/// report.md and what it shows and refers to, all meant for one folder.
std::vector<File> report(const Table& table, const Study& study);

/// What one line of a comparison of several games says.
struct Headline {
  Rules rules;
  Value empty_board;
  bool has_distances = true;
  OutcomeCounts totals;
  std::uint64_t reachable = 0;
  int longest_win = 0;
  int longest_loss = 0;
};
Headline headline_of(const Table& table, const Study& study);

/// summary.md and summary.csv: one line for each game, which has its report in a folder of its name.
std::vector<File> summary(const std::vector<Headline>& headlines);

}  // namespace quixo::study
