// SPDX-License-Identifier: MIT
#include "serve/board_routes.h"

#include <algorithm>
#include <cmath>

#include "play/computer.h"
#include "serve/encode.h"
#include "serve/query.h"

namespace quixo::serve {
namespace {

/// The boards that are always listed.
constexpr const char* well_known[] = {"3x3", "4x4", "5x5", "4x4-double-wins", "5x5-line4", "5x5-double-wins"};

Json needs_json(Solving& solving, const Rules& rules, Metric metric) {
  const solve::Needs needs = solving.needs(rules, metric);
  const std::optional<std::string> obstacle = solving.why_not(rules, metric);
  return {{"memory_bytes", needs.memory},
          {"disk_bytes", needs.disk},
          {"table_bytes", needs.table},
          {"seconds", std::llround(std::ceil(needs.seconds))},
          {"fits", !obstacle},
          {"why", obstacle ? Json(*obstacle) : Json()}};
}

/// Of a table of either metric.
Json needs_json(Solving& solving, const Rules& rules) {
  return {{"outcome", needs_json(solving, rules, Metric::outcome)},
          {"distance", needs_json(solving, rules, Metric::distance)}};
}

Json board(const OpenTables& tables, Solving& solving, const TableTags& tags, const Rules& rules) {
  const std::optional<BestTable> found = tables.find(rules);
  const bool is_solving = solving.state(rules).has_value();
  Json players = Json::array();
  for (const std::string& name : Computer::all())
    if (found || !Computer(name).needs_table()) players.push_back(name);
  return {{"rules", to_string(rules)},
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
          {"players", std::move(players)},
          {"needs", needs_json(solving, rules)},
          {"command", "quixo solve " + to_string(rules)}};
}

Response boards(const OpenTables& tables, Solving& solving, const TableTags& tags, const Writers& writers,
                const Query& query) {
  std::vector<Rules> listed;
  for (const char* name : well_known) listed.push_back(parse_rules(name));
  for (const Rules& rules : tables.on_disk())
    if (std::ranges::find(listed, rules) == listed.end()) listed.push_back(rules);
  Json players = Json::array();
  for (const std::string& name : Computer::all()) {
    const Computer player(name);
    players.push_back({{"name", name}, {"title", player.title()}, {"needs_table", player.needs_table()}});
  }
  Json rows = Json::array();
  for (const Rules& rules : listed) rows.push_back(board(tables, solving, tags, rules));
  const std::optional<std::string> why_not = writers.why_not(query.request(), "make tables here");
  const Json json = {{"players", std::move(players)},
                     {"boards", std::move(rows)},
                     {"can_solve", !why_not},
                     {"read_only", writers.is_read_only()},
                     {"why_not", why_not ? Json(*why_not) : Json()}};
  return json_response(json.dump());
}

Response start_solve(const OpenTables& tables, Solving& solving, const Query& query) {
  const Rules& rules = query.rules();
  const auto* asked = query.find<Metric>("metric");
  const Metric metric = asked != nullptr ? *asked : Metric::distance;
  const std::optional<BestTable> found = tables.find(rules);
  const bool ready = found && found->metric >= metric;
  if (!ready) solving.start(rules, metric);
  const Json json = {{"rules", to_string(rules)}, {"status", ready ? "ready" : "solving"}};
  return json_response(json.dump(), ready ? 200 : 202);
}

Response solve_progress(const OpenTables& tables, Solving& solving, const Rules& rules) {
  // In this order: a solve that ends in between leaves its table, its failure or what it has done.
  const std::optional<Solving::State> state = solving.state(rules);
  const std::optional<Solving::Failure> failure = solving.failure(rules);
  const std::optional<BestTable> found = tables.find(rules);
  const std::optional<Metric> unfinished = solving.unfinished(rules);
  const bool stopped = unfinished && !(found && found->metric >= *unfinished);
  const char* status = "missing";
  std::optional<Metric> metric;
  if (state) {
    status = "solving";
    metric = state->metric;
  } else if (found && (found->metric == Metric::distance || (!failure && !stopped))) {
    status = "ready";
    metric = found->metric;
  } else if (failure) {
    status = "failed";
    metric = failure->metric;
  } else if (stopped) {
    status = "stopped";
    metric = unfinished;
  }
  const Json json = {
      {"rules", to_string(rules)},
      {"status", status},
      {"metric", metric ? Json(metric_name(*metric)) : Json()},
      {"layer", state ? Json(state->progress.layer) : Json()},
      {"phase", state ? Json(state->progress.phase) : Json()},
      {"phase_share", state ? Json(state->progress.phase_share) : Json()},
      {"share", state ? Json(state->progress.share) : Json()},
      {"seconds_left",
       state && state->seconds_left ? Json(std::llround(std::ceil(*state->seconds_left))) : Json()},
      {"message", failure && !state ? Json(failure->why) : Json()},
      {"needs", needs_json(solving, rules)}};
  return json_response(json.dump());
}

Response stop_solve(const OpenTables& tables, Solving& solving, const Rules& rules) {
  solving.stop(rules);
  return solve_progress(tables, solving, rules);
}

}  // namespace

std::vector<Route> board_routes(const OpenTables& tables, Solving& solving, const TableTags& tags,
                                const Writers& writers) {
  const Parameter rules = {"rules", Kind::rules};
  return {
      {.method = "GET",
       .path = "/api/v1/boards",
       .answer = [&](const Query& query) { return boards(tables, solving, tags, writers, query); }},
      {.method = "POST",
       .path = "/api/v1/solve",
       .speed = Speed::search,  // a solve that is being stopped takes its time
       .writes = "start a solve",
       .parameters = {rules, {"metric", Kind::metric, Need::optional}},
       .answer = [&](const Query& query) { return start_solve(tables, solving, query); }},
      {.method = "DELETE",
       .path = "/api/v1/solve",
       .speed = Speed::search,
       .writes = "stop a solve",
       .parameters = {rules},
       .answer = [&](const Query& query) { return stop_solve(tables, solving, query.rules()); }},
      {.method = "GET",
       .path = "/api/v1/solve",
       .parameters = {rules},
       .answer = [&](const Query& query) { return solve_progress(tables, solving, query.rules()); }},
  };
}

}  // namespace quixo::serve
