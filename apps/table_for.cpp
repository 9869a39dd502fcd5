// SPDX-License-Identifier: MIT
#include "apps/table_for.h"

#include <fmt/format.h>
#include <unistd.h>

namespace quixo::apps {

Table table_for(const Rules& rules) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  if (terminal) fmt::print(stderr, "Solving {} ...", to_string(rules));
  Table table = Table::solve(rules);
  if (terminal) fmt::print(stderr, "\r\x1b[K");
  return table;
}

}  // namespace quixo::apps
