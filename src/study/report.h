// SPDX-License-Identifier: MIT
//
// A study as files: Markdown for people, CSV and JSON for programs, SVG for both. Making them touches no
// disk.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "quixo/table.h"
#include "study/study.h"

namespace quixo::study {

struct File {
  std::string name;
  std::string text;
};

/// All files that a report may have.
inline constexpr std::array report_files = {"report.md",     "report.json",   "classes.csv",
                                            "outcomes.svg",  "positions.svg", "distances.csv",
                                            "distances.svg", "game.txt",      "game.svg"};

/// report.md and what it shows and refers to, all meant for one folder. It comes last, so that a report that
/// was not written whole has none.
std::vector<File> report(const Table& table, const Study& study);

}  // namespace quixo::study
