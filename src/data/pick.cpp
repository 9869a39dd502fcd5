// SPDX-License-Identifier: MIT
#include "data/pick.h"

#include <atomic>
#include <cassert>
#include <random>
#include <set>
#include <unordered_set>

#include "base/hash.h"
#include "base/workers.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/error.h"

namespace quixo::data {
namespace {

using Random = std::mt19937_64;

/// Where each game begins with random numbers of its own, it does not matter which thread plays it.
Random random_of(std::uint64_t seed, std::uint64_t number) {
  const std::uint64_t words[] = {seed, number};
  return Random(hash_of(std::span<const std::uint64_t>(words)));
}

/// A position with the values of its moves, and so its own: the best of them.
Row row_of(const Table& table, Position position) {
  const Geometry& geometry = geometry_of(table);
  Row row{position, {}, 0, 0, {}};
  const Cells opponent = position.cubes(other(position.to_move));
  row.moves.reserve(geometry.slides().size());
  std::optional<Value> best;
  for (const Slide& slide : geometry.slides()) {
    std::optional<Value>& value = row.moves.emplace_back();
    if ((slide.taken() & opponent) != 0) continue;
    value = value_of_move(table.probe(play(position, slide)));
    if (!best || is_better(*value, *best)) best = value;
  }
  assert(best);  // who is to move has a cube or a blank on the border, or the game is over
  row.value = *best;
  return row;
}

/// The move that a player with this rate of error makes.
std::size_t choose(const Row& row, double error_rate, Random& random) {
  const bool errs = std::uniform_real_distribution<double>()(random) < error_rate;
  std::vector<std::size_t> moves;
  for (std::size_t i = 0; i < row.moves.size(); ++i)
    if (row.moves[i] && (errs || row.moves[i]->outcome == row.value.outcome)) moves.push_back(i);
  return moves[std::uniform_int_distribution<std::size_t>(0, moves.size() - 1)(random)];
}

std::vector<Row> game_rows(const Table& table, Random random) {
  constexpr int most_moves = 200;
  const Geometry& geometry = geometry_of(table);
  std::uniform_real_distribution<double> rates;
  const double rates_of_error[] = {rates(random), rates(random)};
  std::vector<Row> rows;
  std::set<Position> seen;  // a draw could go on for ever
  Position position;        // always seen by the player to move, who is X
  for (int ply = 0; ply < most_moves && !is_over(geometry, position) && seen.insert(position).second; ++ply) {
    rows.push_back(row_of(table, position));
    rows.back().ply = ply;
    const std::size_t move = choose(rows.back(), rates_of_error[ply % 2], random);
    position = swap_colours(play(position, geometry.slides()[move]));
  }
  return rows;
}

std::vector<Row> uniform_rows(const Table& table, Random random) {
  constexpr int batch = 64;
  const Geometry& geometry = geometry_of(table);
  std::uniform_int_distribution<int> symbol(0, 2);
  std::vector<Row> rows;
  for (int i = 0; i < batch; ++i) {
    Cells cubes[3] = {};
    for (Cell cell = 0; cell < geometry.cells(); ++cell) cubes[symbol(random)] |= cell_bit(cell);
    const Position position = make_position(cubes[1], cubes[2], Player::x);
    if (!is_over(geometry, position)) rows.push_back(row_of(table, position));
  }
  return rows;
}

}  // namespace

std::uint64_t pick(const Table& table, const Picking& picking, const Job& job,
                   const std::function<void(const Row&)>& take) {
  constexpr std::size_t games_a_round = 256;
  constexpr int most_rounds_in_vain = 20;
  Workers workers(job.threads, job.stop);
  std::unordered_set<std::uint64_t> taken_before;
  std::uint64_t taken = 0;
  int rounds_in_vain = 0;
  std::atomic<bool> enough = false;  // what is still under way then is not needed
  for (std::uint64_t first = 0; taken < picking.positions && rounds_in_vain < most_rounds_in_vain;
       first += games_a_round) {
    const std::uint64_t before = taken;
    run_in_order(
        workers, games_a_round,
        [&](std::size_t i, int) {
          if (enough) return std::vector<Row>();
          const Random random = random_of(picking.seed, first + i);
          std::vector<Row> rows =
              picking.from == From::games ? game_rows(table, random) : uniform_rows(table, random);
          for (Row& row : rows) row.game = first + i;
          return rows;
        },
        [&](std::size_t, const std::vector<Row>& rows) {
          for (const Row& row : rows) {
            if (taken == picking.positions) return;
            if (picking.distinct &&
                !taken_before.insert(canonical(geometry_of(table), row.position).bits).second)
              continue;
            take(row);
            enough = ++taken == picking.positions;
          }
          job.show(static_cast<double>(taken) / static_cast<double>(picking.positions));
        });
    rounds_in_vain = taken == before ? rounds_in_vain + 1 : 0;
  }
  return taken;
}

}  // namespace quixo::data
