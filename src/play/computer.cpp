// SPDX-License-Identifier: MIT
#include "play/computer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
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

constexpr std::array<const char*, Computer::levels> level_words{
    "Beginner", "Novice", "Casual", "Steady", "Skilled", "Strong", "Expert", "Master", "Grandmaster"};

const KnownMove& any_of(const std::vector<KnownMove>& moves, Random& random) {
  assert(!moves.empty());
  return moves[pick(random, moves.size())];
}

/// The moves that nothing is better than.
std::vector<KnownMove> best_of(const std::vector<KnownMove>& moves) {
  assert(!moves.empty());
  std::vector<KnownMove> best;
  for (const KnownMove& move : moves)
    if (!is_better(moves.front().known, move.known)) best.push_back(move);
  return best;
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
std::vector<KnownMove> best_traps(const Table& table, std::vector<KnownMove> moves, Random& random) {
  assert(!moves.empty());
  assert(
      std::ranges::all_of(moves, [](const KnownMove& move) { return move.known.outcome == Outcome::draw; }));
  constexpr std::size_t most_replies = 12;
  struct Trap {
    KnownMove move;
    std::vector<Position> holding;
    std::size_t deeper = 0;
  };
  shuffle(moves, random);
  std::vector<Trap> traps;
  for (const KnownMove& move : moves)
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
  std::vector<KnownMove> best;
  best.reserve(traps.size());
  for (const Trap& trap : traps) best.push_back(trap.move);
  return best;
}

/// What a level takes a move to be worth: nothing in particular, unless it sees the end.
Known seen(const Known& known, Sight sight, Random& random) {
  if (!known.distance || *known.distance > sight.horizon) return {};
  const double overlooks = 1 - std::pow(1 - sight.lapse, *known.distance);
  return happens(random, overlooks) ? Known{} : known;
}

/// Those of the moves that take a blank, if there are any: a cube more is an advantage.
std::vector<KnownMove> taking_blanks(std::vector<KnownMove> moves, Position position) {
  const auto takes_blank = [&](const KnownMove& move) {
    return (position.occupied() & cell_bit(move.move.taken)) == 0;
  };
  if (std::ranges::any_of(moves, takes_blank)) std::erase_if(moves, std::not_fn(takes_blank));
  return moves;
}

/// The moves that look best; when that is nothing in particular, those that take a blank.
std::vector<KnownMove> best_looking(std::vector<KnownMove> moves, Position position, Sight sight,
                                    Random& random) {
  // The order of the moves tells what lies beyond the horizon, so it must not meet the random numbers.
  std::ranges::sort(moves, {}, &KnownMove::move);
  for (KnownMove& move : moves) move.known = seen(move.known, sight, random);
  std::ranges::stable_sort(
      moves, [](const Known& one, const Known& two) { return is_better(one, two); }, &KnownMove::known);
  moves = best_of(moves);
  return moves.front().known.outcome ? moves : taking_blanks(std::move(moves), position);
}

/// The best of what a search can prove in the given time; where that is nothing, what takes a blank. Setting
/// traps did not score more: docs/players.md.
std::vector<KnownMove> searched(const Knowledge& knowledge, Position position, const Thinking& thinking) {
  Effort effort{.horizon = thinking.horizon, .deadline = thinking.deadline, .stop = thinking.stop};
  if (thinking.time) {
    const auto enough = std::chrono::steady_clock::now() + *thinking.time;
    effort.deadline = thinking.deadline ? std::min(*thinking.deadline, enough) : enough;
  }
  std::vector<KnownMove> best = best_of(knowledge.moves(position, effort));
  return best.front().known.outcome ? best : taking_blanks(std::move(best), position);
}

}  // namespace

std::vector<std::string> Computer::all() {
  std::vector<std::string> names;
  for (int level = 1; level <= levels; ++level) names.push_back(fmt::format("level-{}", level));
  for (const char* name : {"searcher", "winner", "perfect"}) names.emplace_back(name);
  return names;
}

Computer::Computer(std::string_view name) : name_(name) {
  constexpr std::string_view level = "level-";
  if (name == "winner") {
    kind_ = Kind::winner;
  } else if (name == "searcher") {
    kind_ = Kind::searcher;
  } else if (name.starts_with(level) && name.size() == level.size() + 1 && name.back() >= '1' &&
             name.back() <= '0' + levels) {
    kind_ = Kind::level;
    level_ = name.back() - '0';
  } else if (name != "perfect") {
    throw Error(
        fmt::format("no player is called {}: expected level-1 to level-{}, searcher, winner or perfect",
                    quoted(name), levels));
  }
}

std::string Computer::title() const {
  if (kind_ == Kind::level)
    return fmt::format("Level {} · {}", level_, level_words[static_cast<std::size_t>(level_ - 1)]);
  std::string title = name_;
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  return title;
}

KnownMove Computer::choose(const Knowledge& knowledge, Position position, Random& random,
                           const Thinking& thinking) const {
  if (!can_play(knowledge))
    throw Error(
        fmt::format("{0} needs a table, and there is none of {1}: choose a level or the searcher, or make "
                    "one with quixo solve {1}",
                    name_, to_string(knowledge.rules())));
  // Half an answer is none.
  const auto not_stopped = [&](std::vector<KnownMove> moves) {
    if (thinking.stop.stop_requested()) throw Interrupted();
    return moves;
  };
  const auto moves_within = [&](int horizon) {
    return not_stopped(knowledge.moves(
        position, {.horizon = horizon, .deadline = thinking.deadline, .stop = thinking.stop}));
  };
  if (kind_ == Kind::searcher)
    return any_of(not_stopped(searched(knowledge.without_table(), position, thinking)), random);
  if (kind_ == Kind::level) {
    const Sight sight = sights[static_cast<std::size_t>(level_ - 1)];
    const std::vector<KnownMove> moves = moves_within(sight.horizon);
    const Move move = any_of(best_looking(moves, position, sight, random), random).move;
    return *std::ranges::find(moves, move, &KnownMove::move);  // with all that is known of it
  }
  // The winner makes no use of distances.
  const std::vector<KnownMove> moves = moves_within(kind_ == Kind::winner ? 0 : Effort{}.horizon);
  assert(!moves.empty());
  std::vector<KnownMove> best;
  if (kind_ == Kind::perfect) {
    best = best_of(moves);
    if (best.front().known.outcome == Outcome::draw)
      best = best_traps(*knowledge.table(), std::move(best), random);
  } else {
    for (const KnownMove& move : moves)
      if (move.known.outcome == moves.front().known.outcome) best.push_back(move);
  }
  return any_of(best, random);
}

}  // namespace quixo
