// SPDX-License-Identifier: MIT
#include "analysis/analysis.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "game/play.h"

namespace quixo {
namespace {

/// The opponent's replies to moves. Where they are searched, each position of them is looked at once: many
/// moves lead to the same. A table has it sooner than it could be remembered.
class ReplyCounter {
 public:
  ReplyCounter(const Knowledge& knowledge, Effort effort)
      : knowledge_(knowledge), effort_(std::move(effort)) {}

  void count(AnalysedMove& move) {
    // What the opponent has: the same as the move, from the other side.
    Known best = move.known;
    if (best.outcome) best.outcome = opposite(*best.outcome);
    move.replies = 0;
    move.replies_that_hold = 0;
    for_each_child(knowledge_.geometry(), move.position, [&](const Slide&, Position child) {
      ++move.replies;
      if (best.outcome != Outcome::loss && holds(best, known_of_move(value(child, best))))
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
  Effort effort_;
  std::map<std::pair<Position, int>, Known> seen_;
};

/// What each move leads to, but for a symmetry.
template <class AnyMove>
std::vector<Position> images_of(const Geometry& geometry, const std::vector<AnyMove>& moves) {
  std::vector<Position> images;
  images.reserve(moves.size());
  for (const AnyMove& move : moves) images.push_back(canonical(geometry, move.position));
  return images;
}

/// The first that is equal. There are few: a map would take longer.
std::size_t first_like(const std::vector<Position>& images, std::size_t index) {
  return static_cast<std::size_t>(std::ranges::find(images, images[index]) - images.begin());
}

/// Whether all could be counted within the effort.
bool try_to_count(const Knowledge& knowledge, const std::vector<Position>& images, const Effort& effort,
                  std::vector<AnalysedMove>& moves) {
  assert(images.size() == moves.size());
  ReplyCounter counter(knowledge, effort);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const AnalysedMove& same = moves[first_like(images, i)];
    if (&same == &moves[i]) {
      counter.count(moves[i]);
      if (!knowledge.table() && is_cut_off(effort)) return false;
    } else {
      moves[i].replies = same.replies;
      moves[i].replies_that_hold = same.replies_that_hold;
    }
  }
  return true;
}

void count_replies(const Knowledge& knowledge, const std::vector<Position>& images,
                   const AnalysisEffort& effort, std::vector<AnalysedMove>& moves) {
  constexpr int near = 3;  // some milliseconds
  Effort limits = effort;
  limits.horizon = std::min(effort.horizon, effort.reply_horizon);
  if (!try_to_count(knowledge, images, limits, moves))
    try_to_count(knowledge, images, {.horizon = near}, moves);
}

}  // namespace

bool is_cut_off(const Effort& effort) {
  return effort.stop.stop_requested() ||
         (effort.deadline && std::chrono::steady_clock::now() >= *effort.deadline);
}

Known known_of(const std::vector<KnownMove>& moves) {
  assert(!moves.empty());
  Known best = moves.front().known;
  if (!has_horizon(best)) return best;
  for (const KnownMove& move : moves)
    if (move.known.outcome == best.outcome && !move.known.distance)
      // One move that loses late is enough; all others must be looked at to say that none wins sooner.
      best.horizon = best.outcome == Outcome::loss ? std::max(best.horizon, move.known.horizon)
                                                   : std::min(best.horizon, move.known.horizon);
  return best;
}

Analysis analyse(const Knowledge& knowledge, Position position, const AnalysisEffort& effort) {
  return analyse(knowledge, position, knowledge.moves(position, effort), effort);
}

Analysis analyse(const Knowledge& knowledge, Position position, const std::vector<KnownMove>& known,
                 const AnalysisEffort& effort) {
  std::vector<AnalysedMove> moves;
  moves.reserve(known.size());
  for (const KnownMove& move : known) moves.push_back({move});
  const std::vector<Position> images = images_of(knowledge.geometry(), moves);
  if (effort.replies == Replies::counted) count_replies(knowledge, images, effort, moves);

  // Best first, then the hardest for the opponent, and what is the same together.
  struct Place {
    std::size_t index;
    double share;
  };
  std::vector<Place> order;
  order.reserve(moves.size());
  for (const AnalysedMove& move : moves)
    order.push_back({order.size(), is_undecided(move.known) ? move.holding_share() : 0});
  std::ranges::sort(order, [&](const Place& one, const Place& two) {
    if (is_better(moves[one.index].known, moves[two.index].known)) return true;
    if (is_better(moves[two.index].known, moves[one.index].known)) return false;
    return std::tie(one.share, images[one.index], one.index) <
           std::tie(two.share, images[two.index], two.index);
  });

  Analysis analysis{
      position, known.empty() ? knowledge.value(position) : known_of(known), effort.replies, {}, 0, {}};
  analysis.moves.reserve(moves.size());
  std::size_t first = 0;  // of those that are the same
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (images[order[i].index] != images[order[first].index]) first = i;
    analysis.moves.push_back(moves[order[i].index]);
    analysis.moves.back().same_as = first;
    if (holds(analysis.known, analysis.moves.back().known)) ++analysis.moves_that_hold;
  }
  if (!moves.empty() && is_undecided(analysis.known) &&
      analysis.moves.front().replies_that_hold < analysis.moves.front().replies)
    analysis.best_trap = 0;
  return analysis;
}

AnalysisEffort part_of(AnalysisEffort effort, std::size_t parts) {
  assert(parts > 0);
  if (!effort.deadline) return effort;
  const auto now = std::chrono::steady_clock::now();
  effort.deadline = now + (*effort.deadline - now) / static_cast<std::ptrdiff_t>(parts);
  return effort;
}

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

PlayLine best_line(const Knowledge& knowledge, Position position, const AnalysisEffort& effort,
                   std::size_t most_moves) {
  PlayLine line;
  std::set<Position> seen{position};
  const auto ended = [&](LineEnd end) {
    line.end = end;
    return line;
  };
  if (is_over(knowledge.geometry(), position)) line.known = knowledge.value(position);
  while (!is_over(knowledge.geometry(), position)) {
    if (line.moves.size() == most_moves || (!line.moves.empty() && is_cut_off(effort)))
      return ended(LineEnd::cut);
    const std::vector<KnownMove> moves = knowledge.moves(position, effort);
    const Known known = known_of(moves);
    if (line.moves.empty())
      line.known = known;
    else if (!knowledge.table() && is_cut_off(effort))
      return ended(LineEnd::cut);  // what was not seen in time must not pass for undecided
    if (!is_undecided(known) && !known.distance)
      return ended(LineEnd::horizon);  // nobody knows what makes progress
    line.moves.push_back(is_undecided(known) ? analyse(knowledge, position, moves, effort).moves.front()
                                             : AnalysedMove{moves.front()});
    position = line.moves.back().position;
    if (!seen.insert(position).second) return ended(LineEnd::repetition);
  }
  return line;
}

}  // namespace quixo
