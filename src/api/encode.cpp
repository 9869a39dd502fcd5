// SPDX-License-Identifier: MIT
#include "api/encode.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cassert>
#include <charconv>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>

#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "table/census_json.h"

namespace quixo::api {
namespace {

void append_one(std::string& text, std::string_view part) { text += part; }
void append_one(std::string& text, int number) {
  char digits[std::numeric_limits<int>::digits10 + 2];
  const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), number);
  assert(error == std::errc());
  text.append(digits, end);
}

template <class... Parts>
void append(std::string& text, const Parts&... parts) {
  (append_one(text, parts), ...);
}

/// "outcome", "distance_moves", "proof" and "horizon_moves".
void append_value(std::string& text, const Known& known) {
  if (known.outcome)
    append(text, R"("outcome":")", outcome_name(*known.outcome), R"(","distance_moves":)");
  else
    append(text, R"("outcome":null,"distance_moves":)");
  if (known.distance)
    append(text, *known.distance);
  else
    append(text, "null");
  append(text, R"(,"proof":")", proof_name(known.proof), R"(","horizon_moves":)");
  if (has_horizon(known))
    append(text, known.horizon);
  else
    append(text, "null");
}

/// All but the closing brace.
void open_move(std::string& text, const Geometry& geometry, const KnownMove& move) {
  append(text, R"({"move":")", move_name(geometry, move.move), R"(","position":")",
         to_string(geometry, move.position), R"(",)");
  append_value(text, move.known);
}

void append_replies(std::string& text, const AnalysedMove& move) {
  append(text, R"("replies":)", move.replies, R"(,"replies_that_hold":)", move.replies_that_hold);
}

void append_trap(std::string& text, const Geometry& geometry, const Analysis& analysis) {
  if (!analysis.best_trap) return append(text, "null");
  const AnalysedMove& trap = analysis.moves[*analysis.best_trap];
  append(text, R"({"move":")", move_name(geometry, trap.move), R"(",)");
  append_replies(text, trap);
  append(text, "}");
}

}  // namespace

std::string encode_move(const Geometry& geometry, const KnownMove& move) {
  std::string text;
  open_move(text, geometry, move);
  return text + '}';
}

std::string encode_position(const Geometry& geometry, const Analysis& analysis) {
  constexpr std::size_t bytes_of_move = 220;  // or a little less
  const Position position = analysis.position;
  const std::optional<Player> won = winner(geometry, position);
  const bool replies = analysis.replies == Replies::counted;
  std::string text;
  text.reserve((analysis.moves.size() + 2) * bytes_of_move);
  append(text, R"({"rules":")", to_string(geometry.rules()), R"(","position":")",
         to_string(geometry, position), R"(","to_move":")", position.to_move == Player::x ? "X" : "O",
         R"(","over":)", won ? "true" : "false", R"(,"winner":)",
         !won                ? "null"
         : *won == Player::x ? R"("X")"
                             : R"("O")",
         ",");
  append_value(text, analysis.known);
  append(text, R"(,"moves_that_hold":)", analysis.moves_that_hold);
  if (replies) {
    append(text, R"(,"best_trap":)");
    append_trap(text, geometry, analysis);
  }
  append(text, R"(,"moves":[)");
  for (const AnalysedMove& move : analysis.moves) {
    if (&move != analysis.moves.data()) append(text, ",");
    open_move(text, geometry, move);
    append(text, ",");
    if (replies) {
      append_replies(text, move);
      append(text, ",");
    }
    append(text, R"("same_as":")", move_name(geometry, analysis.moves[move.same_as].move), R"("})");
  }
  append(text, "]}");
  return text;
}

std::string encode_line(const Geometry& geometry, Position position, const PlayLine& line) {
  std::string text;
  append(text, R"({"rules":")", to_string(geometry.rules()), R"(","position":")",
         to_string(geometry, position), R"(",)");
  append_value(text, line.known);
  append(text, R"(,"kind":")", is_undecided(line.known) ? "hardest" : "best", R"(","ends":")",
         line_end_name(line.end), R"(","moves":[)");
  for (const AnalysedMove& move : line.moves) {
    if (&move != line.moves.data()) append(text, ",");
    open_move(text, geometry, move);
    if (is_undecided(move.known)) {
      append(text, ",");
      append_replies(text, move);
    }
    append(text, "}");
  }
  append(text, "]}");
  return text;
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

}  // namespace quixo::api
