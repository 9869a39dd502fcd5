// SPDX-License-Identifier: MIT
//
// Whether there is room to make a table.
#pragma once

#include <filesystem>

#include "solve/needs.h"

namespace quixo::apps {

/// Refuses a job that does not fit, before it starts. The option is the one that chose the directory; so many
/// processes on this machine need as much memory each.
void check_needs(const solve::Needs& needs, const std::filesystem::path& directory, const char* option,
                 int processes = 1);

}  // namespace quixo::apps
