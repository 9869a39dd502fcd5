// SPDX-License-Identifier: MIT
#include "api/about_routes.h"

#include "api/encode.h"
#include "api/query.h"

namespace quixo::api {

std::vector<Route> about_routes(const std::string& program_version) {
  const auto health = [program_version](const Query&) {
    return json_response(Json{{"status", "ok"}, {"version", program_version}}.dump());
  };
  return {{.method = "GET", .path = "/api/v1/health", .speed = Speed::at_once, .answer = health}};
}

}  // namespace quixo::api
