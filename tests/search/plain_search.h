// SPDX-License-Identifier: MIT
//
// The search as plain as it can be, to compare the fast one with: it tries every move up to the horizon and
// remembers nothing.
#pragma once

#include "game/geometry.h"
#include "quixo/known.h"
#include "quixo/position.h"

namespace quixo {

Known plain_search(const Geometry& geometry, Position position, int horizon);

}  // namespace quixo
