// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "base/workers.h"
#include "catalog/memory_source.h"
#include "probe/source.h"
#include "quixo/open.h"

namespace quixo {

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
