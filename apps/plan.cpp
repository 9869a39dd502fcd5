// SPDX-License-Identifier: MIT
#include "apps/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "apps/json_text.h"
#include "apps/verbs.h"
#include "base/text.h"
#include "game/notation.h"
#include "layout/orbits.h"
#include "quixo/error.h"
#include "table/census_json.h"

namespace quixo::apps {
namespace {

/// The most of anything that is there at a time, and the sum of what adds up.
solve::LayerNeeds all_of(const std::vector<solve::LayerNeeds>& layers) {
  solve::LayerNeeds all;
  for (const solve::LayerNeeds& layer : layers) {
    all.memory = std::max(all.memory, layer.memory);
    all.disk = std::max(all.disk, layer.disk);
    all.sent += layer.sent;
    all.messages += layer.messages;
    all.waits += layer.waits;
    all.work += layer.work;
    all.seconds += layer.seconds;
  }
  return all;
}

std::string as_text(const Geometry& geometry, const std::vector<solve::LayerNeeds>& layers,
                    const PlanOptions& options) {
  const bool alone = options.processes == 1;
  std::string text =
      fmt::format("{}, {}, by {} process{} with {} thread{} each\n\n", to_string(geometry.rules()),
                  options.how.metric == Metric::outcome ? "outcomes" : "distances", options.processes,
                  alone ? "" : "es", options.how.threads, options.how.threads == 1 ? "" : "s");
  constexpr const char* row = "  {:>5}{:>22}{:>10}{:>10}{:>13}{:>13}{:>10}\n";
  text += fmt::format(row, "layer", "stored positions", "memory", "sent", "messages", "disk of all", "time");
  for (const solve::LayerNeeds& layer : layers)
    text += fmt::format(row, layer.layer, grouped(layer.positions), size_text(layer.memory),
                        size_text(layer.sent), grouped(layer.messages), size_text(layer.disk),
                        rough_time(layer.seconds));
  const solve::LayerNeeds all = all_of(layers);
  if (alone)
    return text + fmt::format("\n  up to {} of memory and {} of disk, about {}\n", size_text(all.memory),
                              size_text(all.disk), rough_time(all.seconds));
  const std::size_t units = std::ranges::max(layer_shapes(geometry), {}, &LayerShape::units).units();
  if (units < static_cast<std::size_t>(options.processes))
    text += fmt::format(
        "\n  no layer has more than {} unit{}: of so many processes the others have nothing to do\n",
        grouped(units), units == 1 ? "" : "s");
  return text +
         fmt::format(
             "\n  each process needs up to {} of memory and sends {}; together they need up to {} of disk\n"
             "  about {}, of which {} are work and the rest is for each other, with {} a second and {:g} µs\n"
             "  from process to process (--bandwidth, --latency)\n",
             size_text(all.memory), size_text(all.sent), size_text(all.disk), rough_time(all.seconds),
             rough_time(all.work), size_text(static_cast<std::uint64_t>(options.network.bytes_per_second)),
             options.network.latency * 1e6);
}

Json as_json(const solve::LayerNeeds& needs) {
  return {{"memory_bytes", needs.memory}, {"sent_bytes", needs.sent}, {"messages", needs.messages},
          {"waits", needs.waits},         {"disk_bytes", needs.disk}, {"work_seconds", needs.work},
          {"seconds", needs.seconds}};
}

Json as_json(const Geometry& geometry, const std::vector<solve::LayerNeeds>& layers,
             const PlanOptions& options) {
  Json json = {{"rules", to_string(geometry.rules())},
               {"metric", metric_name(options.how.metric)},
               {"processes", options.processes},
               {"threads", options.how.threads},
               {"bandwidth_bytes_per_second", options.network.bytes_per_second},
               {"latency_seconds", options.network.latency}};
  json.update(as_json(all_of(layers)));
  Json& rows = json["layers"] = Json::array();
  for (const solve::LayerNeeds& layer : layers) {
    Json& row = rows.emplace_back(Json{{"layer", layer.layer}, {"stored_positions", layer.positions}});
    row.update(as_json(layer));
  }
  return json;
}

}  // namespace

void print_plan(const Geometry& geometry, const PlanOptions& options) {
  const std::vector<solve::LayerNeeds> layers =
      solve::layer_needs(geometry, options.how, options.processes, options.network);
  print(options.json ? json_text(as_json(geometry, layers, options)) : as_text(geometry, layers, options));
  if (const std::uint64_t needed = all_of(layers).memory; options.memory && needed > *options.memory)
    throw Error(
        fmt::format("each process needs {} of memory, and has {}: start more of them, or give each fewer "
                    "threads",
                    size_text(needed), size_text(*options.memory)));
}

}  // namespace quixo::apps
