// SPDX-License-Identifier: MIT
//
// What work of a team has cost, as solve and verify say it.
#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "apps/team.h"
#include "base/peers.h"

namespace quixo::apps {

struct Cost {
  double seconds = 0;
  std::uint64_t peak_memory = 0;  ///< Of the process with the most.
  int processes = 1;
  Traffic traffic;  ///< Between them.
};

/// Of all since `begin`. All processes of the team must call it.
Cost cost_since(std::chrono::steady_clock::time_point begin, Team& team);

/// Adds it to what a verb prints.
void add_cost(const Cost& cost, nlohmann::ordered_json& json);
/// A line when there are several processes.
std::string traffic_line(const Cost& cost);

}  // namespace quixo::apps
