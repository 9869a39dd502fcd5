// SPDX-License-Identifier: MIT
#include "api/board_routes.h"

#include <algorithm>
#include <cmath>

#include "api/encode.h"
#include "api/query.h"
#include "play/computer.h"

namespace quixo::api {
namespace {

/// The boards that are always listed.
constexpr const char* well_known[] = {"3x3", "4x4", "5x5", "4x4-double-wins", "5x5-line4", "5x5-double-wins"};

Json needs_json(const Boards& boards, const Rules& rules, Metric metric) {
  const solve::Needs needs = boards.needs(rules, metric);
  const std::optional<std::string> obstacle = boards.why_not(rules, metric);
  return {{"memory_bytes", needs.memory},
          {"disk_bytes", needs.disk},
          {"table_bytes", needs.table},
          {"seconds", std::llround(std::ceil(needs.seconds))},
          {"fits", !obstacle},
          {"why", obstacle ? Json(*obstacle) : Json()}};
}

/// Of a table of either metric.
Json needs_json(const Boards& boards, const Rules& rules) {
  return {{"outcome", needs_json(boards, rules, Metric::outcome)},
          {"distance", needs_json(boards, rules, Metric::distance)}};
}

Json board(const Boards& boards, const TableTags& tags, const Rules& rules) {
  const std::optional<BestTable> found = boards.find(rules);
  const bool is_solving = boards.making(rules).has_value();
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
          {"needs", needs_json(boards, rules)},
          {"command", "quixo solve " + to_string(rules)}};
}

Response list(const Boards& boards, const TableTags& tags, const Query& query) {
  std::vector<Rules> listed;
  for (const char* name : well_known) listed.push_back(parse_rules(name));
  for (const Rules& rules : boards.with_table())
    if (std::ranges::find(listed, rules) == listed.end()) listed.push_back(rules);
  Json players = Json::array();
  for (const std::string& name : Computer::all()) {
    const Computer player(name);
    players.push_back({{"name", name}, {"title", player.title()}, {"needs_table", player.needs_table()}});
  }
  Json rows = Json::array();
  for (const Rules& rules : listed) rows.push_back(board(boards, tags, rules));
  const std::optional<std::string> why_not = boards.why_not(query.request());
  const Json json = {{"players", std::move(players)},
                     {"boards", std::move(rows)},
                     {"can_solve", !why_not},
                     {"read_only", boards.is_read_only()},
                     {"why_not", why_not ? Json(*why_not) : Json()}};
  return json_response(json.dump());
}

}  // namespace

Response solve_progress(const Boards& boards, const Rules& rules) {
  // In this order: a solve that ends in between leaves its table, its failure or what it has done.
  const std::optional<Making> making = boards.making(rules);
  const std::optional<Failure> failure = boards.failure(rules);
  const std::optional<BestTable> found = boards.find(rules);
  const std::optional<Metric> unfinished = boards.unfinished(rules);
  const bool stopped = unfinished && !(found && found->metric >= *unfinished);
  const char* status = "missing";
  std::optional<Metric> metric;
  if (making) {
    status = "solving";
    metric = making->metric;
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
      {"layer", making ? Json(making->progress.layer) : Json()},
      {"phase", making ? Json(making->progress.phase) : Json()},
      {"phase_share", making ? Json(making->progress.phase_share) : Json()},
      {"share", making ? Json(making->progress.share) : Json()},
      {"seconds_left",
       making && making->seconds_left ? Json(std::llround(std::ceil(*making->seconds_left))) : Json()},
      {"message", failure && !making ? Json(failure->why) : Json()},
      {"needs", needs_json(boards, rules)}};
  return json_response(json.dump());
}

std::vector<Route> board_routes(const Boards& boards, const TableTags& tags) {
  return {
      {.method = "GET",
       .path = "/api/v1/boards",
       .answer = [&](const Query& query) { return list(boards, tags, query); }},
      {.method = "GET",
       .path = "/api/v1/solve",
       .parameters = {{"rules", Kind::rules}},
       .answer = [&](const Query& query) { return solve_progress(boards, query.rules()); }},
  };
}

}  // namespace quixo::api
