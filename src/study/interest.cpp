// SPDX-License-Identifier: MIT
#include "study/interest.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "game/play.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "study/find.h"

namespace quixo::study {
namespace {

constexpr std::size_t most_examples = 3;

Kind longest_win(const Summary& summary) {
  assert(summary.win);
  const auto& [distance, position] = *summary.win;
  return {"longest_win", "The longest wins", summary.census.distances.at(distance).win, {position}};
}

Kind longest_loss(const Summary& summary) {
  assert(summary.loss);
  const auto& [distance, position] = *summary.loss;
  return {"longest_loss", "The longest losses", summary.census.distances.at(distance).loss, {position}};
}

/// Of all positions with an outcome that can arise, those with the fewest cubes.
struct FewestCubes {
  const char* name;
  const char* description;
  Outcome outcome;
  bool equal;  ///< Only positions in which both players have as many cubes.
};

constexpr FewestCubes fewest_cubes[] = {
    {"won_with_fewest_cubes", "The fewest cubes of all wins that can arise", Outcome::win, false},
    {"lost_with_fewest_cubes", "The fewest cubes of all losses that can arise", Outcome::loss, false},
    {"drawn_with_fewest_cubes", "The fewest cubes of all draws that can arise", Outcome::draw, false},
    {"won_with_equal_cubes", "The fewest cubes of all wins that can arise with as many X as O", Outcome::win,
     true},
    {"lost_with_equal_cubes", "The fewest cubes of all losses that can arise with as many X as O",
     Outcome::loss, true},
};

Kind with_fewest_cubes(const Table& table, const FewestCubes& wanted, const Job& job) {
  std::vector<Position> found;
  const auto search = [&](const Filter& filter) {
    find(table, filter, job, [&](Position position) {
      if (!found.empty() && std::popcount(position.occupied()) > std::popcount(found[0].occupied()))
        return false;
      found.push_back(position);
      return found.size() < most_examples;
    });
  };
  Filter filter{.outcome = wanted.outcome, .reachable = true};
  if (!wanted.equal) search(filter);
  for (int each = 0; wanted.equal && found.empty() && 2 * each <= geometry_of(table).cells(); ++each) {
    filter.own_cubes = filter.opponent_cubes = {each, each};
    search(filter);
  }
  return {wanted.name, wanted.description, std::nullopt, found};
}

/// Boards that are searched whole; on larger ones a few examples will do.
bool is_small(const Table& table) { return geometry_of(table).cells() <= most_cells_in_memory; }

/// Adds the matches that pass a test to the kind: all of them count on a small board.
template <class Test>
void collect(const Table& table, const Filter& filter, const Job& job, const Test& test, Kind& kind) {
  std::uint64_t count = 0;
  find(table, filter, job, [&](Position position) {
    if (!test(position)) return true;
    count += static_cast<std::uint64_t>(orbit_size(geometry_of(table), position));
    if (kind.examples.size() < most_examples) kind.examples.push_back(position);
    return is_small(table) || kind.examples.size() < most_examples;
  });
  if (is_small(table)) kind.count = count;
}

Kind draws_that_come_back(const Table& table, const Job& job) {
  Kind kind{"draws_that_come_back",
            "Draws that come back, as O can answer every move that does not lose with this position or a "
            "symmetric one",
            std::nullopt,
            {}};
  Filter filter{.outcome = Outcome::draw};
  const int cells = geometry_of(table).cells();
  if (!is_small(table)) filter.cubes = {cells, cells};
  collect(
      table, filter, job, [&](Position position) { return can_return(table, position); }, kind);
  return kind;
}

/// Seen from the rules, for tables without distances.
Kind lost_in_one(const Table& table, const Job& job) {
  Kind kind{"lost_in_one", "Losses in 1, as every move makes a line of O", std::nullopt, {}};
  const auto ends_at_once = [&](Position position) {
    const Geometry& geometry = geometry_of(table);
    return is_over(geometry, position) || all_children(geometry, position, [&](const Slide&, Position child) {
             return is_over(geometry, child);
           });
  };
  if (is_small(table)) {
    collect(table, {.outcome = Outcome::loss}, job, ends_at_once, kind);
    return kind;
  }
  const auto& distances = table.summary().census.distances;
  if (const auto one = distances.find(1); one != distances.end()) kind.count = one->second.loss;
  // The fullest boards have the fewest moves, so most of these. Further down it takes a table that knows that
  // there are any.
  const int cells = geometry_of(table).cells();
  const int least = kind.count > 0 ? 1 : cells;
  for (int cubes = cells; cubes >= least && kind.examples.empty(); --cubes)
    collect(table, {.outcome = Outcome::loss, .cubes = {cubes, cubes}}, job, ends_at_once, kind);
  return kind;
}

/// A position without a cube of O on the border is no move's result: that is seen at once. These are the
/// others that no open position leads to.
Kind without_parent(const Table& table, const Job& job) {
  Kind kind{"without_parent",
            "Open positions that no move leads to, though O has a cube on the border",
            std::nullopt,
            {}};
  const Geometry& geometry = geometry_of(table);
  Cells border = 0;
  for (Cell cell = 0; cell < geometry.cells(); ++cell)
    if (geometry.on_border(cell)) border |= cell_bit(cell);
  const auto has_no_parent = [&](Position position) {
    return (position.cubes(Player::o) & border) != 0 && parents(geometry, position).empty();
  };
  collect(table, {.reachable = false}, job, has_no_parent, kind);
  return kind;
}

}  // namespace

bool can_return(const Table& table, Position position) {
  const Geometry& geometry = geometry_of(table);
  if (is_over(geometry, position) || table.outcome(position) != Outcome::draw) return false;
  const Position wanted = canonical(geometry, position);
  const auto comes_back = [&](Position child) {
    // A cube that was added stays: then there is no way back.
    if (std::popcount(child.occupied()) > std::popcount(position.occupied())) return false;
    if (is_over(geometry, child)) return false;
    return any_child(geometry, child, [&](const Slide&, Position grandchild) {
      return std::popcount(grandchild.occupied()) == std::popcount(position.occupied()) &&
             canonical(geometry, grandchild) == wanted;
    });
  };
  return all_children(geometry, position, [&](const Slide&, Position child) {
    return table.outcome(child) == Outcome::win || comes_back(child);
  });
}

std::vector<Kind> positions_of_interest(const Table& table, const Job& job) {
  std::vector<Kind> kinds;
  const auto add = [&](Kind kind) {
    if (!kind.examples.empty()) kinds.push_back(std::move(kind));
  };
  const Summary& summary = table.summary();
  if (summary.win) add(longest_win(summary));
  if (summary.loss) add(longest_loss(summary));
  constexpr double searches = std::size(fewest_cubes) + 3;
  double done = 0;
  const auto next = [&] {
    const double from = done++;
    return part_of(job, from / searches, done / searches);
  };
  for (const FewestCubes& fewest : fewest_cubes) add(with_fewest_cubes(table, fewest, next()));
  add(lost_in_one(table, next()));
  add(draws_that_come_back(table, next()));
  add(without_parent(table, next()));
  return kinds;
}

}  // namespace quixo::study
