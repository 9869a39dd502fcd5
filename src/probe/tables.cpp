// SPDX-License-Identifier: MIT
#include "probe/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "game/error.h"
#include "game/geometry.h"
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
  const auto gigabytes = [](std::uint64_t bytes) {
    return fmt::format("{:.1f} GB", static_cast<double>(bytes) / 1e9);
  };
  return fmt::format("about {:.0f} min here, up to {} of memory and {} of disk, and {} in the end",
                     std::ceil(needs.seconds / 60), gigabytes(needs.memory), gigabytes(needs.disk),
                     gigabytes(needs.table));
}

}  // namespace

std::filesystem::path default_tables_directory() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != '\0')
    return std::filesystem::path(data) / "quixo";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return std::filesystem::path(home) / ".local/share/quixo";
  throw Error("neither XDG_DATA_HOME nor HOME is set: say where the tables are kept");
}

std::filesystem::path table_directory(const std::filesystem::path& tables, const Rules& rules,
                                      Metric metric) {
  return tables / to_string(rules) / (metric == Metric::outcome ? "outcome" : "distance");
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
  const auto exists = [&](Metric metric) {
    return std::filesystem::exists(table::manifest_file(table_directory(tables, rules, metric)));
  };
  if (exists(Metric::distance)) return Table::open(table_directory(tables, rules, Metric::distance));
  if (rules.cells() <= Table::most_cells_in_memory) return Table::solve(rules);
  if (exists(Metric::outcome)) return Table::open(table_directory(tables, rules, Metric::outcome));
  throw Error(fmt::format("there is no table of {0} in {1}: quixo solve {0} makes it, which takes {2}",
                          to_string(rules), tables.string(), price(rules)));
}

}  // namespace quixo
