// SPDX-License-Identifier: MIT
#include "serve/encode.h"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

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

/// "outcome", "distance_moves", "proof" and "horizon_moves".
void append_value(std::string& text, const Known& known) {
  if (known.outcome)
    append(text, FMT_COMPILE(R"("outcome":"{}","distance_moves":)"), outcome_name(*known.outcome));
  else
    text += R"("outcome":null,"distance_moves":)";
  if (known.distance)
    append(text, FMT_COMPILE("{}"), *known.distance);
  else
    text += "null";
  append(text, FMT_COMPILE(R"(,"proof":"{}","horizon_moves":)"), proof_name(known.proof));
  if (!known.distance && known.outcome != Outcome::draw)
    append(text, FMT_COMPILE("{}"), known.horizon);
  else
    text += "null";
}

/// All but the closing brace.
void open_move(std::string& text, const Geometry& geometry, const KnownMove& move) {
  append(text, FMT_COMPILE(R"({{"move":"{}","position":"{}",)"), move_name(geometry, move.move),
         to_string(geometry, move.position));
  append_value(text, move.known);
}

void append_replies(std::string& text, const AnalysedMove& move) {
  append(text, FMT_COMPILE(R"("replies":{},"replies_that_hold":{})"), move.replies, move.replies_that_hold);
}

}  // namespace

std::string encode_move(const Geometry& geometry, const KnownMove& move) {
  std::string text;
  open_move(text, geometry, move);
  return text + '}';
}

std::string encode_position(const Geometry& geometry, const Analysis& analysis) {
  const Position position = analysis.position;
  const std::optional<Player> won = winner(geometry, position);
  std::string text;
  text.reserve(analysis.moves.size() * 200 + 300);
  append(text, FMT_COMPILE(R"({{"rules":"{}","position":"{}","to_move":"{}","over":{},"winner":{},)"),
         to_string(geometry.rules()), to_string(geometry, position), letter(position.to_move),
         won.has_value(),
         !won                ? "null"
         : *won == Player::x ? R"("X")"
                             : R"("O")");
  append_value(text, analysis.known);
  append(text, FMT_COMPILE(R"(,"moves_that_hold":{})"), analysis.moves_that_hold);
  if (analysis.replies == Replies::counted) {
    text += R"(,"best_trap":)";
    if (analysis.best_trap) {
      const AnalysedMove& trap = analysis.moves[*analysis.best_trap];
      append(text, FMT_COMPILE(R"({{"move":"{}",)"), move_name(geometry, trap.move));
      append_replies(text, trap);
      text += '}';
    } else {
      text += "null";
    }
  }
  text += R"(,"moves":[)";
  for (const AnalysedMove& move : analysis.moves) {
    if (&move != analysis.moves.data()) text += ',';
    open_move(text, geometry, move);
    if (analysis.replies == Replies::counted) {
      text += ',';
      append_replies(text, move);
    }
    append(text, FMT_COMPILE(R"(,"same_as":"{}"}})"), move_name(geometry, analysis.moves[move.same_as].move));
  }
  return text + "]}";
}

std::string encode_line(const Geometry& geometry, Position position, const Known& known,
                        const PlayLine& line) {
  std::string text;
  append(text, FMT_COMPILE(R"({{"rules":"{}","position":"{}",)"), to_string(geometry.rules()),
         to_string(geometry, position));
  append_value(text, known);
  append(text, FMT_COMPILE(R"(,"kind":"{}","ends":"{}","moves":[)"), is_undecided(known) ? "hardest" : "best",
         line_end_name(line.end));
  for (const AnalysedMove& move : line.moves) {
    if (&move != line.moves.data()) text += ',';
    open_move(text, geometry, move);
    if (is_undecided(move.known)) {
      text += ',';
      append_replies(text, move);
    }
    text += '}';
  }
  return text + "]}";
}

std::string encode_puzzle(const Geometry& geometry, PuzzleKind kind, std::uint64_t seed,
                          const Puzzle& puzzle) {
  std::vector<std::string> right;
  for (const Move& move : puzzle.right) right.push_back('"' + move_name(geometry, move) + '"');
  return fmt::format(R"({{"rules":"{}","kind":"{}","seed":{},"position":{},"right":[{}]}})",
                     to_string(geometry.rules()), puzzle_name(kind), seed,
                     encode_position(geometry, puzzle.position), fmt::join(right, ","));
}

std::string encode_statistics(const Table& table) {
  const Summary& found = table.summary();
  const Value& empty = found.empty_board;
  const bool has_distance = empty.outcome != Outcome::draw && table.metric() == Metric::distance;
  const bool has_horizon = empty.outcome != Outcome::draw && !has_distance;
  constexpr table::CensusFields fields = table::api_fields;
  const OutcomeCounts totals = found.census.totals();
  const Json json = {{"rules", to_string(table.rules())},
                     {"empty_board",
                      {{"outcome", outcome_name(empty.outcome)},
                       {"distance_moves", has_distance ? Json(empty.distance) : Json()},
                       {"proof", proof_name(Proof::table)},
                       {"horizon_moves", has_horizon ? Json(0) : Json()}}},
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
