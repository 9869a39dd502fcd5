// SPDX-License-Identifier: MIT
#include "analysis/analysis.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>
#include <tuple>

#include "game/play.h"

namespace quixo {
namespace {

struct Replies {
  int all = 0;
  int holding = 0;
};

/// The opponent's replies to moves, each position of the replies looked at once: many moves lead to the same.
class ReplyCounter {
 public:
  ReplyCounter(const Knowledge& knowledge, const AnalysisEffort& effort)
      : knowledge_(knowledge), effort_(effort) {
    effort_.horizon = std::min(effort.horizon, effort.reply_horizon);
  }

  Replies count(const KnownMove& move) {
    // What the opponent has: the same as the move, from the other side.
    Known best = move.known;
    if (best.outcome) best.outcome = opposite(*best.outcome);
    Replies replies;
    for_each_child(knowledge_.geometry(), move.position, [&](const Slide&, Position child) {
      ++replies.all;
      if (best.outcome != Outcome::loss && holds(best, known_of_move(value(child, best)))) ++replies.holding;
    });
    return replies;
  }

 private:
  /// Far enough to see a reply that wins as fast as is proved.
  Known value(Position child, const Known& best) {
    Effort effort = effort_;
    if (best.distance) effort.horizon = std::max(effort.horizon, *best.distance);
    const auto [entry, is_new] = seen_.try_emplace({canonical(knowledge_.geometry(), child), effort.horizon});
    if (is_new) entry->second = outcome_of(child, effort);
    return entry->second;
  }

  /// A table has the outcome at once; its distance is not wanted here.
  Known outcome_of(Position child, const Effort& effort) const {
    if (!knowledge_.table()) return knowledge_.value(child, effort);
    return {knowledge_.table()->outcome(child), {}, 0, Proof::table};
  }

  const Knowledge& knowledge_;
  AnalysisEffort effort_;
  std::map<std::pair<Position, int>, Known> seen_;
};

}  // namespace

Known known_of(const std::vector<KnownMove>& moves) {
  assert(!moves.empty());
  Known best = moves.front().known;
  if (best.outcome) return best;
  for (const KnownMove& move : moves)
    if (!move.known.outcome) best.horizon = std::min(best.horizon, move.known.horizon);
  return best;
}

std::vector<AnalysedMove> with_replies(const Knowledge& knowledge, const std::vector<KnownMove>& moves,
                                       const AnalysisEffort& effort) {
  ReplyCounter counter(knowledge, effort);
  std::map<Position, Replies> counted;  // by what the moves lead to, but for a symmetry
  std::vector<AnalysedMove> analysed;
  analysed.reserve(moves.size());
  for (const KnownMove& move : moves) {
    const auto [entry, is_new] = counted.try_emplace(canonical(knowledge.geometry(), move.position));
    if (is_new) entry->second = counter.count(move);
    analysed.push_back({move, entry->second.all, entry->second.holding});
  }
  return analysed;
}

Analysis analyse(const Knowledge& knowledge, Position position, const AnalysisEffort& effort) {
  const std::vector<KnownMove> known = knowledge.moves(position, effort);
  Analysis analysis{position,
                    known.empty() ? knowledge.value(position) : known_of(known),
                    with_replies(knowledge, known, effort),
                    0,
                    {}};
  std::vector<AnalysedMove>& moves = analysis.moves;
  // Best first, then the hardest for the opponent, and what is the same together.
  const auto key = [&](const AnalysedMove& move) {
    return std::tuple(is_undecided(move.known) ? move.holding_share() : 0.0,
                      canonical(knowledge.geometry(), move.position));
  };
  std::ranges::stable_sort(moves, [&](const AnalysedMove& one, const AnalysedMove& two) {
    if (is_better(one.known, two.known)) return true;
    if (is_better(two.known, one.known)) return false;
    return key(one) < key(two);
  });
  std::map<Position, std::size_t> first;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    moves[i].same_as = first.try_emplace(canonical(knowledge.geometry(), moves[i].position), i).first->second;
    if (holds(analysis.known, moves[i].known)) ++analysis.moves_that_hold;
  }
  if (!moves.empty() && is_undecided(moves.front().known) &&
      moves.front().replies_that_hold < moves.front().replies)
    analysis.best_trap = 0;
  return analysis;
}

PlayLine best_line(const Knowledge& knowledge, Position position, const AnalysisEffort& effort,
                   std::size_t most_moves) {
  PlayLine line;
  std::set<Position> seen{position};
  while (!is_over(knowledge.geometry(), position)) {
    if (line.moves.size() == most_moves) {
      line.end = LineEnd::cut;
      return line;
    }
    AnalysedMove best;
    static_cast<KnownMove&>(best) = knowledge.moves(position, effort).front();
    if (is_undecided(best.known)) {
      best = analyse(knowledge, position, effort).moves.front();
    } else if (!best.known.distance) {
      line.end = LineEnd::horizon;  // nobody knows which move makes progress
      return line;
    }
    line.moves.push_back(best);
    position = best.position;
    if (!seen.insert(position).second) {
      line.end = LineEnd::repetition;
      return line;
    }
  }
  return line;
}

}  // namespace quixo
