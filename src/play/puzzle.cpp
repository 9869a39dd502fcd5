// SPDX-License-Identifier: MIT
#include "play/puzzle.h"

#include <algorithm>

#include "game/play.h"
#include "play/computer.h"

namespace quixo {
namespace {

struct Distances {
  int least;
  int most;
};

/// How far away the win of a puzzle is; nothing when it is not about winning.
std::optional<Distances> distances_of(PuzzleKind kind) {
  constexpr int any = 1000;
  if (kind == PuzzleKind::near) return Distances{1, 3};
  if (kind == PuzzleKind::longer) return Distances{5, 7};
  if (kind == PuzzleKind::far) return Distances{9, any};
  return std::nullopt;
}

constexpr int horizon = 12;
constexpr int win_horizon = 11;  // of the position: a search sees whether other moves win, too
// For a first look: most positions are no puzzles.
constexpr int quick_horizon = 6;
constexpr int quick_reply_horizon = 5;

/// The first of the moves that are the same, for all that keep what the position is worth.
std::vector<const AnalysedMove*> ways_to_hold(const Analysis& analysis) {
  std::vector<const AnalysedMove*> ways;
  for (const AnalysedMove& move : analysis.moves)
    if (&analysis.moves[move.same_as] == &move && holds(analysis.known, move.known)) ways.push_back(&move);
  return ways;
}

bool is_only_win(const Analysis& analysis, Distances wanted) {
  const Known& known = analysis.known;
  return known.outcome == Outcome::win && known.distance && *known.distance >= wanted.least &&
         *known.distance <= wanted.most && ways_to_hold(analysis).size() == 1 &&
         analysis.moves_that_hold < static_cast<int>(analysis.moves.size());
}

bool is_only_move(const Analysis& analysis) {
  return is_undecided(analysis.known) && ways_to_hold(analysis).size() == 1 &&
         analysis.moves_that_hold < static_cast<int>(analysis.moves.size());
}

/// One trap stands out: by the share of replies that hold, and by their number.
bool is_trap(const Analysis& analysis) {
  constexpr double most_share = 0.5;
  constexpr double margin = 0.1;
  constexpr std::size_t fewest_ways = 3;
  if (!is_undecided(analysis.known)) return false;
  const std::vector<const AnalysedMove*> ways = ways_to_hold(analysis);
  if (ways.size() < fewest_ways || ways.front()->holding_share() > most_share) return false;
  return std::all_of(ways.begin() + 1, ways.end(), [&](const AnalysedMove* other) {
    return other->holding_share() >= ways.front()->holding_share() + margin &&
           other->replies_that_hold > ways.front()->replies_that_hold;
  });
}

bool is_puzzle(const Analysis& analysis, PuzzleKind kind) {
  if (const std::optional<Distances> wanted = distances_of(kind)) return is_only_win(analysis, *wanted);
  return kind == PuzzleKind::only ? is_only_move(analysis) : is_trap(analysis);
}

/// Whether it is worth a closer look. Takes little time where positions are searched.
bool may_be_puzzle(const Knowledge& knowledge, Position position, PuzzleKind kind,
                   const AnalysisEffort& effort) {
  AnalysisEffort quick = effort;
  if (const std::optional<Distances> wanted = distances_of(kind)) {
    quick.horizon = std::min(wanted->most, win_horizon);
    const Known known = knowledge.value(position, quick);
    return known.outcome == Outcome::win && known.distance && *known.distance >= wanted->least &&
           *known.distance <= wanted->most;
  }
  constexpr std::size_t few_ways = 3;
  quick.horizon = quick_horizon;
  quick.reply_horizon = quick_reply_horizon;
  if (kind == PuzzleKind::only) quick.replies = Replies::left_out;
  const Analysis analysis = analyse(knowledge, position, quick);
  if (kind == PuzzleKind::trap) return is_trap(analysis);
  return is_undecided(analysis.known) && ways_to_hold(analysis).size() <= few_ways;
}

/// The positions of a game between players who are good enough to make sense and bad enough to make mistakes.
std::vector<Position> positions_of_game(const Knowledge& knowledge, Random& random,
                                        const AnalysisEffort& effort) {
  constexpr std::size_t longest = 60;
  constexpr std::size_t best_level = 5;
  const auto any_level = [&] { return Computer("level-" + std::to_string(1 + pick(random, best_level))); };
  const Computer players[] = {any_level(), any_level()};
  std::vector<Position> positions{{}};
  while (positions.size() < longest && !is_cut_off(effort)) {
    const Position position = positions.back();
    const Position next = players[positions.size() % 2].choose(knowledge, position, random).position;
    if (is_over(knowledge.geometry(), next)) break;
    positions.push_back(next);
  }
  return positions;
}

/// Whether the whole table has none.
bool is_hopeless(const Knowledge& knowledge, PuzzleKind kind) {
  if (!knowledge.table()) return false;
  const Summary& summary = knowledge.table()->summary();
  const std::optional<Distances> wanted = distances_of(kind);
  if (!wanted) return summary.census.totals().draw == 0;
  return knowledge.metric() == Metric::distance && (!summary.win || summary.win->distance < wanted->least);
}

}  // namespace

std::optional<Puzzle> find_puzzle(const Knowledge& knowledge, PuzzleKind kind, std::uint64_t seed,
                                  const PuzzleLimits& limits) {
  if (is_hopeless(knowledge, kind)) return std::nullopt;
  AnalysisEffort effort;
  effort.horizon = horizon;
  effort.deadline = limits.deadline;
  effort.stop = limits.stop;
  Random random(seed);
  while (!is_cut_off(effort)) {
    std::vector<Position> positions = positions_of_game(knowledge, random, effort);
    shuffle(positions, random);
    for (const Position& position : positions) {
      if (is_cut_off(effort) || !may_be_puzzle(knowledge, position, kind, effort)) continue;
      Puzzle puzzle{analyse(knowledge, position, effort), {}};
      if (is_cut_off(effort) || !is_puzzle(puzzle.position, kind)) continue;
      const AnalysedMove* right = ways_to_hold(puzzle.position).front();
      for (const AnalysedMove& move : puzzle.position.moves)
        if (&puzzle.position.moves[move.same_as] == right) puzzle.right.push_back(move.move);
      return puzzle;
    }
  }
  return std::nullopt;
}

}  // namespace quixo
