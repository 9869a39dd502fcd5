// SPDX-License-Identifier: MIT
#include "quixo/open.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/workers.h"
#include "catalog/catalog.h"
#include "catalog/memory_source.h"
#include "probe/source.h"

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

Table open_table(const Rules& rules, const std::filesystem::path& tables) {
  const std::optional<BestTable> best = best_table(tables, rules, Prefer::quick_start);
  if (!best) throw no_table(tables, rules);
  return best->in_memory ? solve_in_memory(rules) : open_table(tables, rules, best->metric);
}

Table solve_in_memory(const Rules& rules, const SolveOptions& options) {
  if (checked(rules).cells() > most_cells_in_memory)
    throw Error(fmt::format(
        "{0} has {1} cells, and at most {2} are solved in memory: make a table with quixo solve {0}",
        to_string(rules), rules.cells(), most_cells_in_memory));
  Job job{options.threads > 0 ? options.threads : all_threads(), options.stop};
  if (options.progress) job.progress = [&](const Progress& progress) { options.progress(progress.share); };
  return probe::Access::table(solve_source(rules, job));
}

}  // namespace quixo
