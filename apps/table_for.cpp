// SPDX-License-Identifier: MIT
#include "apps/table_for.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <utility>

#include "apps/say.h"
#include "quixo/open.h"

namespace quixo::apps {
namespace {

/// A word on the terminal while a table is got ready.
class Notice {
 public:
  explicit Notice(const Rules& rules) {
    if (shown_) say(fmt::format("Getting the values of {} ready ...", to_string(rules)));
  }
  ~Notice() {
    if (shown_) say("\r\x1b[K");
  }
  Notice(const Notice&) = delete;
  Notice& operator=(const Notice&) = delete;

 private:
  bool shown_ = isatty(STDERR_FILENO) != 0;
};

}  // namespace

void add_tables_option(CLI::App& verb, std::string& directory) {
  verb.add_option("--tables", directory, fmt::format("where tables are kept {}", default_tables_text))
      ->type_name("DIR");
}

std::filesystem::path tables_directory(const std::string& named) {
  return named.empty() ? default_tables_directory() : std::filesystem::path(named);
}

Table table_for(const Rules& rules, const std::string& directory) {
  const Notice notice(rules);
  return look_for_table([&] { return open_table(rules, tables_directory(directory)); });
}

Knowledge knowledge_for(const Rules& rules, const std::string& directory) {
  const std::filesystem::path tables = tables_directory(directory);
  const std::optional<BestTable> best = best_table(tables, rules, Prefer::quick_start);
  const std::optional<Notice> notice =
      best && best->in_memory ? std::optional<Notice>(std::in_place, rules) : std::nullopt;
  return open_knowledge(tables, rules, Prefer::quick_start);
}

std::string table_note(const Knowledge& knowledge) {
  const std::string added = what_a_table_adds(knowledge);
  if (added.empty()) return "";
  const std::string rules = to_string(knowledge.rules());
  return knowledge.table() ? fmt::format("The table of {} has no distances. {}.", rules, added)
                           : fmt::format("There is no table of {}, so a search answered. {}.", rules, added);
}

}  // namespace quixo::apps
