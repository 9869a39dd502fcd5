// SPDX-License-Identifier: MIT
#include "apps/table_for.h"

#include <fmt/format.h>
#include <unistd.h>

#include "quixo/open.h"

namespace quixo::apps {

void add_tables_option(CLI::App& verb, std::string& directory) {
  verb.add_option("--tables", directory, fmt::format("where tables are kept {}", default_tables_text));
}

std::filesystem::path tables_directory(const std::string& named) {
  return named.empty() ? default_tables_directory() : std::filesystem::path(named);
}

Table table_for(const Rules& rules, const std::string& directory) {
  struct Notice {
    bool shown = isatty(STDERR_FILENO) != 0;
    ~Notice() {
      if (shown) fmt::print(stderr, "\r\x1b[K");
    }
  } const notice;
  if (notice.shown) fmt::print(stderr, "Getting the values of {} ready ...", to_string(rules));
  return look_for_table([&] { return open_table(rules, tables_directory(directory)); });
}

}  // namespace quixo::apps
