// SPDX-License-Identifier: MIT
//
// The geometry of rules, for the public functions that take rules: it is made on the way.
#pragma once

#include "game/geometry.h"

namespace quixo {

/// The geometry that this thread used last if it is of these rules, since nearly all callers ask about the
/// same rules again and again; else made now, and good until the thread asks about others. Throws Error when
/// the rules are impossible.
const Geometry& geometry_of(const Rules& rules);

/// The same, for a question about a position. Throws Error when the board cannot hold it.
const Geometry& geometry_for(const Rules& rules, Position position);

}  // namespace quixo
