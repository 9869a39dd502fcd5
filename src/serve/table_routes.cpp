// SPDX-License-Identifier: MIT
#include "serve/table_routes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <climits>

#include "base/workers.h"
#include "game/play.h"
#include "play/computer.h"
#include "play/review.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "serve/encode.h"
#include "serve/query.h"
#include "study/sample.h"

namespace quixo::serve {
namespace {

Response position(const Table& table, const Query& query) {
  return json_response(encode_position(table, query.position(table), Replies::counted));
}

Response line(const Table& table, const Query& query) {
  const Position position = query.position(table);
  return from_request("line", 409, [&] { return json_response(encode_line(table, position)); });
}

Response play(const Table& table, const Query& query) {
  const Position position = query.position(table);
  if (is_over(geometry_of(table), position))
    throw Refusal{409, "position: the game is over, there is no move to make"};
  Random random(query.seed());
  return from_request("player", 409, [&] {
    const auto& computer = query.get<Computer>("player");
    const KnownMove chosen = computer.choose(table, position, random);
    return json_response(
        encode_move(table, {chosen.move, chosen.position, value_of_move(table.probe(chosen.position))}));
  });
}

Response batch(const Table& table, const Query& query) {
  std::vector<std::string> results;
  for (const std::optional<std::string>& text : query.get<PositionTexts>("positions")) {
    try {
      if (!text) throw Refusal{400, "a position must be a text"};
      results.push_back(encode_position(table, read_position(table, *text), Replies::left_out));
    } catch (const Refusal& refusal) {
      results.push_back(error_json(refusal));
    }
  }
  return json_response(
      fmt::format(R"({{"rules":"{}","results":[{}]}})", to_string(table.rules()), fmt::join(results, ",")));
}

Response review(const Table& table, const Query& query) {
  return json_response(to_json(quixo::review(table, query.get<GameRecord>("game"))).dump());
}

Response statistics(const Table& table, const Query& /*query*/) {
  return json_response(encode_statistics(table));
}

study::Filter filter_of(const Query& query) {
  study::Filter filter;
  if (const auto* outcome = query.find<Outcome>("outcome")) filter.outcome = *outcome;
  const int* least = query.find<int>("min_distance");
  const int* most = query.find<int>("max_distance");
  // Whoever says just how near the end may be does not mean games that are over.
  if (least != nullptr || most != nullptr)
    filter.distance = {least != nullptr ? *least : 1, most != nullptr ? *most : INT_MAX};
  const auto exactly = [&](std::string_view parameter) {
    const int* number = query.find<int>(parameter);
    return number != nullptr ? std::optional(study::Range{*number, *number}) : std::nullopt;
  };
  filter.cubes = exactly("cubes").value_or(study::Range{});
  filter.winning_moves = exactly("winning_moves");
  filter.non_losing_moves = exactly("holding_moves");
  return filter;
}

Response random(const Table& table, const Query& query, const std::stop_token& stop) {
  const study::Filter filter = filter_of(query);
  const std::uint64_t seed = query.seed();
  from_request("filter", 409, [&] { study::check(table, filter); });
  // Most wishes are met by a quick look around; the rest take a walk through a table that is small enough.
  const bool small = table.rules().cells() <= most_cells_in_memory;
  const std::size_t tries = small ? 20'000 : 2'000;
  std::vector<Position> found = study::pick(table, filter, 1, seed, tries);
  if (found.empty() && small) found = study::sample(table, filter, 1, seed, {all_threads(), stop});
  if (found.empty())
    throw Refusal{404, small ? "no position of the board is like that"
                             : fmt::format("none of {} random positions is like that", tries)};
  return json_response(encode_position(table, found.front(), Replies::counted));
}

}  // namespace

std::vector<Route> table_routes(const std::stop_token& stop) {
  const Parameter rules = {"rules", Kind::rules};
  const Parameter position_text = {"position", Kind::position};
  const Parameter tag = {"v", Kind::tag, Need::optional};
  const Parameter seed = {"seed", Kind::seed, Need::optional};
  return {
      {.method = "GET",
       .path = "/api/v1/position",
       .caching = Caching::by_table,
       .parameters = {rules, position_text, tag},
       .answer = position},
      {.method = "GET",
       .path = "/api/v1/line",
       .caching = Caching::by_table,
       .parameters = {rules, position_text, tag},
       .answer = line},
      {.method = "GET",
       .path = "/api/v1/play",
       .parameters = {rules, {"player", Kind::player}, position_text, seed},
       .answer = play},
      {.method = "POST",
       .path = "/api/v1/batch",
       .speed = Speed::slow,
       .parameters = {rules, {"positions", Kind::positions}},
       .answer = batch},
      {.method = "POST",
       .path = "/api/v1/review",
       .speed = Speed::slow,
       .parameters = {{"game", Kind::game}},
       .answer = review},
      {.method = "GET",
       .path = "/api/v1/statistics",
       .speed = Speed::slow,
       .caching = Caching::by_table,
       .parameters = {rules, tag},
       .answer = statistics},
      {.method = "GET",
       .path = "/api/v1/random",
       .speed = Speed::slow,
       .parameters = {rules,
                      {"outcome", Kind::outcome, Need::optional},
                      {"min_distance", Kind::number, Need::optional},
                      {"max_distance", Kind::number, Need::optional},
                      {"cubes", Kind::number, Need::optional},
                      {"winning_moves", Kind::number, Need::optional},
                      {"holding_moves", Kind::number, Need::optional},
                      seed},
       .answer = [stop](const Table& table, const Query& query) { return random(table, query, stop); }},
  };
}

}  // namespace quixo::serve
