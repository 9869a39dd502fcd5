// SPDX-License-Identifier: MIT
//
// The tables of this machine: where they are kept, which there are, and which one to ask about some rules. A
// directory of tables has one folder per rules, and in it one per metric: 5x5/distance, 5x5/outcome.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/knowledge.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "quixo/table.h"
#include "quixo/value.h"

namespace quixo {

std::filesystem::path table_directory(const std::filesystem::path& tables, const Rules& rules, Metric metric);

/// The directory of this table if it is there and finished.
std::optional<std::filesystem::path> find_table(const std::filesystem::path& tables, const Rules& rules,
                                                Metric metric);

struct TableInfo {
  Rules rules;
  Metric metric = Metric::distance;
  std::filesystem::path directory;
  std::uint64_t bytes = 0;
  Summary summary;
};

struct TableList {
  std::vector<TableInfo> tables;      ///< In the order of their names.
  std::vector<std::string> problems;  ///< What is wrong with others: damaged, or not where they belong.
};

/// All finished tables. Folders that are named after no rules are passed over.
TableList list_tables(const std::filesystem::path& tables);

/// What a table is chosen for.
enum class Prefer {
  quick_start,    ///< A few questions: what is on disk is there at once.
  quick_answers,  ///< Many: small boards are solved in memory, even where a table on disk has them.
};

struct BestTable {
  Metric metric = Metric::distance;
  bool in_memory = false;  ///< Solved on the spot, else on disk.
};

/// The best there is for these rules: distances before outcomes. Nothing when there is none.
std::optional<BestTable> best_table(const std::filesystem::path& tables, const Rules& rules, Prefer prefer);

/// The table on disk of these rules and this metric. Throws Error when there is none, a damaged one, or one
/// of another game.
Table open_table(const std::filesystem::path& tables, const Rules& rules, Metric metric,
                 std::size_t cache_bytes = Table::default_cache_bytes);

/// Whom to ask about these rules: the best table there is and, where there is none, the search alone. Throws
/// Error when the table is damaged.
Knowledge open_knowledge(const std::filesystem::path& tables, const Rules& rules, Prefer prefer);

/// What a table would add where there is none, or one without distances, how it is made and what that takes.
/// Empty when nothing is missing.
std::string what_a_table_adds(const Knowledge& knowledge);

class NoTable : public MissingTable {
 public:
  NoTable(const std::string& what, const std::filesystem::path& tables)
      : MissingTable(what), has_directory(!tables.empty()) {}
  bool has_directory;  ///< Whether it was known where to look.
};
NoTable no_table(const std::filesystem::path& tables, const Rules& rules);

}  // namespace quixo
