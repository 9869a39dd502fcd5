// SPDX-License-Identifier: MIT
#include "quixo/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/workers.h"
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

void Table::probe_many(std::span<const Position> positions, std::span<Value> values, int threads,
                       const std::stop_token& stop) const {
  if (positions.size() != values.size())
    throw Error(fmt::format("{} positions were asked for, and there is room for {} values", positions.size(),
                            values.size()));
  constexpr std::size_t at_a_time = 1 << 24;  // which bounds the memory for those that are open
  Workers workers(threads > 0 ? threads : all_threads(), stop);
  std::vector<Position> open;
  std::vector<std::size_t> places;
  std::vector<Value> found;
  for (std::size_t first = 0; first < positions.size(); first += at_a_time) {
    const std::size_t count = std::min(at_a_time, positions.size() - first);
    constexpr Value not_over{Outcome::draw, unknown_distance};
    run_in_pieces(workers, count, [&](std::size_t i) {
      const Position position = positions[first + i];
      check_on_board(geometry_of(*this), position);
      const std::optional<Player> won = winner(geometry_of(*this), position);
      values[first + i] = !won                       ? not_over
                          : *won == position.to_move ? Value{Outcome::win, 0}
                                                     : Value{Outcome::loss, 0};
    });
    open.clear();
    places.clear();
    for (std::size_t i = first; i < first + count; ++i)
      if (values[i] == not_over) {
        open.push_back(with_x_to_move(positions[i]));
        places.push_back(i);
      }
    found.resize(open.size());
    source_->values(open, found, workers);
    for (std::size_t i = 0; i < places.size(); ++i) values[places[i]] = found[i];
  }
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

std::uint64_t Table::stored_below(int cubes) const {
  const Layout& layout = layout_of(*this);
  if (cubes < 0 || cubes > layout.cells() + 1)
    throw Error(fmt::format("{} has positions with 0 to {} cubes, not {}", to_string(rules()), layout.cells(),
                            cubes));
  std::uint64_t below = 0;
  for (int layer = 0; layer < cubes; ++layer) below += layout.shape(layer).positions();
  return below;
}

std::uint64_t Table::index(Position position) const {
  check_on_board(geometry_of(*this), position);
  const Layout& layout = layout_of(*this);
  const Layout::Place place = layout.place(with_x_to_move(position));
  return stored_below(place.layer) + layout.shape(place.layer).position_number(place.bitmap, place.bit);
}

Position Table::at(std::uint64_t index) const {
  const Layout& layout = layout_of(*this);
  std::uint64_t below = 0;
  for (int layer = 0; layer <= layout.cells(); ++layer) {
    const std::uint64_t positions = layout.shape(layer).positions();
    if (index - below < positions) {
      const std::uint64_t number = index - below;
      return layout.position(layer, static_cast<std::uint32_t>(number >> layer),
                             static_cast<std::uint32_t>(number & ((std::uint64_t{1} << layer) - 1)));
    }
    below += positions;
  }
  throw Error(
      fmt::format("{} has {} stored positions: there is no number {}", to_string(rules()), below, index));
}

}  // namespace quixo
