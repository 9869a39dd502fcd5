// SPDX-License-Identifier: MIT
#include "quixo/open.h"

#include <cstdlib>

#include "catalog/catalog.h"

namespace quixo {

std::filesystem::path default_tables_directory() {
  const char* data = std::getenv("XDG_DATA_HOME");
  // The XDG specification: a relative path is not valid and to be ignored.
  if (data != nullptr && std::filesystem::path(data).is_absolute())
    return std::filesystem::path(data) / "quixo";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return std::filesystem::path(home) / ".local/share/quixo";
  return {};
}

Table open_table(const Rules& rules, const std::filesystem::path& tables, std::size_t cache_bytes) {
  const std::optional<BestTable> best = best_table(tables, rules, Prefer::quick_start);
  if (!best) throw no_table(tables, rules);
  return best->in_memory ? solve_in_memory(rules) : open_table(tables, rules, best->metric, cache_bytes);
}

}  // namespace quixo
