// SPDX-License-Identifier: MIT
//
// What is looked for in a table, and whether a position is like that. All searches (find.h, sample.h) share
// this.
#pragma once

#include <optional>

#include "quixo/table.h"
#include "quixo/value.h"
#include "study/value_set.h"

namespace quixo::study {

/// What a position must be; without a wish anything goes. Positions that are over match only when a distance
/// of 0 is asked for.
struct Filter {
  std::optional<Outcome> outcome = {};  ///< For the player to move.
  std::optional<Range> distance = {};   ///< In moves to the end; draws have none.
  Range cubes = {};                     ///< On the board.
  Range own_cubes = {};                 ///< Of the player to move.
  Range opponent_cubes = {};
  std::optional<Range> winning_moves = {};
  std::optional<Range> non_losing_moves = {};  ///< Moves that win or draw.
  /// Whether it can arise from the empty board. Only walks know: they find it out on the way (reachability.h
  /// says what that takes).
  std::optional<bool> reachable = {};
};

/// Throws Error when the filter asks for distances and the table has none.
void check(const Table& table, const Filter& filter);

/// Of one position; the filter may not ask whether it is reachable.
bool matches(const Table& table, const Filter& filter, Position position);

// The parts of matches(), for searches that know some of it already.

bool wants_finished(const Filter& filter);

bool cubes_match(const Filter& filter, int own, int opponent);

/// The first look: the outcome, the distance of a win, and that a position is open if it must be and the
/// table has distances. A walk may not know the distances of other losses.
ValueSet first_look(const Table& table, const Filter& filter);

/// The last look at a single position, dearest part last: to tell how far a loss is, a table may have to ask
/// about all its moves.
bool matches_closely(const Table& table, const Filter& filter, Outcome outcome, Position position);

}  // namespace quixo::study
