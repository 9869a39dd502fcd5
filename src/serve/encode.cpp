// SPDX-License-Identifier: MIT
#include "serve/encode.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "table/census_json.h"

namespace quixo::serve {
namespace {

template <class Format, class... Values>
void append(std::string& text, const Format& format, const Values&... values) {
  fmt::format_to(std::back_inserter(text), format, values...);
}

void append_distance(std::string& text, const Table& table, const Value& value) {
  if (value.outcome == Outcome::draw || table.metric() == Metric::outcome)
    text += "null";
  else
    append(text, FMT_COMPILE("{}"), value.distance);
}

/// "outcome" and "distance_moves".
void append_value(std::string& text, const Table& table, const Value& value) {
  append(text, FMT_COMPILE(R"("outcome":"{}","distance_moves":)"), outcome_name(value.outcome));
  append_distance(text, table, value);
}

/// All but the closing brace.
void open_move(std::string& text, const Table& table, const MoveValue& move) {
  append(text, FMT_COMPILE(R"({{"move":"{}","position":"{}",)"), move_name(geometry_of(table), move.move),
         to_string(geometry_of(table), move.position));
  append_value(text, table, move.value);
}

struct ReplyCounts {
  int all = 0;
  int holding = 0;
};

/// The opponent's replies, and those that keep the best she has; none keeps a position that is lost.
ReplyCounts count_replies(const Table& table, const MoveValue& move) {
  const Outcome best = opposite(move.value.outcome);
  ReplyCounts counts;
  for_each_child(geometry_of(table), move.position, [&](const Slide&, Position child) {
    ++counts.all;
    if (best != Outcome::loss && opposite(table.outcome(child)) == best) ++counts.holding;
  });
  return counts;
}

/// The same for each move; those that lead to the same position are looked at once.
std::vector<ReplyCounts> count_replies(const Table& table, const std::vector<MoveValue>& moves) {
  std::vector<ReplyCounts> counts;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto first = std::ranges::find(moves, moves[i].position, &MoveValue::position) - moves.begin();
    const bool is_new = static_cast<std::size_t>(first) == i;
    counts.push_back(is_new ? count_replies(table, moves[i]) : counts[static_cast<std::size_t>(first)]);
  }
  return counts;
}

}  // namespace

std::string encode_move(const Table& table, const MoveValue& move) {
  std::string text;
  open_move(text, table, move);
  return text + '}';
}

std::string encode_position(const Table& table, Position position, Replies replies) {
  const std::optional<Player> won = winner(geometry_of(table), position);
  const std::vector<MoveValue> moves = table.moves(position);
  std::string text;
  append(text, FMT_COMPILE(R"({{"rules":"{}","position":"{}","to_move":"{}","over":{},"winner":{},)"),
         to_string(table.rules()), to_string(geometry_of(table), position), letter(position.to_move),
         won.has_value(),
         !won                ? "null"
         : *won == Player::x ? R"("X")"
                             : R"("O")");
  append_value(text, table, table.probe(position));
  text += R"(,"moves":[)";
  std::vector<ReplyCounts> counts;
  if (replies == Replies::counted) counts = count_replies(table, moves);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i > 0) text += ',';
    open_move(text, table, moves[i]);
    if (replies == Replies::counted)
      append(text, FMT_COMPILE(R"(,"replies":{},"replies_that_hold":{})"), counts[i].all, counts[i].holding);
    text += '}';
  }
  return text + "]}";
}

std::string encode_line(const Table& table, Position position) {
  const std::vector<MoveValue> line = table.line(position);
  const Position last = line.empty() ? position : line.back().position;
  std::string text;
  append(text, FMT_COMPILE(R"({{"rules":"{}","position":"{}",)"), to_string(table.rules()),
         to_string(geometry_of(table), position));
  append_value(text, table, table.probe(position));
  append(text, FMT_COMPILE(R"(,"ends":"{}","moves":[)"),
         is_over(geometry_of(table), last) ? "line" : "repetition");
  for (const MoveValue& move : line) {
    if (&move != line.data()) text += ',';
    open_move(text, table, move);
    text += '}';
  }
  return text + "]}";
}

std::string encode_statistics(const Table& table) {
  const Summary& found = table.summary();
  const Value& empty = found.empty_board;
  const bool has_distance = empty.outcome != Outcome::draw && table.metric() == Metric::distance;
  constexpr table::CensusFields fields = table::api_fields;
  const OutcomeCounts totals = found.census.totals();
  const Json json = {{"rules", to_string(table.rules())},
                     {"empty_board",
                      {{"outcome", outcome_name(empty.outcome)},
                       {"distance_moves", has_distance ? Json(empty.distance) : Json()}}},
                     {"totals", table::to_json(totals, fields)},
                     {"positions", totals.total()},
                     {"classes", table::classes_to_json(found.census, table.rules().cells(), fields)},
                     {"distances", table::distances_to_json(found.census, fields)},
                     {"longest_win", table::to_json(geometry_of(table), found.win, fields)},
                     {"longest_loss", table::to_json(geometry_of(table), found.loss, fields)},
                     {"signature", fmt::format("{:016x}", found.signature)}};
  return json.dump();
}

}  // namespace quixo::serve
