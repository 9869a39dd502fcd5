// SPDX-License-Identifier: MIT
#include "play/review.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <nlohmann/json.hpp>

#include "game/play.h"
#include "probe/source.h"

namespace quixo {
namespace {

Judgement judge(Value before, Value after, Metric metric) {
  assert(!is_better(after, before));  // no move is worth more than the best one
  if (before.outcome != after.outcome) {
    if (before.outcome == Outcome::draw) return Judgement::draw_to_loss;
    return after.outcome == Outcome::draw ? Judgement::win_to_draw : Judgement::win_to_loss;
  }
  if (before.outcome != Outcome::draw && metric == Metric::outcome) return Judgement::good;
  if (before == after) return Judgement::best;
  return before.outcome == Outcome::win ? Judgement::slower_win : Judgement::faster_loss;
}

/// From 0 to 1, as accuracy_percent says.
double accuracy(const ReviewedMove& move) {
  if (move.before.outcome != move.after.outcome) return 0;
  if (move.before == move.after) return 1;
  const auto [shorter, longer] = std::minmax(move.before.distance, move.after.distance);
  assert(shorter > 0);  // a move is never at distance 0
  return static_cast<double>(shorter) / longer;
}

std::vector<Move> refute(const Table& table, const ReviewedMove& move) {
  if (move.judgement == Judgement::best || move.judgement == Judgement::good) return {};
  if (is_over(geometry_of(table), move.position)) return {};
  if (move.after.outcome == Outcome::draw || table.metric() == Metric::outcome)
    return {table.moves(move.position).front().move};
  std::vector<Move> line;
  for (const MoveValue& each : table.line(move.position)) line.push_back(each.move);
  return line;
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
  }
  return "";
}

Review review(const Table& table, const GameRecord& game) {
  assert(table.rules() == game.rules);
  Review review{game.rules, game.start, {}, {}, {}};
  Position position = game.start;
  for (const Move& played : game.moves) {
    const std::vector<MoveValue> moves = table.moves(position);
    const auto found = std::ranges::find(moves, played, &MoveValue::move);
    assert(found != moves.end());
    ReviewedMove move;
    move.number = static_cast<int>(review.moves.size()) + 1;
    move.player = position.to_move;
    move.move = played;
    move.position = found->position;
    move.before = moves.front().value;
    move.after = found->value;
    move.best = move.before == move.after ? played : moves.front().move;
    move.judgement = judge(move.before, move.after, table.metric());
    move.refutation = refute(table, move);
    if (move.before.outcome != move.after.outcome) review.turning_points.push_back(review.moves.size());
    review.moves.push_back(move);
    position = found->position;
  }
  for (const Player player : {Player::x, Player::o}) {
    double sum = 0;
    int count = 0;
    for (const ReviewedMove& move : review.moves)
      if (move.player == player) {
        sum += accuracy(move);
        ++count;
      }
    if (count > 0) review.accuracy_percent[static_cast<std::size_t>(player)] = 100 * sum / count;
  }
  return review;
}

nlohmann::ordered_json to_json(const Review& review) {
  using Json = nlohmann::ordered_json;
  const Geometry geometry(review.rules);
  const auto value = [](Value v) {
    const bool known = v.outcome != Outcome::draw && v.distance > 0;  // a move is never at distance 0
    return Json{{"outcome", outcome_name(v.outcome)}, {"distance_moves", known ? Json(v.distance) : Json()}};
  };
  const auto percent = [&](Player player) {
    const std::optional<double>& accuracy = review.accuracy_percent[static_cast<std::size_t>(player)];
    return accuracy ? Json(std::round(*accuracy * 10) / 10) : Json();
  };
  Json moves = Json::array();
  for (const ReviewedMove& move : review.moves) {
    Json refutation = Json::array();
    for (const Move& each : move.refutation) refutation.push_back(move_name(geometry, each));
    moves.push_back({{"number", move.number},
                     {"player", std::string(1, letter(move.player))},
                     {"move", move_name(geometry, move.move)},
                     {"position", to_string(geometry, move.position)},
                     {"before", value(move.before)},
                     {"after", value(move.after)},
                     {"best", move_name(geometry, move.best)},
                     {"judgement", judgement_name(move.judgement)},
                     {"refutation", refutation}});
  }
  return {{"rules", to_string(review.rules)},
          {"start", to_string(geometry, review.start)},
          {"moves", moves},
          {"accuracy_percent", {{"X", percent(Player::x)}, {"O", percent(Player::o)}}},
          {"turning_points", review.turning_points}};
}

}  // namespace quixo
