// SPDX-License-Identifier: MIT
#include "play/computer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>

#include "base/text.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/error.h"

namespace quixo {
namespace {

/// A level's sight: the greatest distance at which it sees the end, and the chance that it overlooks any one
/// of the moves on the way there.
struct Sight {
  int horizon;
  double lapse;
};

constexpr std::array<Sight, Computer::levels> sights{
    {{1, 0.24}, {2, 0.17}, {3, 0.12}, {4, 0.08}, {5, 0.05}, {6, 0.03}, {8, 0.015}, {10, 0.005}, {12, 0}}};

const MoveValue& any_of(const std::vector<MoveValue>& moves, Random& random) {
  assert(!moves.empty());
  return moves[std::uniform_int_distribution<std::size_t>(0, moves.size() - 1)(random)];
}

/// The positions after the replies that hold a draw.
std::vector<Position> holding_replies(const Table& table, Position position) {
  std::vector<Position> replies;
  for_each_child(geometry_of(table), position, [&](const Slide&, Position child) {
    if (table.outcome(child) == Outcome::draw) replies.push_back(child);
  });
  return replies;
}

/// How few holding replies the player to move, who holds a draw, can leave. At most 45 times the replies on
/// 5x5.
std::size_t best_trap(const Table& table, Position position) {
  std::size_t fewest = SIZE_MAX;
  for (const Position& child : holding_replies(table, position))
    fewest = std::min(fewest, holding_replies(table, child).size());
  return fewest;
}

/// Of some drawing moves those that set the best trap. The second look at ties, one move of each side deeper,
/// costs much, so it is given to as many of them as have `most_replies` holding replies between them: on 5x5
/// at most 44 + 12 * 45 calls of moves().
std::vector<MoveValue> best_traps(const Table& table, std::vector<MoveValue> moves, Random& random) {
  assert(!moves.empty());
  assert(
      std::ranges::all_of(moves, [](const MoveValue& move) { return move.value.outcome == Outcome::draw; }));
  constexpr std::size_t most_replies = 12;
  struct Trap {
    MoveValue move;
    std::vector<Position> holding;
    std::size_t deeper = 0;
  };
  std::ranges::shuffle(moves, random);
  std::vector<Trap> traps;
  for (const MoveValue& move : moves)
    if (std::ranges::none_of(traps, [&](const Trap& trap) { return trap.move.position == move.position; }))
      traps.push_back({move, holding_replies(table, move.position)});
  const auto keep_least = [&](auto measure) {
    const auto least = std::invoke(measure, std::ranges::min(traps, {}, measure));
    std::erase_if(traps, [&](const Trap& trap) { return std::invoke(measure, trap) != least; });
  };
  const auto held = [](const Trap& trap) { return trap.holding.size(); };
  keep_least(held);
  assert(held(traps.front()) > 0);  // a draw has a reply that holds it
  const std::size_t affordable = most_replies / held(traps.front());
  if (traps.size() > 1 && affordable > 1) {
    traps.resize(std::min(traps.size(), affordable));
    for (Trap& trap : traps)
      for (const Position& reply : trap.holding) trap.deeper += best_trap(table, reply);
    keep_least(&Trap::deeper);
  }
  std::vector<MoveValue> best;
  best.reserve(traps.size());
  for (const Trap& trap : traps) best.push_back(trap.move);
  return best;
}

/// What a level takes a move to be worth.
Value seen(Value value, Sight sight, Random& random) {
  if (value.outcome == Outcome::draw || value.distance > sight.horizon) return {};
  const double overlooks = 1 - std::pow(1 - sight.lapse, value.distance);
  return std::bernoulli_distribution(overlooks)(random) ? Value{} : value;
}

/// The moves that look best. When that is nothing in particular, those that take a blank: a cube more is the
/// one advantage everybody sees.
std::vector<MoveValue> best_looking(std::vector<MoveValue> moves, Position position, Sight sight,
                                    Random& random) {
  assert(!moves.empty());
  for (MoveValue& move : moves) move.value = seen(move.value, sight, random);
  const Value best = std::ranges::min(moves, is_better, &MoveValue::value).value;
  std::erase_if(moves, [&](const MoveValue& move) { return move.value != best; });
  const auto takes_blank = [&](const MoveValue& move) {
    return (position.occupied() & cell_bit(move.move.taken)) == 0;
  };
  if (best.outcome == Outcome::draw && std::ranges::any_of(moves, takes_blank))
    std::erase_if(moves, std::not_fn(takes_blank));
  return moves;
}

}  // namespace

Computer::Computer(std::string_view name) : name_(name) {
  constexpr std::string_view level = "level-";
  if (name == "winner") {
    kind_ = Kind::winner;
  } else if (name.starts_with(level) && name.size() == level.size() + 1 && name.back() >= '1' &&
             name.back() <= '0' + levels) {
    kind_ = Kind::level;
    level_ = name.back() - '0';
  } else if (name != "perfect") {
    throw Error(fmt::format("no player is called {}: expected perfect, winner or level-1 to level-{}",
                            quoted(name), levels));
  }
}

MoveValue Computer::choose(const Table& table, Position position, Random& random) const {
  const std::vector<MoveValue> moves = table.moves(position);
  assert(!moves.empty());
  if (kind_ == Kind::level) {
    if (table.metric() != Metric::distance)
      throw Error(
          fmt::format("{} needs distances, which this table of {} does not have: make them with "
                      "quixo solve {}",
                      name_, to_string(table.rules()), to_string(table.rules())));
    const Sight sight = sights[static_cast<std::size_t>(level_ - 1)];
    const Move move = any_of(best_looking(moves, position, sight, random), random).move;
    return *std::ranges::find(moves, move, &MoveValue::move);  // with its true value
  }
  std::vector<MoveValue> best;
  for (const MoveValue& move : moves)
    if (kind_ == Kind::perfect ? move.value == moves.front().value
                               : move.value.outcome == moves.front().value.outcome)
      best.push_back(move);
  if (kind_ == Kind::perfect && best.front().value.outcome == Outcome::draw)
    best = best_traps(table, std::move(best), random);
  return any_of(best, random);
}

}  // namespace quixo
