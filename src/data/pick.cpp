// SPDX-License-Identifier: MIT
#include "data/pick.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <random>
#include <set>
#include <span>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "base/workers.h"
#include "game/notation.h"
#include "game/play.h"
#include "layout/layer_shape.h"
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

Row row_at(Position position, int ply) { return {position, {}, 0, ply, {}}; }

/// The moves that an open position has.
std::vector<const Slide*> legal_slides(const Geometry& geometry, Position position) {
  const Cells opponent = position.cubes(other(position.to_move));
  std::vector<const Slide*> moves;
  for (const Slide& slide : geometry.slides())
    if ((slide.taken() & opponent) == 0) moves.push_back(&slide);
  assert(!moves.empty());  // who is to move has a cube or a blank on the border, or the game is over
  return moves;
}

/// A game of two who err, seen by the player to move, who is X. Who does not err makes any move that keeps
/// the outcome: the first of those in random order. That asks for the outcomes of one or two moves, not of
/// all.
class PlayedGame {
 public:
  PlayedGame(const Table& table, Random random)
      : table_(table), geometry_(geometry_of(table)), random_(random) {
    for (double& rate : rates_of_error_) rate = share();
  }

  std::vector<Row> rows() {
    constexpr int most_moves = 200;
    std::vector<Row> rows;
    std::set<Position> seen;  // a draw could go on for ever
    for (int ply = 0; ply < most_moves && !is_over(geometry_, position_) && seen.insert(position_).second;
         ++ply) {
      rows.push_back(row_at(position_, ply));
      position_ = swap_colours(share() < rates_of_error_[ply % 2] ? err() : keep_the_outcome());
    }
    return rows;
  }

 private:
  double share() { return std::uniform_real_distribution<double>()(random_); }

  Position err() {
    std::vector<const Slide*> moves = legal_slides(geometry_, position_);
    outcome_.reset();
    return play(position_, *take_any(moves));
  }

  Position keep_the_outcome() {
    if (!outcome_) outcome_ = table_.outcome(position_);
    for (std::vector<const Slide*> moves = legal_slides(geometry_, position_); !moves.empty();) {
      const Position child = play(position_, *take_any(moves));
      const Outcome of_child = table_.outcome(child);
      if (value_of_move({of_child, 0}).outcome != *outcome_) continue;
      outcome_ = of_child;
      return child;
    }
    throw Error(
        fmt::format("no move of {} keeps the outcome that the table gives it: quixo verify {} says more",
                    to_string(geometry_, position_), to_string(geometry_.rules())));
  }

  const Slide* take_any(std::vector<const Slide*>& moves) {
    std::swap(moves[std::uniform_int_distribution<std::size_t>(0, moves.size() - 1)(random_)], moves.back());
    const Slide* const taken = moves.back();
    moves.pop_back();
    return taken;
  }

  const Table& table_;
  const Geometry& geometry_;
  Random random_;
  double rates_of_error_[2] = {};
  Position position_;
  std::optional<Outcome> outcome_;  ///< Of the position, when it is known.
};

std::vector<Row> uniform_rows(const Geometry& geometry, Random random) {
  constexpr int batch = 64;
  std::uniform_int_distribution<int> symbol(0, 2);
  std::vector<Row> rows;
  for (int i = 0; i < batch; ++i) {
    Cells cubes[3] = {};
    for (Cell cell = 0; cell < geometry.cells(); ++cell) cubes[symbol(random)] |= cell_bit(cell);
    const Position position = make_position(cubes[1], cubes[2], Player::x);
    if (!is_over(geometry, position)) rows.push_back(row_at(position, 0));
  }
  return rows;
}

/// Finds the values of the moves of a row, which are the next ones, and its own, the best of them.
void take_values(const Geometry& geometry, std::span<const Value>& next, Row& row) {
  row.moves.resize(geometry.slides().size());
  std::optional<Value> best;
  for (const Slide* slide : legal_slides(geometry, row.position)) {
    const Value value = value_of_move(next.front());
    next = next.subspan(1);
    row.moves[static_cast<std::size_t>(slide - geometry.slides().data())] = value;
    if (!best || is_better(value, *best)) best = value;
  }
  row.value = *best;
}

