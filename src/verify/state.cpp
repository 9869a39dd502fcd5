// SPDX-License-Identifier: MIT
#include "verify/state.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"

namespace quixo::verify {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const OutcomeCounts& counts) { return {counts.win, counts.loss, counts.draw}; }
OutcomeCounts counts_from(const Json& json) { return {json.at(0), json.at(1), json.at(2)}; }

Json to_json(const LayerContent& content) {
  Json by_own = Json::array();
  for (const OutcomeCounts& counts : content.by_own) by_own.push_back(to_json(counts));
  Json distances = Json::array();
  for (const auto& [distance, counts] : content.distances) distances.push_back({distance, to_json(counts)});
  return {{"by_own", by_own},
          {"distances", distances},
          {"outcomes_hash", content.outcomes_hash},
          {"distances_hash", content.distances_hash},
          {"losses_checksum", content.losses_checksum}};
}

LayerContent content_from(const Json& json) {
  LayerContent content;
  for (std::size_t own = 0; own < content.by_own.size(); ++own)
    content.by_own[own] = counts_from(json.at("by_own").at(own));
  for (const Json& row : json.at("distances")) content.distances[row.at(0)] = counts_from(row.at(1));
  content.outcomes_hash = json.at("outcomes_hash");
  content.distances_hash = json.at("distances_hash");
  content.losses_checksum = json.at("losses_checksum");
  return content;
}

}  // namespace

std::optional<State> read_state(const std::filesystem::path& path, std::uint64_t manifest) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  const Json json = Json::parse(in, nullptr, false);
  try {
    State state;
    state.manifest = json.at("manifest");
    if (state.manifest != manifest) return std::nullopt;
    for (const Json& content : json.at("contents")) state.contents.push_back(content_from(content));
    state.layer = json.at("layer");
    state.outcomes_checked = json.at("outcomes_checked");
    state.units = json.at("units");
    for (const Json& problem : json.at("problems"))
      state.problems.push_back({static_cast<Check>(problem.at(0).get<int>()), problem.at(1)});
    state.problem_count = json.at("problem_count");
    return state;
  } catch (const Json::exception&) {
    return std::nullopt;  // not ours: start again
  }
}

void write_state(const std::filesystem::path& path, const State& state) {
  Json contents = Json::array();
  for (const LayerContent& content : state.contents) contents.push_back(to_json(content));
  Json problems = Json::array();
  for (const Problem& problem : state.problems)
    problems.push_back({static_cast<int>(problem.check), problem.text});
  const Json json = {{"manifest", state.manifest},
                     {"contents", contents},
                     {"layer", state.layer},
                     {"outcomes_checked", state.outcomes_checked},
                     {"units", state.units},
                     {"problems", problems},
                     {"problem_count", state.problem_count}};
  write_whole(path, json.dump() + '\n');
}

}  // namespace quixo::verify
