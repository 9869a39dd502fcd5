// SPDX-License-Identifier: MIT
#include "catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/workers.h"
#include "game/geometry.h"
#include "game/notation.h"
#include "quixo/error.h"
#include "solve/needs.h"
#include "solve/solver.h"
#include "table/manifest.h"

namespace quixo {
namespace {

/// What a table of these rules costs, for whoever has to make it.
std::string price(const Rules& rules, Metric metric) {
  solve::Options options;
  options.metric = metric;
  options.directory = ".";
  options.threads = all_threads();
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

std::optional<BestTable> best_table(const std::filesystem::path& tables, const Rules& rules, Prefer prefer) {
  const bool small = rules.cells() <= most_cells_in_memory;
  if (small && prefer == Prefer::quick_answers) return BestTable{Metric::distance, true};
  if (find_table(tables, rules, Metric::distance)) return BestTable{Metric::distance, false};
  if (small) return BestTable{Metric::distance, true};
  if (find_table(tables, rules, Metric::outcome)) return BestTable{Metric::outcome, false};
  return std::nullopt;
}

Table open_table(const std::filesystem::path& tables, const Rules& rules, Metric metric,
                 std::size_t cache_bytes) {
  const std::filesystem::path directory = table_directory(tables, rules, metric);
  table::read_manifest(directory, rules, metric);  // refuses the table of another game
  return Table::open(directory, cache_bytes);
}

Knowledge open_knowledge(const std::filesystem::path& tables, const Rules& rules, Prefer prefer) {
  const std::optional<BestTable> best = best_table(tables, rules, prefer);
  if (!best) return Knowledge(rules);
  return Knowledge(best->in_memory ? solve_in_memory(rules) : open_table(tables, rules, best->metric));
}

std::string what_a_table_adds(const Knowledge& knowledge) {
  const std::string rules = to_string(knowledge.rules());
  if (knowledge.metric() == Metric::distance) return "";
  std::string distances = fmt::format("quixo solve {} finds how long every win and loss takes: {}", rules,
                                      price(knowledge.rules(), Metric::distance));
  if (knowledge.metric()) return distances;
  return fmt::format("quixo solve {} --outcome-only finds who wins everywhere: {}; {}", rules,
                     price(knowledge.rules(), Metric::outcome), distances);
}

NoTable no_table(const std::filesystem::path& tables, const Rules& rules) {
  if (tables.empty())
    return NoTable(
        fmt::format("there is no table of {}, and neither XDG_DATA_HOME nor HOME says where to look",
                    to_string(rules)),
        tables);
  return NoTable(fmt::format("there is no table of {0} in {1}: quixo solve {0} makes it, which takes {2}",
                             to_string(rules), tables.string(), price(rules, Metric::distance)),
                 tables);
}

}  // namespace quixo
