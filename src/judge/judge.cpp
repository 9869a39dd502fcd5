// SPDX-License-Identifier: MIT
#include "judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>

#include "analysis/analysis.h"
#include "game/notation.h"
#include "game/play.h"
#include "quixo/error.h"

namespace quixo::judge {
namespace {

/// Without a move so often in a row, a program is broken, and to go on would only take long.
constexpr int most_in_a_row = 10;

class Failures {
 public:
  void see_move() { in_a_row_ = 0; }
  void see_forfeit(const Contestant& who, const std::string& reason, Marks& marks) {
    ++marks.forfeits[reason];
    if (++in_a_row_ == most_in_a_row)
      throw Error(fmt::format("{} made no move {} times in a row, the last time because it {}", who.name(),
                              most_in_a_row, reason));
  }

 private:
  int in_a_row_ = 0;
};

bool contradict(const Known& one, const Known& two) {
  return (one.outcome && two.outcome && *one.outcome != *two.outcome) ||
         (one.distance && two.distance && *one.distance != *two.distance);
}

/// What is known of the position itself. A table says all; where a search says less than was given, that
/// counts.
Known known_before(const Geometry& geometry, Position position, const std::vector<KnownMove>& moves,
                   const Known& given) {
  const Known found = known_of(moves);
  if (contradict(given, found))
    throw Error(fmt::format("the suite says that who is to move in {} {}, and that is not so: she {}",
                            to_string(geometry, position), in_words(given), in_words(found)));
  return found.outcome && (found.distance || !given.distance) ? found : given;
}

/// Whether a move keeps an outcome; nothing when that is not known.
std::optional<bool> keeps(Outcome outcome, const Known& move) {
  if (outcome == Outcome::loss) return true;  // all do
  if (move.outcome) return *move.outcome == outcome;
  return std::nullopt;
}

/// The one position, but for symmetry, that an only-move leads to; nothing when there is none, or none that
/// is known to be one.
std::optional<Position> only_child(const Geometry& geometry, Outcome outcome,
                                   const std::vector<KnownMove>& moves) {
  if (outcome == Outcome::loss) return std::nullopt;
  std::optional<Position> only;
  bool others = false;
  for (const KnownMove& move : moves) {
    if (keeps(outcome, move.known) == false) {
      others = true;
      continue;
    }
    const Position image = canonical(geometry, move.position);
    if (only && *only != image) return std::nullopt;
    only = image;
  }
  return others ? only : std::nullopt;
}

/// The values of a suite, by position: what a move leads to may be a position of the suite itself, and then
/// more is known of it than a search sees.
class SuiteValues {
 public:
  SuiteValues(const Geometry& geometry, const std::vector<SuitePosition>& suite) : geometry_(geometry) {
    for (const SuitePosition& each : suite) values_.emplace(image(each.position), each.known);
  }

  void add_to(std::vector<KnownMove>& moves) const {
    for (KnownMove& move : moves)
      if (const auto found = values_.find(image(move.position));
          found != values_.end() && !move.known.outcome)
        move.known = known_of_move(found->second);
    std::ranges::stable_sort(
        moves, [](const Known& one, const Known& two) { return is_better(one, two); }, &KnownMove::known);
  }

 private:
  Position image(Position position) const { return canonical(geometry_, with_x_to_move(position)); }

  const Geometry& geometry_;
  std::map<Position, Known> values_;
};

void measure(const Known& before, const Known& after, Tally& tally) {
  if (!before.distance || !after.distance || before.outcome != after.outcome) return;
  const int lost = before.outcome == Outcome::win ? *after.distance - *before.distance
                                                  : *before.distance - *after.distance;
  if (lost < 0)
    return;  // no move is better than the best: the suite is wrong, and the search does not see it
  tally.moves_lost += static_cast<std::uint64_t>(lost);
  ++tally.measured;
}

}  // namespace

void count(const Geometry& geometry, Position position, const Known& before,
           const std::vector<KnownMove>& moves, std::optional<Move> made, Marks& marks) {
  const auto chosen = made ? std::ranges::find(moves, *made, &KnownMove::move) : moves.end();
  assert(!made || chosen != moves.end());
  if (!before.outcome) {
    const bool loses = !made || chosen->known.outcome == Outcome::loss;
    marks.unclear.kept.add(loses ? std::optional(false) : std::nullopt);
    return;
  }
  Tally& tally = *before.outcome == Outcome::win    ? marks.won
                 : *before.outcome == Outcome::draw ? marks.drawn
                                                    : marks.lost;
  const std::optional<bool> kept = made ? keeps(*before.outcome, chosen->known) : std::optional(false);
  tally.kept.add(kept);
  if (made) measure(before, chosen->known, tally);
  if (*before.outcome == Outcome::loss) return;
  marks.by_phase[static_cast<std::size_t>(phase_of(std::popcount(position.occupied()), geometry.cells()))]
      .add(kept);
  if (const std::optional<Position> only = only_child(geometry, *before.outcome, moves))
    marks.only_moves.add(made && canonical(geometry, chosen->position) == *only);
}

Score judge_games(const Judge& judge, Contestant& who, Contestant& opponent, MatchOptions options,
                  Marks& marks) {
  Failures failures;
  const auto see = [&](Position position, std::optional<Move> made) {
    const std::vector<KnownMove> moves = judge.moves(position);
    count(judge.knowledge.geometry(), position, known_of(moves), moves, made, marks);
  };
  options.on_move = [&](const Contestant& mover, Position position, Move move) {
    if (&mover != &who) return;
    failures.see_move();
    see(position, move);
  };
  options.on_forfeit = [&](const Contestant& mover, std::optional<Position> position,
                           const std::string& reason) {
    if (&mover != &who) throw Error(fmt::format("{}, an opponent, is no help: it {}", mover.name(), reason));
    if (position) see(*position, std::nullopt);
    failures.see_forfeit(who, reason, marks);
  };
  return play_match(judge.knowledge.rules(), who, opponent, options);
}

std::vector<Marks> judge_suite(const Judge& judge, const std::vector<Contestant*>& players,
                               const std::vector<SuitePosition>& suite, std::uint64_t seed,
                               const std::function<void(double share)>& progress) {
  struct Seat {
    Random random;
    Failures failures;
  };
  std::vector<Seat> seats(players.size(), {Random(seed), {}});
  std::vector<Marks> marks(players.size());
  const Geometry& geometry = judge.knowledge.geometry();
  const SuiteValues values(geometry, suite);
  // Position by position, for to find the values of all moves may take longer than to make one.
  for (std::size_t i = 0; i < suite.size(); ++i) {
    const Position position = suite[i].position;
    std::vector<KnownMove> moves = judge.moves(position);
    const Known before = known_before(geometry, position, moves, suite[i].known);
    values.add_to(moves);
    for (std::size_t j = 0; j < players.size(); ++j) {
      std::optional<Move> made;
      std::string reason;
      try {
        players[j]->begin(judge.knowledge.rules());
        made = players[j]->choose(position, seats[j].random, {});
      } catch (const Forfeit& why) {
        reason = why.reason;
      }
      count(geometry, position, before, moves, made, marks[j]);
      if (made)
        seats[j].failures.see_move();
      else
        seats[j].failures.see_forfeit(*players[j], reason, marks[j]);
    }
    if (progress) progress(static_cast<double>(i + 1) / static_cast<double>(suite.size()));
  }
  return marks;
}

}  // namespace quixo::judge
