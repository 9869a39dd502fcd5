// SPDX-License-Identifier: MIT
#include "data/pick.h"

#include <algorithm>
#include <cassert>
#include <random>
#include <set>
#include <span>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "base/in_order.h"
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

/// Finds the values of the moves of these positions, and so their own: the best of them. All are asked for at
/// once: what is in one block of the table is then found in one go.
void evaluate(const Table& table, std::span<Row* const> rows, const Job& job) {
  const Geometry& geometry = geometry_of(table);
  const auto is_legal = [](const Row& row, const Slide& slide) {
    return (slide.taken() & row.position.cubes(other(row.position.to_move))) == 0;
  };
  std::vector<Position> children;
  for (const Row* row : rows)
    for (const Slide& slide : geometry.slides())
      if (is_legal(*row, slide)) children.push_back(play(row->position, slide));
  std::vector<Value> values(children.size());
  constexpr std::size_t few = 4096;  // quicker to ask for than other threads are to wake
  table.probe_many(children, values, children.size() < few ? 1 : job.threads, job.stop);
  auto next = values.begin();
  for (Row* row : rows) {
    std::optional<Value> best;
    row->moves.reserve(geometry.slides().size());
    for (const Slide& slide : geometry.slides()) {
      std::optional<Value>& value = row->moves.emplace_back();
      if (!is_legal(*row, slide)) continue;
      value = value_of_move(*next++);
      if (!best || is_better(*value, *best)) best = value;
    }
    assert(best);  // who is to move has a cube or a blank on the border, or the game is over
    row->value = *best;
  }
  assert(next == values.end());
}

/// The move that a player with this rate of error makes.
std::size_t choose(const Row& row, double error_rate, Random& random) {
  const bool errs = std::uniform_real_distribution<double>()(random) < error_rate;
  std::vector<std::size_t> moves;
  for (std::size_t i = 0; i < row.moves.size(); ++i)
    if (row.moves[i] && (errs || row.moves[i]->outcome == row.value.outcome)) moves.push_back(i);
  return moves[std::uniform_int_distribution<std::size_t>(0, moves.size() - 1)(random)];
}

/// A game under way; or some positions that are picked together, without one.
class Game {
 public:
  Game(const Picking& picking, std::uint64_t number)
      : from_(picking.from), number_(number), random_(random_of(picking.seed, number)) {
    if (from_ != From::games) return;
    std::uniform_real_distribution<double> rates;
    for (double& rate : rates_of_error_) rate = rates(random_);
  }

  std::uint64_t number() const { return number_; }
  /// All rows once it has ended.
  std::vector<Row> take_rows() { return std::move(rows_); }
  /// The rows that lack values: who has it go on must have found them.
  std::span<Row> unknown() { return std::span(rows_).subspan(known_); }

  /// Adds rows that lack values. Returns false when it has ended and there are none.
  bool go_on(const Geometry& geometry) {
    known_ = rows_.size();
    if (from_ == From::games)
      make_move(geometry);
    else if (!std::exchange(is_picked_, true))
      pick_any(geometry);
    return rows_.size() > known_;
  }

 private:
  void make_move(const Geometry& geometry) {
    constexpr int most_moves = 200;
    const auto ply = static_cast<int>(rows_.size());
    Position position;  // always seen by the player to move, who is X
    if (ply > 0) {
      const Row& last = rows_.back();
      const std::size_t move = choose(last, rates_of_error_[last.ply % 2], random_);
      position = swap_colours(play(last.position, geometry.slides()[move]));
    }
    if (ply < most_moves && !is_over(geometry, position) && seen_.insert(position).second)
      rows_.push_back({position, {}, number_, ply, {}});
  }

  void pick_any(const Geometry& geometry) {
    constexpr int together = 64;
    std::uniform_int_distribution<int> symbol(0, 2);
    for (int i = 0; i < together; ++i) {
      Cells cubes[3] = {};
      for (Cell cell = 0; cell < geometry.cells(); ++cell) cubes[symbol(random_)] |= cell_bit(cell);
      const Position position = make_position(cubes[1], cubes[2], Player::x);
      if (!is_over(geometry, position)) rows_.push_back({position, {}, number_, 0, {}});
    }
  }

  From from_;
  std::uint64_t number_;
  Random random_;
  double rates_of_error_[2] = {};
  std::vector<Row> rows_;
  std::size_t known_ = 0;    ///< So many rows have values.
  std::set<Position> seen_;  ///< A draw could go on for ever.
  bool is_picked_ = false;
};

/// How many games are under way at a time: the more, the more of what they ask for is stored together; but
/// those that are not needed in the end are in vain.
std::size_t games_at_a_time(const Picking& picking) {
  return picking.from == From::games ? std::clamp<std::uint64_t>(picking.positions / 128, 64, 4096)
                                     : std::clamp<std::uint64_t>(picking.positions / 1024, 4, 256);
}

}  // namespace

std::uint64_t pick(const Table& table, const Picking& picking, const Job& job,
                   const std::function<void(const Row&)>& take) {
  constexpr std::uint64_t games_a_round = 256;
  constexpr int most_rounds_in_vain = 20;
  const Geometry& geometry = geometry_of(table);
  std::unordered_set<std::uint64_t> taken_before;
  std::uint64_t taken = 0;
  std::uint64_t taken_at_round = 0;
  int rounds_in_vain = 0;
  InOrder<std::vector<Row>> ended;
  const auto take_game = [&](const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      if (taken == picking.positions) break;
      if (picking.distinct && !taken_before.insert(canonical(geometry, row.position).bits).second) continue;
      take(row);
      ++taken;
    }
    if ((ended.next() + 1) % games_a_round == 0)
      rounds_in_vain = std::exchange(taken_at_round, taken) == taken ? rounds_in_vain + 1 : 0;
    return taken < picking.positions && rounds_in_vain < most_rounds_in_vain;
  };

  const std::size_t most = games_at_a_time(picking);
  std::vector<Game> games;
  std::uint64_t started = 0;
  bool enough = picking.positions == 0;
  while (!enough) {
    while (games.size() < most) games.emplace_back(picking, started++);
    std::vector<Game> going_on;
    for (Game& game : games)
      if (game.go_on(geometry))
        going_on.push_back(std::move(game));
      else if (!enough)
        ended.add(game.number(), 1, game.take_rows(),
                  [&](const std::vector<Row>& rows) { return !(enough = !take_game(rows)); });
    games = std::move(going_on);
    std::vector<Row*> unknown;
    for (Game& game : games)
      for (Row& row : game.unknown()) unknown.push_back(&row);
    if (!enough) evaluate(table, unknown, job);
    job.show(static_cast<double>(taken) / static_cast<double>(picking.positions));
  }
  return taken;
}

}  // namespace quixo::data
