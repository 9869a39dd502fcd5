// SPDX-License-Identifier: MIT
//
// Whom to ask about the positions of a game: its table where there is one, and the search where there is
// none, or where the table has no distances. Players, reviews, the program and the server ask here, so that
// all of them work on every board.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "game/geometry.h"
#include "quixo/known.h"
#include "quixo/search.h"
#include "quixo/table.h"

namespace quixo {

/// How far ahead the search looks, and how long. Without meaning where a table has distances.
using Effort = SearchLimits;

/// Cheap to copy: copies share the table and the memory of the searches. Any number of threads may ask.
class Knowledge {
 public:
  /// A table is all one can know: it stands for itself.
  Knowledge(Table table);
  /// Of a game without a table. Throws Error when the rules are impossible.
  explicit Knowledge(const Rules& rules);

  const Rules& rules() const { return geometry().rules(); }
  const Geometry& geometry() const;
  /// Nothing when there is none.
  const std::optional<Table>& table() const;
  /// What a table knows; nothing when there is none.
  std::optional<Metric> metric() const;

  /// The same game, asked of the search alone.
  Knowledge without_table() const;

  /// For the player to move.
  Known value(Position position, const Effort& effort = {}) const;
  /// The same of several positions, in their order. Where they are searched, all of them go deeper together.
  std::vector<Known> values(const std::vector<Position>& positions, const Effort& effort = {}) const;
  /// Every legal move, best first. Moves to symmetric positions are looked at once.
  std::vector<KnownMove> moves(Position position, const Effort& effort = {}) const;

 private:
  struct Shared;
  explicit Knowledge(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}

  std::shared_ptr<const Shared> shared_;
};

}  // namespace quixo
