// SPDX-License-Identifier: MIT
//
// The table that a verb plays or judges by.
#pragma once

#include <filesystem>
#include <string>

#include "analysis/knowledge.h"
#include "catalog/catalog.h"
#include "quixo/error.h"
#include "quixo/table.h"

namespace CLI {
class App;
}

namespace quixo::apps {

/// The default of an option that names a directory of tables, as help has it.
constexpr const char* default_tables_text = "(default: $XDG_DATA_HOME/quixo, else ~/.local/share/quixo)";

/// Adds the option --tables, which says where to look.
void add_tables_option(CLI::App& verb, std::string& directory);

/// The directory that was named, else the default; empty when there is none.
std::filesystem::path tables_directory(const std::string& named);

/// From that directory; small boards are solved, with a word on the terminal meanwhile.
Table table_for(const Rules& rules, const std::string& directory);

/// Whom to ask about these rules: the best table there is, else the search. Small boards are solved, with a
/// word on the terminal meanwhile.
Knowledge knowledge_for(const Rules& rules, const std::string& directory);

/// In one line what answered in place of a table with distances, what one would add and what it takes; empty
/// when nothing is missing.
std::string table_note(const Knowledge& knowledge);

/// Looks for a table. When it is not known where to look, the Error names the option that says it: the
/// library knows none.
template <class Look>
auto look_for_table(Look&& look) {
  try {
    return look();
  } catch (const NoTable& error) {
    if (error.has_directory) throw;
    throw Error(std::string(error.what()) + ": name the place with --tables DIR");
  }
}

}  // namespace quixo::apps
