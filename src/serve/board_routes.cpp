// SPDX-License-Identifier: MIT
#include "serve/board_routes.h"

#include <algorithm>

#include "serve/encode.h"
#include "serve/query.h"

namespace quixo::serve {
namespace {

/// The boards that are always listed.
constexpr const char* well_known[] = {"3x3", "4x4", "5x5", "4x4-double-wins", "5x5-line4", "5x5-double-wins"};

Response boards(const OpenTables& tables, Solving& solving, const TableTags& tags, const Query& query) {
  std::vector<Rules> listed;
  for (const char* name : well_known) listed.push_back(parse_rules(name));
  for (const Rules& rules : tables.on_disk())
    if (std::ranges::find(listed, rules) == listed.end()) listed.push_back(rules);
  Json rows = Json::array();
  for (const Rules& rules : listed) {
    const std::optional<BestTable> found = tables.find(rules);
    const solve::Needs needs = solving.needs(rules);
    const bool is_solving = solving.is_solving(rules);
    rows.push_back({{"rules", to_string(rules)},
                    {"rows", rules.rows},
                    {"cols", rules.cols},
                    {"line", rules.line},
                    {"double_line", rules.double_line == DoubleLine::wins ? "wins" : "loses"},
                    {"cells", rules.cells()},
                    {"status", found        ? "ready"
                               : is_solving ? "solving"
                                            : "missing"},
                    {"metric", found ? Json(metric_name(found->metric)) : Json()},
                    {"source", found ? Json(found->in_memory ? "memory" : "table") : Json()},
                    {"tag", found ? Json(tags.of(rules, found->metric)) : Json()},
                    {"needs_memory_bytes", needs.memory},
                    {"needs_disk_bytes", needs.disk},
                    {"command", "quixo solve " + to_string(rules)}});
  }
  const Json json = {{"boards", std::move(rows)}, {"can_solve", is_local(query.request())}};
  return json_response(json.dump());
}

Response start_solve(const OpenTables& tables, Solving& solving, const Rules& rules) {
  const bool ready = tables.find(rules).has_value();
  if (!ready) solving.start(rules);
  const Json json = {{"rules", to_string(rules)}, {"status", ready ? "ready" : "solving"}};
  return json_response(json.dump(), ready ? 200 : 202);
}

Response solve_progress(const OpenTables& tables, const Solving& solving, const Rules& rules) {
  // In this order: a solve that ends in between leaves its table or its failure.
  const std::optional<Progress> progress = solving.progress(rules);
  const std::optional<std::string> failure = solving.failure(rules);
  const bool ready = tables.find(rules).has_value();
  const Json json = {{"rules", to_string(rules)},
                     {"status", progress  ? "solving"
                                : ready   ? "ready"
                                : failure ? "failed"
                                          : "missing"},
                     {"layer", progress ? Json(progress->layer) : Json()},
                     {"phase", progress ? Json(progress->phase) : Json()},
                     {"phase_share", progress ? Json(progress->phase_share) : Json()},
                     {"share", progress ? Json(progress->share) : Json()},
                     {"message", failure ? Json(*failure) : Json()}};
  return json_response(json.dump());
}

}  // namespace

std::vector<Route> board_routes(const OpenTables& tables, Solving& solving, const TableTags& tags) {
  const Parameter rules = {"rules", Kind::rules};
  return {
      {.method = "GET",
       .path = "/api/v1/boards",
       .answer = [&](const Query& query) { return boards(tables, solving, tags, query); }},
      {.method = "POST",
       .path = "/api/v1/solve",
       .only_here = "start a solve",
       .parameters = {rules},
       .answer = [&](const Query& query) { return start_solve(tables, solving, query.rules()); }},
      {.method = "GET",
       .path = "/api/v1/solve",
       .parameters = {rules},
       .answer = [&](const Query& query) { return solve_progress(tables, solving, query.rules()); }},
  };
}

}  // namespace quixo::serve
