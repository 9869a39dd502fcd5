// SPDX-License-Identifier: MIT
#include "probe/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "game/error.h"
#include "game/geometry.h"
#include "game/notation.h"
#include "solve/solver.h"
#include "solve/workers.h"
#include "table/manifest.h"

namespace quixo {
namespace {

/// What a table of these rules costs, for whoever has to make it.
std::string price(const Rules& rules) {
  solve::Options options;
  options.directory = ".";
  options.threads = solve::all_threads();
  const solve::Needs needs = solve::needs(Geometry(rules), options);
  return fmt::format("about {} here, up to {} of memory and {} of disk, and {} in the end",
                     rough_time(needs.seconds), size_text(needs.memory), size_text(needs.disk),
                     size_text(needs.table));
}

std::optional<Rules> rules_named(const std::string& folder) {
  try {
    return parse_rules(folder);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::filesystem::path default_tables_directory() {
  const char* data = std::getenv("XDG_DATA_HOME");
  // The XDG specification: a relative path is not valid and to be ignored.
  if (data != nullptr && std::filesystem::path(data).is_absolute())
    return std::filesystem::path(data) / "quixo";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return std::filesystem::path(home) / ".local/share/quixo";
  return {};
}

std::filesystem::path table_directory(const std::filesystem::path& tables, const Rules& rules,
                                      Metric metric) {
  return tables / to_string(rules) / metric_name(metric);
}

std::optional<std::filesystem::path> find_table(const std::filesystem::path& tables, const Rules& rules,
                                                Metric metric) {
  std::filesystem::path directory = table_directory(tables, rules, metric);
  std::error_code ignored;  // what cannot be read is not there
  if (tables.empty() || !std::filesystem::exists(table::manifest_file(directory), ignored))
    return std::nullopt;
  return directory;
}

TableList list_tables(const std::filesystem::path& tables) {
  TableList found;
  std::error_code error;
  for (const auto& folder : std::filesystem::directory_iterator(tables, error)) {
    const std::optional<Rules> rules = rules_named(folder.path().filename().string());
    if (!rules) continue;
    for (const Metric metric : {Metric::distance, Metric::outcome}) {
      const std::filesystem::path directory = table_directory(tables, *rules, metric);
      try {
        if (const auto manifest = table::read_manifest(directory, *rules, metric))
          found.tables.push_back({*rules, metric, directory, manifest->bytes(), manifest->summary});
      } catch (const Error& problem) {
        found.problems.emplace_back(problem.what());
      }
    }
  }
  std::ranges::sort(found.tables, {}, &TableInfo::directory);
  std::ranges::sort(found.problems);
  return found;
}

Table open_table(const std::filesystem::path& tables, const Rules& rules) {
  if (find_table(tables, rules, Metric::distance)) return open_table(tables, rules, Metric::distance);
  if (rules.cells() <= Table::most_cells_in_memory) return Table::solve(rules);
  if (find_table(tables, rules, Metric::outcome)) return open_table(tables, rules, Metric::outcome);
  throw no_table(tables, rules);
}

Table open_table(const std::filesystem::path& tables, const Rules& rules, Metric metric,
                 std::size_t cache_bytes) {
  const std::filesystem::path directory = table_directory(tables, rules, metric);
  table::read_manifest(directory, rules, metric);  // refuses the table of another game
  return Table::open(directory, cache_bytes);
}

Error no_table(const std::filesystem::path& tables, const Rules& rules) {
  if (tables.empty())
    return Error(fmt::format(
        "there is no table of {}, and neither XDG_DATA_HOME nor HOME says where to look: name the "
        "place with --tables DIR",
        to_string(rules)));
  return Error(fmt::format("there is no table of {0} in {1}: quixo solve {0} makes it, which takes {2}",
                           to_string(rules), tables.string(), price(rules)));
}

}  // namespace quixo
