// SPDX-License-Identifier: MIT
//
// The endpoint about the program itself.
#pragma once

#include <string>
#include <vector>

#include "api/route.h"

namespace quixo::api {

/// health.
std::vector<Route> about_routes(const std::string& program_version);

}  // namespace quixo::api
