// SPDX-License-Identifier: MIT
#include "analysis/analysis.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "game/play.h"

namespace quixo {
namespace {

/// Whether a move keeps what the best move is worth. Where nothing is proved, everything that is not proved
/// to lose does.
bool keeps(const Known& best, const Known& move) {
  if (best.outcome == Outcome::win) return move.outcome == Outcome::win;
  if (best.outcome == Outcome::loss) return false;
  return move.outcome != Outcome::loss;
}

bool is_cut_off(const Effort& effort) {
  return effort.stop.stop_requested() ||
         (effort.deadline && std::chrono::steady_clock::now() >= *effort.deadline);
}

/// The opponent's replies to moves. Where they are searched, each position of them is looked at once: many
/// moves lead to the same. A table has it sooner than it could be remembered.
class ReplyCounter {
 public:
  ReplyCounter(const Knowledge& knowledge, const AnalysisEffort& effort)
      : knowledge_(knowledge), effort_(effort) {
    effort_.horizon = std::min(effort.horizon, effort.reply_horizon);
  }

  void count(AnalysedMove& move) {
    // What the opponent has: the same as the move, from the other side.
    Known best = move.known;
    if (best.outcome) best.outcome = opposite(*best.outcome);
    for_each_child(knowledge_.geometry(), move.position, [&](const Slide&, Position child) {
      ++move.replies;
      if (best.outcome != Outcome::loss && keeps(best, known_of_move(value(child, best))))
        ++move.replies_that_hold;
    });
  }

 private:
  Known value(Position child, const Known& best) {
    if (knowledge_.table()) return {knowledge_.table()->outcome(child), {}, 0, Proof::table};
    // Far enough to see a reply that wins as fast as is proved.
    Effort effort = effort_;
    if (best.distance) effort.horizon = std::max(effort.horizon, *best.distance);
    const auto [entry, is_new] = seen_.try_emplace({canonical(knowledge_.geometry(), child), effort.horizon});
    if (is_new) entry->second = knowledge_.value(child, effort);
    return entry->second;
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

const char* line_end_name(LineEnd end) {
  switch (end) {
    case LineEnd::line:
      return "line";
    case LineEnd::repetition:
      return "repetition";
    case LineEnd::horizon:
      return "horizon";
    case LineEnd::cut:
      return "cut";
  }
  return "";
}

Analysis analyse(const Knowledge& knowledge, Position position, const AnalysisEffort& effort) {
  Analysis analysis{position, {}, effort.replies, {}, 0, {}};
  // A move, and what it leads to but for a symmetry.
  struct Entry {
    AnalysedMove move;
    Position image;
    double order = 0;  // among moves of the same value
  };
  std::vector<Entry> entries;
  const auto first_like = [&](std::size_t i) {
    return static_cast<std::size_t>(std::ranges::find(entries, entries[i].image, &Entry::image) -
                                    entries.begin());
  };
  ReplyCounter replies(knowledge, effort);
  for (const KnownMove& move : knowledge.moves(position, effort)) {
    entries.push_back({{move}, canonical(knowledge.geometry(), move.position)});
    if (effort.replies == Replies::left_out) continue;
    AnalysedMove& analysed = entries.back().move;
    if (const std::size_t first = first_like(entries.size() - 1); first + 1 < entries.size()) {
      analysed.replies = entries[first].move.replies;
      analysed.replies_that_hold = entries[first].move.replies_that_hold;
    } else {
      replies.count(analysed);
    }
    if (is_undecided(analysed.known)) entries.back().order = analysed.holding_share();
  }

  // Best first, then the hardest for the opponent, and what is the same together.
  std::ranges::stable_sort(entries, [&](const Entry& one, const Entry& two) {
    if (is_better(one.move.known, two.move.known)) return true;
    if (is_better(two.move.known, one.move.known)) return false;
    return std::tie(one.order, one.image) < std::tie(two.order, two.image);
  });
  analysis.moves.reserve(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    analysis.moves.push_back(entries[i].move);
    analysis.moves.back().same_as = first_like(i);
  }
  analysis.known = known_of(knowledge, position, analysis.moves, effort);
  for (const AnalysedMove& move : analysis.moves)
    if (keeps(analysis.known, move.known)) ++analysis.moves_that_hold;
  if (!entries.empty()) {
    const AnalysedMove& first = analysis.moves.front();
    if (is_undecided(first.known) && first.replies_that_hold < first.replies) analysis.best_trap = 0;
  }
  return analysis;
}

PlayLine best_line(const Knowledge& knowledge, Position position, const AnalysisEffort& effort,
                   std::size_t most_moves) {
  PlayLine line;
  std::set<Position> seen{position};
  while (!is_over(knowledge.geometry(), position)) {
    if (line.moves.size() == most_moves || is_cut_off(effort)) {
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
