// SPDX-License-Identifier: MIT
#include "apps/table_for.h"

#include <fmt/format.h>
#include <unistd.h>

#include "probe/tables.h"

namespace quixo::apps {

void add_tables_option(CLI::App& verb, std::string& directory) {
  verb.add_option("--tables", directory, "where tables are kept (default: the user's data directory)");
}

Table table_for(const Rules& rules, const std::string& directory) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  if (terminal) fmt::print(stderr, "Getting the values of {} ready ...", to_string(rules));
  Table table =
      open_table(directory.empty() ? default_tables_directory() : std::filesystem::path(directory), rules);
  if (terminal) fmt::print(stderr, "\r\x1b[K");
  return table;
}

}  // namespace quixo::apps
