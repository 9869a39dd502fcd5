// SPDX-License-Identifier: MIT
#include "verify/state.h"

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "quixo/version.h"

namespace quixo::verify {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(int layer, const LayerLosses& losses) {
  Json counts = Json::array();
  for (const auto& [distance, count] : losses.counts) counts.push_back({distance, count});
  return {{"layer", layer}, {"writers", losses.writers}, {"sum", losses.sum}, {"counts", counts}};
}

/// What was written with the right key is as it was written.
LayerLosses losses_from(const Json& json) {
  LayerLosses losses;
  losses.writers = json.at("writers");
  losses.sum = json.at("sum");
  for (const Json& row : json.at("counts")) losses.counts[row.at(0)] = row.at(1);
  return losses;
}

State state_from(const Json& json) {
  State state;
  state.layer = json.at("layer");
  state.outcomes_checked = json.at("outcomes_checked");
  for (const Json& row : json.at("units")) state.units.push_back({row.at(0), row.at(1)});
  for (const Json& row : json.at("losses")) state.losses[row.at("layer")] = losses_from(row);
  for (const Json& problem : json.at("problems"))
    state.problems.push_back(
        {static_cast<Check>(problem.at(0).get<int>()), problem.at(1), {problem.at(2), problem.at(3)}});
  state.problem_count = json.at("problem_count");
  return state;
}

}  // namespace

std::string to_text(const State& state) {
  Json losses = Json::array();
  for (const auto& [layer, each] : state.losses) losses.push_back(to_json(layer, each));
  Json problems = Json::array();
  for (const Problem& problem : state.problems)
    problems.push_back(
        {static_cast<int>(problem.check), problem.text, problem.place.pass, problem.place.item});
  Json units = Json::array();
  for (const Range& range : state.units) units.push_back({range.begin, range.end});
  const Json json = {{"version", version},   {"table", hex(state.table)},
                     {"layer", state.layer}, {"outcomes_checked", state.outcomes_checked},
                     {"units", units},       {"losses", losses},
                     {"problems", problems}, {"problem_count", state.problem_count}};
  return json.dump() + '\n';
}

State state_from_text(const std::string& text) { return state_from(Json::parse(text)); }

void write_state(const std::filesystem::path& path, const State& state, const Digest& key) {
  const std::string text = to_text(state);
  write_whole(path, text + hex(mark_of(key, text)) + '\n');
}

std::optional<State> read_state(const std::filesystem::path& path, const Digest& table, const Digest& key,
                                std::string& why) {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;  // it has some kilobytes
  const std::optional<std::string> all = read_whole(path, most_bytes);
  if (!all) return std::nullopt;
  const std::string text = all->substr(0, all->find('\n') + 1);
  if (*all != text + hex(mark_of(key, text)) + '\n') {
    why = path.string() + " does not bear the mark of this user";
    return std::nullopt;
  }
  const Json json = Json::parse(text);
  if (json.at("version") != version)
    why = "an earlier check was by another version of quixo";
  else if (json.at("table") != hex(table))
    why = "the table is not the one of an earlier check, byte for byte";
  else {
    State state = state_from(json);
    state.table = table;
    return state;
  }
  return std::nullopt;
}

}  // namespace quixo::verify
