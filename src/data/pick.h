// SPDX-License-Identifier: MIT
//
// Positions for a training set, with the values of all their moves, picked in one of two ways:
//
//   games    from games of two players who err. Each has a rate of error of its own in each game, any number
//            from 0 to 1: so often it makes any legal move, else any that keeps the outcome. Every position
//            of a game is taken, so early ones come up again and again.
//   uniform  any way to put X, O and blanks on the board, each as likely, but for positions that are over.
//            Few of them come up in games.
//
// Positions have X to move. The same seed gives the same positions in the same order for any number of
// threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/job.h"
#include "quixo/table.h"

namespace quixo::data {

enum class From : std::uint8_t { games, uniform };

struct Picking {
  From from = From::games;
  std::uint64_t positions = 100'000;
  std::uint64_t seed = 1;
  /// No two the same but for symmetry. This takes some 50 bytes of memory for each.
  bool distinct = false;
};

struct Row {
  Position position;
  Value value;
  std::uint64_t game = 0;  ///< Its number, from 0 on; that of a batch when there are no games.
  int ply = 0;             ///< The moves made before.
  std::vector<std::optional<Value>>
      moves;  ///< Of all moves of the board, for who makes them; nothing for illegal ones.
};

/// Calls take(row) for one after the other, from one thread at a time, and returns how many there were: fewer
/// than asked for when they are to be distinct and no more come. Throws Interrupted.
std::uint64_t pick(const Table& table, const Picking& picking, const Job& job,
                   const std::function<void(const Row&)>& take);

}  // namespace quixo::data
