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

}  // namespace quixo::study
