// SPDX-License-Identifier: MIT
#include "verify/sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/error.h"

namespace quixo::verify {

Value ask(const Table& table, Position position) {
  try {
    return table.probe(position);
  } catch (const Contradiction&) {
    return {Outcome::loss, unknown_distance};
  }
}

Value value_from_moves(const Table& table, Position position) {
  const Geometry& geometry = geometry_of(table);
  if (const std::optional<Player> won = winner(geometry, position))
    return {*won == position.to_move ? Outcome::win : Outcome::loss, 0};
  std::optional<Value> best;
  for_each_child(geometry, position, [&](const Slide&, Position child) {
    const Value reply = ask(table, child);
    Value value = value_of_move(reply);
    if (table.metric() == Metric::outcome) value.distance = 0;
    if (reply.distance == unknown_distance) value.distance = unknown_distance;
    if (!best || is_better(value, *best)) best = value;
  });
  return best.value();  // the border cannot be all the opponent's without a line, so there is a move
}

void check_position(const Table& table, Position position, Problems& problems) {
  try {
    const Value stored = ask(table, position);
    if (const Value expected = value_from_moves(table, position); stored != expected)
      problems.add(wrong_value(geometry_of(table), table.metric(), position, stored, expected));
    for (const CellPermutation& symmetry : geometry_of(table).symmetries())
      for (const Position image : {symmetry(position), swap_colours(symmetry(position))})
        if (const Value other = ask(table, image); other != stored)
          problems.add(Check::symmetry,
                       fmt::format("{}: the table says {} {}, but in the symmetric {} {} {}",
                                   to_string(geometry_of(table), position), letter(position.to_move),
                                   in_words(stored, table.metric()), to_string(geometry_of(table), image),
                                   letter(image.to_move), in_words(other, table.metric())));
  } catch (const Error& error) {
    problems.add(Check::files, error.what());
  }
}

std::vector<Position> random_positions(const Geometry& geometry, std::uint64_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  std::vector<Cell> cells(static_cast<std::size_t>(geometry.cells()));
  std::iota(cells.begin(), cells.end(), 0);
  std::vector<Position> positions;
  for (std::uint64_t i = 0; i < count; ++i) {
    const int cubes = below(geometry.cells() + 1);
    Position& position = positions.emplace_back();
    for (int placed = 0; placed < cubes; ++placed) {
      Cell& cell = cells[static_cast<std::size_t>(placed)];
      const int other = placed + below(geometry.cells() - placed);
      std::swap(cell, cells[static_cast<std::size_t>(other)]);
      position.bits |= half_of(below(2) == 0 ? Player::x : Player::o, cell_bit(cell));
    }
  }
  return positions;
}

std::vector<Position> positions_near_start(const Geometry& geometry, int moves) {
  std::set<Position> found{Position{}};
  std::vector<Position> latest(found.begin(), found.end());
  for (int move = 0; move < moves; ++move) {
    std::vector<Position> next;
    for (const Position& position : latest)
      for_each_child(geometry, position, [&](const Slide&, Position child) {
        child = canonical(geometry, with_x_to_move(child));
        if (found.insert(child).second) next.push_back(child);
      });
    latest = std::move(next);
  }
  return {found.begin(), found.end()};
}

double share_found(std::uint64_t size, double chance) {
  // All miss a share s with the chance (1 - s)^size.
  return size == 0 ? 1 : 1 - std::pow(1 - chance, 1 / static_cast<double>(size));
}

void check_positions(const Table& table, const std::vector<Position>& positions, Workers& workers,
                     Problems& problems, const ShowProgress& progress) {
  std::atomic<std::size_t> done = 0;
  workers.run(positions.size(), [&](std::size_t i, int) {
    check_position(table, positions[i], problems);
    show_share(progress, static_cast<double>(done.fetch_add(1) + 1) / static_cast<double>(positions.size()));
  });
}

}  // namespace quixo::verify
