// SPDX-License-Identifier: MIT
#include "analysis/known_json.h"

namespace quixo {

nlohmann::ordered_json to_json(const Known& known) {
  using Json = nlohmann::ordered_json;
  return {{"outcome", known.outcome ? Json(outcome_name(*known.outcome)) : Json()},
          {"distance_moves", known.distance ? Json(*known.distance) : Json()},
          {"proof", proof_name(known.proof)},
          {"horizon_moves", has_horizon(known) ? Json(known.horizon) : Json()}};
}

}  // namespace quixo
