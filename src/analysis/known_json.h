// SPDX-License-Identifier: MIT
//
// What is known, as the JSON that the program and the API print (docs/api.md).
#pragma once

#include <nlohmann/json.hpp>

#include "quixo/known.h"

namespace quixo {

/// {"outcome", "distance_moves", "proof", "horizon_moves"}, with null for what is not known.
nlohmann::ordered_json to_json(const Known& known);

}  // namespace quixo
