// SPDX-License-Identifier: MIT
//
// The tables of this machine: where they are kept, which there are, and which one to ask about some rules. A
// directory of tables has one folder per rules, and in it one per metric: 5x5/distance, 5x5/outcome.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "game/error.h"
#include "game/value.h"
#include "probe/table.h"

namespace quixo {

/// $XDG_DATA_HOME/quixo, else ~/.local/share/quixo; empty when the environment says neither. Where a
/// directory of tables is expected, an empty one holds none.
std::filesystem::path default_tables_directory();

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

/// The best there is for these rules: distances on disk, a small board solved in memory, outcomes on disk.
/// Throws no_table() when there is none.
Table open_table(const std::filesystem::path& tables, const Rules& rules);

/// The table on disk of these rules and this metric. Throws Error when there is none, a damaged one, or one
/// of another game.
Table open_table(const std::filesystem::path& tables, const Rules& rules, Metric metric,
                 std::size_t cache_bytes = Table::default_cache_bytes);

/// Says which command makes a table of these rules and what it takes.
Error no_table(const std::filesystem::path& tables, const Rules& rules);

}  // namespace quixo
