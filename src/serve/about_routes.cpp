// SPDX-License-Identifier: MIT
#include "serve/about_routes.h"

#include "serve/encode.h"
#include "serve/page.h"
#include "serve/query.h"

namespace quixo::serve {

std::vector<Route> about_routes(const std::string& program_version) {
  const auto health = [program_version](const Query&) {
    return json_response(Json{{"status", "ok"}, {"version", program_version}}.dump());
  };
  const auto openapi = [](const Query& query) {
    return asset_response(query.request(), api_description(), false);
  };
  return {
      {.method = "GET", .path = "/api/v1/health", .speed = Speed::at_once, .answer = health},
      {.method = "GET", .path = "/api/v1/openapi.json", .speed = Speed::at_once, .answer = openapi},
  };
}

}  // namespace quixo::serve
