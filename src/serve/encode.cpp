// SPDX-License-Identifier: MIT
#include "serve/encode.h"

#include <fmt/format.h>

#include <optional>

#include "game/notation.h"
#include "game/play.h"

namespace quixo::serve {
namespace {

/// Adds "outcome" and "distance_moves".
void add_value(Json& json, const Table& table, const Value& value) {
  json["outcome"] = outcome_name(value.outcome);
  json["distance_moves"] =
      value.outcome == Outcome::draw || table.metric() == Metric::outcome ? Json() : Json(value.distance);
}

/// The opponent's replies, and those that keep the best she has; none keeps a position that is lost.
void add_replies(Json& json, const Table& table, const MoveValue& move) {
  const Outcome best = opposite(move.value.outcome);
  int replies = 0;
  int holding = 0;
  for_each_child(table.geometry(), move.position, [&](const Slide&, Position child) {
    ++replies;
    if (best != Outcome::loss && opposite(table.probe(child).outcome) == best) ++holding;
  });
  json["replies"] = replies;
  json["replies_that_hold"] = holding;
}

}  // namespace

Json encode_move(const Table& table, const MoveValue& move) {
  Json json = {{"move", move_name(table.geometry(), move.move)},
               {"position", to_string(table.geometry(), move.position)}};
  add_value(json, table, move.value);
  return json;
}

Json encode_position(const Table& table, Position position, Replies replies) {
  const std::optional<Player> won = winner(table.geometry(), position);
  Json json = {{"rules", to_string(table.rules())},
               {"position", to_string(table.geometry(), position)},
               {"to_move", std::string(1, letter(position.to_move))},
               {"over", won.has_value()},
               {"winner", won ? Json(std::string(1, letter(*won))) : Json()}};
  add_value(json, table, table.probe(position));
  Json moves = Json::array();
  for (const MoveValue& move : table.moves(position)) {
    moves.push_back(encode_move(table, move));
    if (replies == Replies::counted) add_replies(moves.back(), table, move);
  }
  json["moves"] = std::move(moves);
  return json;
}

Json encode_line(const Table& table, Position position) {
  Json json = {{"rules", to_string(table.rules())}, {"position", to_string(table.geometry(), position)}};
  add_value(json, table, table.probe(position));
  Json moves = Json::array();
  Position last = position;
  for (const MoveValue& move : table.line(position)) {
    moves.push_back(encode_move(table, move));
    last = move.position;
  }
  json["ends"] = is_over(table.geometry(), last) ? "line" : "repetition";
  json["moves"] = std::move(moves);
  return json;
}

Json encode_statistics(const Table& table) {
  const Summary& found = table.summary();
  const auto counts_json = [](const OutcomeCounts& counts) {
    return Json{{"win", counts.win}, {"draw", counts.draw}, {"loss", counts.loss}};
  };
  Json empty_board;
  add_value(empty_board, table, found.empty_board);
  Json classes = Json::array();
  const auto cells = static_cast<std::size_t>(table.rules().cells());
  for (std::size_t own = 0; own <= cells; ++own)
    for (std::size_t opponent = 0; own + opponent <= cells; ++opponent) {
      Json row = {{"own", own}, {"opponent", opponent}};
      row.update(counts_json(found.census.classes[own][opponent]));
      classes.push_back(std::move(row));
    }
  Json distances = Json::array();
  for (const auto& [distance, counts] : found.census.distances)
    distances.push_back({{"distance_moves", distance}, {"win", counts.win}, {"loss", counts.loss}});
  const auto longest = [&](const std::optional<Longest>& example) {
    return example ? Json{{"distance_moves", example->distance},
                          {"position", to_string(table.geometry(), example->position)}}
                   : Json();
  };
  const OutcomeCounts totals = found.census.totals();
  return {{"rules", to_string(table.rules())},
          {"empty_board", empty_board},
          {"totals", counts_json(totals)},
          {"positions", totals.total()},
          {"classes", std::move(classes)},
          {"distances", std::move(distances)},
          {"longest_win", longest(found.win)},
          {"longest_loss", longest(found.loss)},
          {"signature", fmt::format("{:016x}", found.signature)}};
}

}  // namespace quixo::serve
