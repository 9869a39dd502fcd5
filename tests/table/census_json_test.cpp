// SPDX-License-Identifier: MIT
//
// The census of five documents: the words of each are promised to whoever reads it, so they are pinned.
#include "table/census_json.h"

#include <gtest/gtest.h>

#include "game/notation.h"

namespace quixo::table {
namespace {

/// Of a board with two cells, had it a name.
Census census() {
  Census found;
  found.classes[0][0] = {1, 2, 3};
  found.classes[0][1] = {4, 5, 6};
  found.classes[1][1] = {7, 8, 9};
  found.distances[0] = {10, 11, 0};
  found.distances[3] = {12, 0, 0};
  return found;
}

TEST(CensusJson, HasTheWordsOfItsDocument) {
  const auto first = [](const CensusFields& fields) { return class_to_json(1, 2, {3, 4, 5}, fields).dump(); };
  EXPECT_EQ(first(manifest_fields), R"({"own":1,"opponent":2,"win":3,"loss":4,"draw":5})");
  EXPECT_EQ(first(layer_file_fields), R"({"x":1,"o":2,"win":3,"loss":4,"draw":5})");
  EXPECT_EQ(first(solve_fields), R"({"own_cubes":1,"opponent_cubes":2,"win":3,"loss":4,"draw":5})");
  EXPECT_EQ(first(api_fields), R"({"own":1,"opponent":2,"win":3,"draw":5,"loss":4})");
  EXPECT_EQ(distances_to_json(census(), manifest_fields).dump(),
            R"([{"distance":0,"win":10,"loss":11},{"distance":3,"win":12,"loss":0}])");
  EXPECT_EQ(distances_to_json(census(), api_fields).dump(),
            R"([{"distance_moves":0,"win":10,"loss":11},{"distance_moves":3,"win":12,"loss":0}])");
}

TEST(CensusJson, ListsTheClassesOfABoardOrOfALayer) {
  const auto classes = [](const Json& rows) {
    std::vector<std::pair<int, int>> found;
    for (const Json& row : rows) found.emplace_back(row.at("own"), row.at("opponent"));
    return found;
  };
  using Classes = std::vector<std::pair<int, int>>;
  EXPECT_EQ(classes(classes_to_json(census(), 2, manifest_fields)),
            (Classes{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 0}}));
  EXPECT_EQ(classes(layer_classes_to_json(census(), 2, manifest_fields)), (Classes{{0, 2}, {1, 1}, {2, 0}}));
}

TEST(CensusJson, ReadsBackWhatItWrites) {
  for (const CensusFields& fields : {manifest_fields, layer_file_fields, solve_fields, api_fields}) {
    Census found;
    read_classes(classes_to_json(census(), 2, fields), fields, found);
    read_distances(distances_to_json(census(), fields), fields, found);
    EXPECT_EQ(found, census()) << fields.own;
    EXPECT_EQ(counts_from(to_json(OutcomeCounts{1, 2, 3}, fields)), (OutcomeCounts{1, 2, 3}));
  }
}

TEST(CensusJson, RefusesWhatIsNoCensus) {
  Census found;
  EXPECT_ANY_THROW(read_classes(Json::parse(R"([{"own":1}])"), manifest_fields, found));
  EXPECT_ANY_THROW(read_classes(classes_to_json(census(), 1, solve_fields), manifest_fields, found));
  EXPECT_ANY_THROW(read_classes(Json::parse(R"([{"own":31,"opponent":0,"win":1,"loss":1,"draw":1}])"),
                                manifest_fields, found));
  EXPECT_ANY_THROW(read_distances(Json::parse(R"([{"distance":"far"}])"), manifest_fields, found));
}

TEST(LongestJson, IsAPositionWithItsDistanceOrNull) {
  const Geometry geometry(parse_rules("3x3"));
  const Longest longest{8, parse_position(geometry, "X2/1O1/3 x")};
  EXPECT_EQ(to_json(geometry, longest, manifest_fields).dump(), R"({"distance":8,"position":"X2/1O1/3 x"})");
  EXPECT_EQ(to_json(geometry, longest, api_fields).dump(), R"({"distance_moves":8,"position":"X2/1O1/3 x"})");
  EXPECT_EQ(to_json(geometry, std::nullopt, api_fields).dump(), "null");
  for (const CensusFields& fields : {manifest_fields, api_fields})
    for (const std::optional<Longest>& each : {std::optional<Longest>(longest), std::optional<Longest>()})
      EXPECT_EQ(longest_from(geometry, to_json(geometry, each, fields), fields), each);
}

}  // namespace
}  // namespace quixo::table
