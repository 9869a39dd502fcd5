// SPDX-License-Identifier: MIT
//
// The table that a verb plays or judges by.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "probe/table.h"

namespace quixo::apps {

/// Adds the option --tables, which says where to look.
void add_tables_option(CLI::App& verb, std::string& directory);

/// From that directory, or the user's data directory when it is empty; small boards are solved, with a word
/// on the terminal meanwhile.
Table table_for(const Rules& rules, const std::string& directory);

}  // namespace quixo::apps
