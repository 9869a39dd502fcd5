// SPDX-License-Identifier: MIT
#include "apps/cost.h"

#include <fmt/format.h>

#include "apps/machine.h"
#include "base/text.h"

namespace quixo::apps {

Cost cost_since(std::chrono::steady_clock::time_point begin, Team& team) {
  Cost cost;
  cost.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  Peers& peers = team.peers();
  cost.processes = peers.size();
  cost.traffic = traffic_of_all(peers);
  cost.peak_memory = peers.greatest(peak_memory());
  return cost;
}

void add_cost(const Cost& cost, nlohmann::ordered_json& json) {
  if (cost.processes > 1) {
    json["processes"] = cost.processes;
    json["sent_bytes"] = cost.traffic.bytes;
    json["messages"] = cost.traffic.messages;
    json["waits"] = cost.traffic.waits;
  }
  json["seconds"] = cost.seconds;
  json["peak_memory_bytes"] = cost.peak_memory;
}

std::string traffic_line(const Cost& cost) {
  if (cost.processes == 1) return "";
  return fmt::format("  {} processes, which sent {} to each other\n", cost.processes,
                     size_text(cost.traffic.bytes));
}

}  // namespace quixo::apps
