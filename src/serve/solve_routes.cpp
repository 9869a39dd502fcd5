// SPDX-License-Identifier: MIT
#include "serve/solve_routes.h"

#include "api/board_routes.h"
#include "api/encode.h"
#include "api/query.h"

namespace quixo::serve {
namespace {

Response start_solve(const Boards& boards, Solving& solving, const Query& query) {
  const Rules& rules = query.rules();
  const auto* asked = query.find<Metric>("metric");
  const Metric metric = asked != nullptr ? *asked : Metric::distance;
  const std::optional<BestTable> found = boards.find(rules);
  const bool ready = found && found->metric >= metric;
  if (!ready) solving.start(rules, metric);
  const Json json = {{"rules", to_string(rules)}, {"status", ready ? "ready" : "solving"}};
  return json_response(json.dump(), ready ? 200 : 202);
}

Response stop_solve(const Boards& boards, Solving& solving, const Rules& rules) {
  solving.stop(rules);
  return solve_progress(boards, rules);
}

}  // namespace

std::vector<Route> solve_routes(const Boards& boards, Solving& solving) {
  const Parameter rules = {"rules", Kind::rules};
  return {
      {.method = "POST",
       .path = "/api/v1/solve",
       .speed = Speed::search,  // a solve that is being stopped takes its time
       .writes = "start a solve",
       .parameters = {rules, {"metric", Kind::metric, Need::optional}},
       .answer = [&](const Query& query) { return start_solve(boards, solving, query); }},
      {.method = "DELETE",
       .path = "/api/v1/solve",
       .speed = Speed::search,
       .writes = "stop a solve",
       .parameters = {rules},
       .answer = [&](const Query& query) { return stop_solve(boards, solving, query.rules()); }},
  };
}

}  // namespace quixo::serve