/// Finds the values of the moves of these rows. They are asked for many at a time and by the number of their
/// cubes, so that each block of a table is read for many of them; a position that comes up again is asked for
/// once. Calls show(rows) with how many are done.
template <class Show>
void evaluate(const Table& table, std::vector<Row>& rows, const Job& job, const Show& show) {
  const Geometry& geometry = geometry_of(table);
  const auto layer_of = [&](const Row* row) { return std::popcount(row->position.occupied()); };
  std::vector<Row*> ordered;
  for (Row& row : rows) ordered.push_back(&row);
  std::ranges::sort(ordered, {},
                    [&](const Row* row) { return std::pair(layer_of(row), row->position.bits); });
  constexpr std::size_t most_rows = 1 << 18;  // which bounds the memory for their children
  std::vector<Position> children;
  std::vector<Value> values;
  for (std::size_t first = 0; first < ordered.size();) {
    const std::size_t end = std::min(first + most_rows, ordered.size());
    const auto is_new = [&](std::size_t i) {
      return i == first || ordered[i]->position != ordered[i - 1]->position;
    };
    children.clear();
    for (std::size_t i = first; i < end; ++i)
      if (is_new(i))
        for (const Slide* slide : legal_slides(geometry, ordered[i]->position))
          children.push_back(play(ordered[i]->position, *slide));
    values.resize(children.size());
    table.probe_many(children, values, job.threads, job.stop);
    std::span<const Value> next = values;
    for (std::size_t i = first; i < end; ++i)
      if (is_new(i)) {
        take_values(geometry, next, *ordered[i]);
      } else {
        ordered[i]->value = ordered[i - 1]->value;
        ordered[i]->moves = ordered[i - 1]->moves;
      }
    first = end;
    show(end);
  }
}

/// How many rows are evaluated together: as many as a table has blocks, so that reading these pays. A million
/// of them take a gigabyte of memory.
std::size_t rows_per_batch(const Table& table) {
  const std::uint64_t blocks = table.stored_below(geometry_of(table).cells() + 1) / block_slots;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(blocks, 1 << 12, 1 << 20));
}

/// The rows of a picking before their values are known, game after game.
class Rows {
 public:
  Rows(const Table& table, const Picking& picking, const Job& job)
      : table_(table), picking_(picking), workers_(job.threads, job.stop) {}

  /// Appends those of some more games, but for more than are left to be picked and, when they are to be
  /// distinct, those that came up before. Returns false when there seem to be no more.
  bool append(std::vector<Row>& rows) {
    constexpr std::size_t games_a_round = 256;
    constexpr int most_rounds_in_vain = 20;
    const std::uint64_t before = picked_;
    run_in_order(
        workers_, games_a_round,
        [&](std::size_t i, int) {
          const Random random = random_of(picking_.seed, games_ + i);
          return picking_.from == From::games ? PlayedGame(table_, random).rows()
                                              : uniform_rows(geometry_of(table_), random);
        },
        [&](std::size_t i, const std::vector<Row>& game) {
          for (const Row& row : game) {
            if (picked_ == picking_.positions) return;
            if (picking_.distinct &&
                !picked_before_.insert(canonical(geometry_of(table_), row.position).bits).second)
              continue;
            rows.push_back(row);
            rows.back().game = games_ + i;
            ++picked_;
          }
        });
    games_ += games_a_round;
    rounds_in_vain_ = picked_ == before ? rounds_in_vain_ + 1 : 0;
    return picked_ < picking_.positions && rounds_in_vain_ < most_rounds_in_vain;
  }

 private:
  const Table& table_;
  const Picking& picking_;
  Workers workers_;
  std::unordered_set<std::uint64_t> picked_before_;
  std::uint64_t picked_ = 0;
  std::uint64_t games_ = 0;
  int rounds_in_vain_ = 0;
};

}  // namespace

std::uint64_t pick(const Table& table, const Picking& picking, const Job& job,
                   const std::function<void(const Row&)>& take) {
  constexpr double share_of_games = 0.2;  // of the time, on 5x5
  Rows source(table, picking, job);
  std::uint64_t taken = 0;
  std::vector<Row> rows;
  for (bool more = true; more;) {
    rows.clear();
    const auto show = [&](std::size_t played, std::size_t evaluated) {
      const double done = share_of_games * static_cast<double>(played) +
                          (1 - share_of_games) * static_cast<double>(evaluated);
      job.show((static_cast<double>(taken) + done) / static_cast<double>(picking.positions));
    };
    while (more && rows.size() < rows_per_batch(table)) {
      more = source.append(rows);
      show(rows.size(), 0);
    }
    evaluate(table, rows, job, [&](std::size_t evaluated) { show(rows.size(), evaluated); });
    for (const Row& row : rows) take(row);
    taken += rows.size();
  }
  return taken;
}

}  // namespace quixo::data
