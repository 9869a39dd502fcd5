// SPDX-License-Identifier: MIT
//
// The census of a game as JSON. Five documents have one: the manifest of a table, the layers of an unfinished
// solve, what `quixo solve` prints, the API and the report of a study. They were written at different times
// and name its fields differently, and none of them can change: so each has its names here, and the one way
// to write and to read them.
#pragma once

#include <optional>

#include "game/geometry.h"
#include "quixo/value.h"
#include "table/stored_json.h"

namespace quixo::table {

/// What a document calls the fields of a census.
struct CensusFields {
  const char* own;        ///< The number of cubes of the player to move,
  const char* opponent;   ///< and of the opponent.
  const char* distance;   ///< A number of moves.
  bool draw_last = true;  ///< Counts are win, loss, draw; else win, draw, loss.
};
constexpr CensusFields manifest_fields{"own", "opponent", "distance"};
constexpr CensusFields layer_file_fields{"x", "o", "distance"};
constexpr CensusFields solve_fields{"own_cubes", "opponent_cubes", "distance_moves"};
constexpr CensusFields api_fields{"own", "opponent", "distance_moves", false};  ///< Of reports, too.

Json to_json(const OutcomeCounts& counts, const CensusFields& fields);
OutcomeCounts counts_from(const Json& json);

/// One class: the positions with these numbers of cubes.
Json class_to_json(int own, int opponent, const OutcomeCounts& counts, const CensusFields& fields);
/// All classes of a board with these cells, by own cubes, then by the opponent's.
Json classes_to_json(const Census& census, int cells, const CensusFields& fields);
/// Those of one layer, by own cubes.
Json layer_classes_to_json(const Census& census, int layer, const CensusFields& fields);
/// Wins and losses by distance.
Json distances_to_json(const Census& census, const CensusFields& fields);

/// Adds to a census what such lists hold. Both throw an exception of the JSON library, or std::out_of_range,
/// when they are not such lists.
void read_classes(const Json& rows, const CensusFields& fields, Census& census);
void read_distances(const Json& rows, const CensusFields& fields, Census& census);

/// Null when there is none.
Json to_json(const Geometry& geometry, const std::optional<Longest>& longest, const CensusFields& fields);
std::optional<Longest> longest_from(const Geometry& geometry, const Json& json, const CensusFields& fields);

}  // namespace quixo::table
