// SPDX-License-Identifier: MIT
#include "quixo/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "game/play.h"
#include "probe/source.h"
#include "quixo/error.h"

namespace quixo {

const Rules& Table::rules() const { return source_->geometry().rules(); }

Metric Table::metric() const { return source_->metric(); }

const Summary& Table::summary() const { return source_->summary(); }

Value Table::probe(Position position) const {
  check_on_board(geometry_of(*this), position);
  if (const std::optional<Player> won = winner(geometry_of(*this), position))
    return {*won == position.to_move ? Outcome::win : Outcome::loss, 0};
  return source_->value(with_x_to_move(position));
}

Outcome Table::outcome(Position position) const {
  check_on_board(geometry_of(*this), position);
  if (const std::optional<Player> won = winner(geometry_of(*this), position))
    return *won == position.to_move ? Outcome::win : Outcome::loss;
  return source_->outcome(with_x_to_move(position));
}

std::vector<MoveValue> Table::moves(Position position) const {
  check_on_board(geometry_of(*this), position);
  std::vector<MoveValue> moves;
  for_each_child(geometry_of(*this), position, [&](const Slide& slide, Position child) {
    Value value = value_of_move(probe(child));
    if (metric() == Metric::outcome) value.distance = 0;
    moves.push_back({slide.move, child, value});
  });
  std::ranges::stable_sort(moves, is_better, &MoveValue::value);
  return moves;
}

std::vector<MoveValue> Table::line(Position position) const {
  if (metric() != Metric::distance)
    throw Error(
        fmt::format("a line of best play needs distances, which this table of {} does not have: make them "
                    "with quixo solve {}",
                    to_string(rules()), to_string(rules())));
  std::vector<MoveValue> line;
  std::set<Position> seen{position};
  while (!is_over(geometry_of(*this), position)) {
    line.push_back(moves(position).front());
    position = line.back().position;
    if (!seen.insert(position).second) break;
  }
  return line;
}

}  // namespace quixo
