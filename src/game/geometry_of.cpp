// SPDX-License-Identifier: MIT
#include "game/geometry_of.h"

#include <optional>

#include "game/play.h"

namespace quixo {

const Geometry& geometry_of(const Rules& rules) {
  thread_local std::optional<Geometry> last;
  if (!last || last->rules() != rules) last.emplace(checked(rules));
  return *last;
}

const Geometry& geometry_for(const Rules& rules, Position position) {
  const Geometry& geometry = geometry_of(rules);
  check_on_board(geometry, position);
  return geometry;
}

}  // namespace quixo
