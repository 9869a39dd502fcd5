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

/// Whether a move is one among which a player can choose by how hard it makes things for the opponent.
bool is_undecided(const Known& known) { return !known.outcome || *known.outcome == Outcome::draw; }

/// Whether a move keeps what the best move is worth. Where nothing is proved, everything that is not proved
/// to lose does.
bool keeps(const Known& best, const Known& move) {
  if (best.outcome == Outcome::win) return move.outcome == Outcome::win;
  if (best.outcome == Outcome::loss) return false;
  return move.outcome != Outcome::loss;
}

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
      if (best.outcome != Outcome::loss && keeps(best, known_of_move(value(child, best)))) ++replies.holding;
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

/// What a position is worth: what its best move is. Where nothing is proved, the least that all moves prove.
Known known_of(const Knowledge& knowledge, Position position, const std::vector<AnalysedMove>& moves,
               const Effort& effort) {
  if (moves.empty()) return knowledge.value(position, effort);
  Known best =
      std::ranges::min(
          moves, [](const Known& one, const Known& two) { return is_better(one, two); }, &AnalysedMove::known)
          .known;
  if (best.outcome) return best;
  for (const AnalysedMove& move : moves)
    if (!move.known.outcome) best.horizon = std::min(best.horizon, move.known.horizon);
  return best;
}

}  // namespace

Analysis analyse(const Knowledge& knowledge, Position position, const AnalysisEffort& effort) {
  Analysis analysis{position, {}, {}, 0, {}};
  std::vector<AnalysedMove>& moves = analysis.moves;
  ReplyCounter replies(knowledge, effort);
  std::map<Position, Replies> counted;  // by what the moves lead to, but for a symmetry
  for (const KnownMove& move : knowledge.moves(position, effort)) {
    const auto [entry, is_new] = counted.try_emplace(canonical(knowledge.geometry(), move.position));
    if (is_new) entry->second = replies.count(move);
    AnalysedMove analysed;
    static_cast<KnownMove&>(analysed) = move;
    analysed.replies = entry->second.all;
    analysed.replies_that_hold = entry->second.holding;
    moves.push_back(analysed);
  }
  analysis.known = known_of(knowledge, position, moves, effort);

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
    if (keeps(analysis.known, moves[i].known)) ++analysis.moves_that_hold;
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
