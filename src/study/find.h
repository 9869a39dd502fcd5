// SPDX-License-Identifier: MIT
//
// Searches a table for positions by what is known of them. There are three ways to search one filter: all
// matches in the table's order, a fair sample of all matches, and quick random draws that never walk through
// the table. Positions come with X to move, one for each class of symmetric positions; which of them is the
// table's choice (a draw gives any).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/job.h"
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

/// Takes a match; returns whether to go on.
using Found = std::function<bool(Position position)>;

/// All matches, fewest cubes first and otherwise in the order of the table, whatever the number of threads.
/// `found` is called by one thread at a time.
void find(const Table& table, const Filter& filter, const Job& job, const Found& found);

/// So many matches, or all when there are not as many, each as likely as any other. Walks through the table
/// once; the same seed gives the same positions in the same order for any number of threads.
std::vector<Position> sample(const Table& table, const Filter& filter, std::size_t count, std::uint64_t seed,
                             const Job& job);

/// Looks at up to `tries` random positions with the wanted numbers of cubes, all as likely, and returns those
/// that match, at most `count`: quick when matches are not rare, and perhaps empty when they are. The filter
/// may not ask whether they are reachable. It works in the calling thread.
std::vector<Position> draw(const Table& table, const Filter& filter, std::size_t count, std::uint64_t seed,
                           std::size_t tries, const Job& job = {});

}  // namespace quixo::study
