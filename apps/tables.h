// SPDX-License-Identifier: MIT
//
// Where tables are kept, and whether there is room to make one.
#pragma once

#include <filesystem>
#include <string>

#include "solve/solver.h"

namespace quixo::apps {

std::string gigabytes(double bytes);

/// The directory an option gives or, when it is empty, the user's data directory.
std::filesystem::path tables_directory(const std::string& option, const std::string& given);

/// Refuses a job that does not fit, before it starts. The option is the one that chose the directory.
void check_needs(const solve::Needs& needs, const std::filesystem::path& directory, const char* option);

}  // namespace quixo::apps
