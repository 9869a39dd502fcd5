// SPDX-License-Identifier: MIT
#include "table/census_json.h"

#include <string>
#include <utility>

#include "game/notation.h"

namespace quixo::table {
namespace {

const OutcomeCounts& class_of(const Census& census, int own, int opponent) {
  return census.classes.at(static_cast<std::size_t>(own)).at(static_cast<std::size_t>(opponent));
}

}  // namespace

Json to_json(const OutcomeCounts& counts, const CensusFields& fields) {
  if (fields.draw_last) return {{"win", counts.win}, {"loss", counts.loss}, {"draw", counts.draw}};
  return {{"win", counts.win}, {"draw", counts.draw}, {"loss", counts.loss}};
}

OutcomeCounts counts_from(const Json& json) { return {json.at("win"), json.at("loss"), json.at("draw")}; }

Json class_to_json(int own, int opponent, const OutcomeCounts& counts, const CensusFields& fields) {
  Json row = {{fields.own, own}, {fields.opponent, opponent}};
  row.update(to_json(counts, fields));
  return row;
}

Json classes_to_json(const Census& census, int cells, const CensusFields& fields) {
  Json rows = Json::array();
  for (int own = 0; own <= cells; ++own)
    for (int opponent = 0; own + opponent <= cells; ++opponent)
      rows.push_back(class_to_json(own, opponent, class_of(census, own, opponent), fields));
  return rows;
}

Json layer_classes_to_json(const Census& census, int layer, const CensusFields& fields) {
  Json rows = Json::array();
  for (int own = 0; own <= layer; ++own)
    rows.push_back(class_to_json(own, layer - own, class_of(census, own, layer - own), fields));
  return rows;
}

Json distances_to_json(const Census& census, const CensusFields& fields) {
  Json rows = Json::array();
  for (const auto& [distance, counts] : census.distances)
    rows.push_back({{fields.distance, distance}, {"win", counts.win}, {"loss", counts.loss}});
  return rows;
}

void read_classes(const Json& rows, const CensusFields& fields, Census& census) {
  for (const Json& row : rows)
    census.classes.at(row.at(fields.own)).at(row.at(fields.opponent)) = counts_from(row);
}

void read_distances(const Json& rows, const CensusFields& fields, Census& census) {
  for (const Json& row : rows) census.distances[row.at(fields.distance)] = {row.at("win"), row.at("loss"), 0};
}

Json to_json(const Geometry& geometry, const std::optional<Longest>& longest, const CensusFields& fields) {
  if (!longest) return {};
  return {{fields.distance, longest->distance}, {"position", to_string(geometry, longest->position)}};
}

std::optional<Longest> longest_from(const Geometry& geometry, const Json& json, const CensusFields& fields) {
  if (json.is_null()) return std::nullopt;
  return Longest{json.at(fields.distance), parse_position(geometry, json.at("position").get<std::string>())};
}

}  // namespace quixo::table
