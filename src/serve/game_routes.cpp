// SPDX-License-Identifier: MIT
#include "serve/game_routes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <climits>

#include "analysis/analysis.h"
#include "base/workers.h"
#include "game/play.h"
#include "play/computer.h"
#include "play/puzzle.h"
#include "play/review.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "serve/encode.h"
#include "serve/query.h"
#include "study/sample.h"

namespace quixo::serve {
namespace {

// How far ahead is looked where there are no distances.
constexpr int position_horizon = 12;
constexpr int batch_horizon = 10;

constexpr std::size_t longest_line = 200;
constexpr std::size_t longest_searched_line = 20;

/// How far and how long a request may look ahead. Tables with distances need neither.
AnalysisEffort effort_for(int horizon, std::chrono::nanoseconds time, const std::stop_token& stop) {
  AnalysisEffort effort;
  effort.horizon = horizon;
  effort.deadline = std::chrono::steady_clock::now() + time;
  effort.stop = stop;
  return effort;
}

Response position(const Knowledge& knowledge, const Query& query, const std::stop_token& stop) {
  const Position position = query.position(knowledge.geometry());
  const Analysis analysis = analyse(knowledge, position, effort_for(position_horizon, longest_search, stop));
  return json_response(encode_position(knowledge.geometry(), analysis));
}

Response line(const Knowledge& knowledge, const Query& query, const std::stop_token& stop) {
  const Position position = query.position(knowledge.geometry());
  const AnalysisEffort effort = effort_for(position_horizon, longest_search, stop);
  const PlayLine line =
      best_line(knowledge, position, effort, knowledge.table() ? longest_line : longest_searched_line);
  return json_response(encode_line(knowledge.geometry(), position, line));
}

Response play(const Knowledge& knowledge, const Query& query, const std::stop_token& stop) {
  const Position position = query.position(knowledge.geometry());
  if (is_over(knowledge.geometry(), position))
    throw Refusal{409, "position: the game is over, there is no move to make"};
  Thinking thinking;
  if (const auto* time = query.find<std::chrono::milliseconds>("think_ms")) thinking.time = *time;
  thinking.deadline = std::chrono::steady_clock::now() + longest_search;
  thinking.stop = stop;
  Random random(query.seed());
  return from_request("player", 409, [&] {
    const auto& computer = query.get<Computer>("player");
    const KnownMove move = computer.choose(knowledge, position, random, thinking);
    return json_response(encode_move(knowledge.geometry(), move));
  });
}

Response batch(const Knowledge& knowledge, const Query& query, const std::stop_token& stop) {
  const auto& texts = query.get<PositionTexts>("positions");
  AnalysisEffort effort = effort_for(batch_horizon, longest_searches, stop);
  effort.replies = Replies::left_out;
  std::vector<std::string> results;
  for (const std::optional<std::string>& text : texts) {
    try {
      if (!text) throw Refusal{400, "a position must be a text"};
      const Position position = read_position(knowledge.geometry(), *text);
      const Analysis analysis = analyse(knowledge, position, part_of(effort, texts.size() - results.size()));
      results.push_back(encode_position(knowledge.geometry(), analysis));
    } catch (const Refusal& refusal) {
      results.push_back(error_json(refusal));
    }
  }
  return json_response(fmt::format(R"({{"rules":"{}","results":[{}]}})", to_string(knowledge.rules()),
                                   fmt::join(results, ",")));
}

Response review(const Knowledge& knowledge, const Query& query, const std::stop_token& stop) {
  const auto& game = query.get<GameRecord>("game");
  const AnalysisEffort effort = effort_for(position_horizon, longest_searches, stop);
  return json_response(to_json(quixo::review(knowledge, game, effort)).dump());
}

Response puzzle(const Knowledge& knowledge, const Query& query, const std::stop_token& stop) {
  const auto kind = query.get<PuzzleKind>("kind");
  const std::uint64_t seed = query.seed();
  const std::optional<Puzzle> found =
      find_puzzle(knowledge, kind, seed, {std::chrono::steady_clock::now() + longest_search, stop});
  if (!found)
    throw Refusal{404, fmt::format("no puzzle of the kind {} was found on {}: try again, or another kind",
                                   puzzle_name(kind), to_string(knowledge.rules()))};
  return json_response(encode_puzzle(knowledge.geometry(), kind, seed, *found));
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
  return json_response(encode_position(geometry_of(table), analyse(Knowledge(table), found.front())));
}

}  // namespace

std::vector<Route> game_routes(const std::stop_token& stop) {
  const Parameter rules = {"rules", Kind::rules};
  const Parameter position_text = {"position", Kind::position};
  const Parameter tag = {"v", Kind::tag, Need::optional};
  const Parameter seed = {"seed", Kind::seed, Need::optional};
  const auto stoppable = [&](Response (*answer)(const Knowledge&, const Query&, const std::stop_token&)) {
    return FromKnowledge([answer, stop](const Knowledge& knowledge, const Query& query) {
      return answer(knowledge, query, stop);
    });
  };
  return {
      {.method = "GET",
       .path = "/api/v1/position",
       .caching = Caching::by_table,
       .parameters = {rules, position_text, tag},
       .answer = stoppable(position)},
      {.method = "GET",
       .path = "/api/v1/line",
       .caching = Caching::by_table,
       .parameters = {rules, position_text, tag},
       .answer = stoppable(line)},
      {.method = "GET",
       .path = "/api/v1/play",
       .speed = Speed::search,
       .parameters =
           {rules, {"player", Kind::player}, position_text, seed, {"think_ms", Kind::time, Need::optional}},
       .answer = stoppable(play)},
      {.method = "POST",
       .path = "/api/v1/batch",
       .speed = Speed::slow,
       .parameters = {rules, {"positions", Kind::positions}},
       .answer = stoppable(batch)},
      {.method = "POST",
       .path = "/api/v1/review",
       .speed = Speed::slow,
       .parameters = {{"game", Kind::game}},
       .answer = stoppable(review)},
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
      {.method = "GET",
       .path = "/api/v1/puzzle",
       .speed = Speed::slow,
       .parameters = {rules, {"kind", Kind::puzzle}, seed},
       .answer = stoppable(puzzle)},
  };
}

}  // namespace quixo::serve
