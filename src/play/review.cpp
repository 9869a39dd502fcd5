// SPDX-License-Identifier: MIT
#include "play/review.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "analysis/known_json.h"
#include "game/play.h"
#include "quixo/error.h"

namespace quixo {
namespace {

/// The distance, or the least that it can be.
int least_distance(const Known& known) { return known.distance ? *known.distance : known.horizon + 1; }

Judgement judge(const Known& before, const Known& after) {
  assert(!is_better(after, before));  // no move is worth more than the best one
  if (!before.outcome) return after.outcome ? Judgement::unclear_to_loss : Judgement::unclear;
  if (!after.outcome) return Judgement::win_to_unclear;
  if (*before.outcome != *after.outcome) {
    if (before.outcome == Outcome::draw) return Judgement::draw_to_loss;
    return after.outcome == Outcome::draw ? Judgement::win_to_draw : Judgement::win_to_loss;
  }
  if (before.outcome == Outcome::draw) return Judgement::best;
  if (!before.distance && !after.distance) return Judgement::good;
  if (before.distance == after.distance) return Judgement::best;
  return before.outcome == Outcome::win ? Judgement::slower_win : Judgement::faster_loss;
}

/// From 0 to 1, as accuracy_percent says; nothing for what is unclear.
std::optional<double> accuracy(const ReviewedMove& move) {
  if (move.judgement == Judgement::unclear) return std::nullopt;
  if (move.before.outcome != move.after.outcome) return 0;
  if (move.judgement == Judgement::best || move.judgement == Judgement::good) return 1;
  const auto [shorter, longer] = std::minmax({least_distance(move.before), least_distance(move.after)});
  assert(shorter > 0);  // a move is never at distance 0
  return static_cast<double>(shorter) / longer;
}

std::vector<Move> refute(const Knowledge& knowledge, const ReviewedMove& move, const AnalysisEffort& effort) {
  if (move.best == move.move || is_over(knowledge.geometry(), move.position)) return {};
  if (!move.after.distance) return {knowledge.moves(move.position, effort).front().move};
  std::vector<Move> line;
  for (const AnalysedMove& each : best_line(knowledge, move.position, effort).moves)
    line.push_back(each.move);
  return line;
}

/// Whether exactly one move holds, symmetric ones counted once, and others do not.
bool has_only_move(const Geometry& geometry, const Known& best, const std::vector<KnownMove>& moves) {
  std::set<Position> holding;
  bool others = false;
  for (const KnownMove& move : moves)
    if (holds(best, move.known))
      holding.insert(canonical(geometry, move.position));
    else
      others = true;
  return holding.size() == 1 && others;
}

/// How hard the move was to answer, and whether another would have been a trap.
void look_for_traps(const Analysis& analysis, ReviewedMove& move) {
  const auto is_trap = [](const AnalysedMove& each) {
    return hardness(each.replies, each.replies_that_hold) == Hardness::trap;
  };
  const AnalysedMove& played = *std::ranges::find(analysis.moves, move.move, &AnalysedMove::move);
  move.replies = played.replies;
  move.replies_that_hold = played.replies_that_hold;
  if (!analysis.best_trap || !holds(analysis.known, played.known) || is_trap(played)) return;
  const AnalysedMove& best = analysis.moves[*analysis.best_trap];
  if (is_trap(best)) move.missed_trap = Trap{best.move, best.replies, best.replies_that_hold};
}

ReviewedMove review_move(const Knowledge& knowledge, Position position, Move played,
                         const AnalysisEffort& effort) {
  const std::vector<KnownMove> moves = knowledge.moves(position, effort);
  const auto found = std::ranges::find(moves, played, &KnownMove::move);
  assert(found != moves.end());
  ReviewedMove move;
  move.player = position.to_move;
  move.move = played;
  move.position = found->position;
  move.before = known_of(moves);
  move.after = found->known;
  move.best = is_better(moves.front().known, found->known) ? moves.front().move : played;
  move.judgement = judge(move.before, move.after);
  move.only_move = holds(move.before, move.after) && has_only_move(knowledge.geometry(), move.before, moves);
  if (is_undecided(move.before)) look_for_traps(analyse(knowledge, position, moves, effort), move);
  move.refutation = refute(knowledge, move, effort);
  return move;
}

}  // namespace

const char* judgement_name(Judgement judgement) {
  switch (judgement) {
    case Judgement::best:
      return "best";
    case Judgement::good:
      return "good";
    case Judgement::slower_win:
      return "slower win";
    case Judgement::faster_loss:
      return "faster loss";
    case Judgement::win_to_draw:
      return "win to draw";
    case Judgement::win_to_loss:
      return "win to loss";
    case Judgement::draw_to_loss:
      return "draw to loss";
    case Judgement::unclear:
      return "unclear";
    case Judgement::win_to_unclear:
      return "win to unclear";
    case Judgement::unclear_to_loss:
      return "unclear to loss";
  }
  return "";
}

Review review(const Knowledge& knowledge, const GameRecord& game, const AnalysisEffort& effort) {
  assert(knowledge.rules() == game.rules);
  Review review{game.rules, game.start, {}, {}, {}};
  Position position = game.start;
  for (const Move& played : game.moves) {
    if (effort.stop.stop_requested()) throw Interrupted();
    // Each has its part of the time, so that the end of a long game is looked at like its beginning.
    const std::size_t left = game.moves.size() - review.moves.size();
    ReviewedMove move = review_move(knowledge, position, played, part_of(effort, left));
    position = move.position;
    if (move.before.outcome != move.after.outcome) review.turning_points.push_back(review.moves.size());
    move.number = static_cast<int>(review.moves.size()) + 1;
    review.moves.push_back(std::move(move));
  }
  for (const Player player : {Player::x, Player::o}) {
    double sum = 0;
    int count = 0;
    for (const ReviewedMove& move : review.moves)
      if (const std::optional<double> part = accuracy(move); move.player == player && part) {
        sum += *part;
        ++count;
      }
    if (count > 0) review.accuracy_percent[static_cast<std::size_t>(player)] = 100 * sum / count;
  }
  return review;
}

nlohmann::ordered_json to_json(const Review& review) {
  using Json = nlohmann::ordered_json;
  const Geometry geometry(review.rules);
  const auto percent = [&](Player player) {
    const std::optional<double>& accuracy = review.accuracy_percent[static_cast<std::size_t>(player)];
    return accuracy ? Json(std::round(*accuracy * 10) / 10) : Json();
  };
  const auto trap = [&](const std::optional<Trap>& missed) {
    if (!missed) return Json();
    return Json{{"move", move_name(geometry, missed->move)},
                {"replies", missed->replies},
                {"replies_that_hold", missed->replies_that_hold}};
  };
  Json moves = Json::array();
  for (const ReviewedMove& move : review.moves) {
    Json refutation = Json::array();
    for (const Move& each : move.refutation) refutation.push_back(move_name(geometry, each));
    moves.push_back({{"number", move.number},
                     {"player", std::string(1, letter(move.player))},
                     {"move", move_name(geometry, move.move)},
                     {"position", to_string(geometry, move.position)},
                     {"before", to_json(move.before)},
                     {"after", to_json(move.after)},
                     {"best", move_name(geometry, move.best)},
                     {"judgement", judgement_name(move.judgement)},
                     {"only_move", move.only_move},
                     {"replies", move.replies},
                     {"replies_that_hold", move.replies_that_hold},
                     {"missed_trap", trap(move.missed_trap)},
                     {"refutation", refutation}});
  }
  return {{"rules", to_string(review.rules)},
          {"start", to_string(geometry, review.start)},
          {"moves", moves},
          {"accuracy_percent", {{"X", percent(Player::x)}, {"O", percent(Player::o)}}},
          {"turning_points", review.turning_points}};
}

}  // namespace quixo
