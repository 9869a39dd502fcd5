// SPDX-License-Identifier: MIT
//
// The endpoints about the server itself.
#pragma once

#include <string>
#include <vector>

#include "serve/route.h"

namespace quixo::serve {

/// health and openapi.json.
std::vector<Route> about_routes(const std::string& program_version);

}  // namespace quixo::serve
