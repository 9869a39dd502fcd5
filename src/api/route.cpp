// SPDX-License-Identifier: MIT
#include "api/route.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.h"

namespace quixo::api {
namespace {

void check_names(const Route& route, const Target& target) {
  for (const auto& [name, value] : target.query)
    if (route.has_body() ||
        std::ranges::find(route.parameters, name, &Parameter::name) == route.parameters.end())
      throw Refusal{400, fmt::format("{} is no parameter of {}", quixo::quoted(name), route.path)};
}

}  // namespace

bool Route::has(Kind kind) const {
  return std::ranges::find(parameters, kind, &Parameter::kind) != parameters.end();
}

bool is_sound(const Route& route) {
  const bool has_rules = route.has(Kind::rules) != route.has(Kind::game);
  const bool has_answer = std::visit([](const auto& answer) { return answer != nullptr; }, route.answer);
  const bool can_be_kept = route.method == "GET" && route.needs_knowledge() && route.has(Kind::tag);
  return (route.method == "GET" || route.method == "POST" || route.method == "DELETE") && has_answer &&
         (has_rules || !route.needs_knowledge()) &&
         (route.caching == Caching::by_table ? can_be_kept : !route.has(Kind::tag)) &&
         // The caller's thread never waits.
         (route.speed != Speed::at_once || (!route.needs_knowledge() && !route.has_body()));
}

const Route& find_route(const std::vector<Route>& routes, std::string_view method, const Target& target) {
  std::vector<std::string_view> allowed;
  for (const Route& route : routes) {
    if (route.path != target.path) continue;
    if (route.method == (method == "HEAD" ? "GET" : method)) {
      check_names(route, target);
      return route;
    }
    allowed.push_back(route.method);
    if (route.method == "GET") allowed.emplace_back("HEAD");
  }
  if (allowed.empty()) throw Refusal{404, fmt::format("there is nothing at {}", quixo::quoted(target.path))};
  throw Refusal{405, fmt::format("{} does not take {}", target.path, quixo::quoted(method)),
                fmt::format("{}", fmt::join(allowed, ", "))};
}

}  // namespace quixo::api
