// SPDX-License-Identifier: MIT
#include "probe/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "game/error.h"
#include "game/geometry.h"
#include "game/notation.h"
#include "solve/solver.h"
#include "table/manifest.h"

namespace quixo {
namespace {

/// What a table of these rules costs, for whoever has to make it.
std::string price(const Rules& rules) {
  solve::Options options;
  options.directory = ".";
  options.threads = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
  const solve::Needs needs = solve::needs(Geometry(rules), options);
  return fmt::format("about {} here, up to {} of memory and {} of disk, and {} in the end",
                     rough_time(needs.seconds), size_text(needs.memory), size_text(needs.disk),
                     size_text(needs.table));
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
  return tables / to_string(rules) / (metric == Metric::outcome ? "outcome" : "distance");
}

std::optional<std::filesystem::path> find_table(const std::filesystem::path& tables, const Rules& rules,
                                                Metric metric) {
  std::filesystem::path directory = table_directory(tables, rules, metric);
  std::error_code ignored;  // what cannot be read is not there
  if (tables.empty() || !std::filesystem::exists(table::manifest_file(directory), ignored))
    return std::nullopt;
  return directory;
}

std::vector<TableInfo> list_tables(const std::filesystem::path& tables) {
  std::vector<TableInfo> found;
  std::error_code error;
  for (const auto& folder : std::filesystem::directory_iterator(tables, error)) {
    for (const Metric metric : {Metric::distance, Metric::outcome}) {
      try {
        const std::filesystem::path directory =
            table_directory(tables, parse_rules(folder.path().filename().string()), metric);
        if (const std::optional<table::Manifest> manifest = table::read_manifest(directory))
          found.push_back(
              {manifest->rules, manifest->metric, directory, manifest->bytes(), manifest->summary});
      } catch (const Error&) {
        continue;
      }
    }
  }
  std::ranges::sort(found, {}, &TableInfo::directory);
  return found;
}

Table open_table(const std::filesystem::path& tables, const Rules& rules) {
  if (const auto distances = find_table(tables, rules, Metric::distance)) return Table::open(*distances);
  if (rules.cells() <= Table::most_cells_in_memory) return Table::solve(rules);
  if (const auto outcomes = find_table(tables, rules, Metric::outcome)) return Table::open(*outcomes);
  throw no_table(tables, rules);
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
