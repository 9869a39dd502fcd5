// SPDX-License-Identifier: MIT
#include "api/game_routes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <memory>

#include "analysis/analysis.h"
#include "api/encode.h"
#include "api/query.h"
#include "base/workers.h"
#include "game/play.h"
#include "play/computer.h"
#include "play/puzzle.h"
#include "play/review.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "study/sample.h"

namespace quixo::api {
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

Response position(const Knowledge& knowledge, const Query& query) {
  const Position position = query.position(knowledge.geometry());
  const AnalysisEffort effort = effort_for(position_horizon, query.budget().search, query.stop());
  Response response =
      json_response(encode_position(knowledge.geometry(), analyse(knowledge, position, effort)));
  response.is_cut_off = is_cut_off(effort);
  return response;
}

Response line(const Knowledge& knowledge, const Query& query) {
  const Position position = query.position(knowledge.geometry());
  const AnalysisEffort effort = effort_for(position_horizon, query.budget().search, query.stop());
  const PlayLine line =
      best_line(knowledge, position, effort, knowledge.table() ? longest_line : longest_searched_line);
  Response response = json_response(encode_line(knowledge.geometry(), position, line));
  response.is_cut_off = is_cut_off(effort);
  return response;
}

Response play(const Knowledge& knowledge, const Query& query) {
  const Position position = query.position(knowledge.geometry());
  if (is_over(knowledge.geometry(), position))
    throw Refusal{409, "position: the game is over, there is no move to make"};
  Thinking thinking;
  if (const auto* time = query.find<std::chrono::milliseconds>("think_ms")) thinking.time = *time;
  thinking.deadline = std::chrono::steady_clock::now() + query.budget().search;
  thinking.stop = query.stop();
  Random random(query.seed());
  return from_request("player", 409, [&] {
    const auto& computer = query.get<Computer>("player");
    const KnownMove move = computer.choose(knowledge, position, random, thinking);
    return json_response(encode_move(knowledge.geometry(), move));
  });
}

/// The answer to a batch, piece by piece: as much as can be made in a moment, so that other batches get their
/// turn in between, and no more than the client has taken of it.
class Batch {
 public:
  Batch(Knowledge knowledge, const Query& query)
      : knowledge_(std::move(knowledge)),
        texts_(query.get<PositionTexts>("positions")),
        stop_(query.stop()),
        left_(query.budget().searches) {}

  Piece next() {
    constexpr std::chrono::milliseconds moment{100};
    constexpr std::size_t enough = 32 << 10;
    const Clock::time_point begin = Clock::now();
    std::string bytes =
        done_ == 0 ? fmt::format(R"({{"rules":"{}","results":[)", to_string(knowledge_.rules())) : "";
    // The time of one piece is not that of another: in between the client may take its time.
    AnalysisEffort effort = effort_for(batch_horizon, left_, stop_);
    effort.replies = Replies::left_out;
    while (done_ < texts_.size() && bytes.size() < enough && Clock::now() < begin + moment) {
      if (stop_.stop_requested()) throw Interrupted();
      bytes += done_ == 0 ? "" : ",";
      bytes += result(texts_[done_], effort);
      ++done_;
    }
    left_ -= std::min(left_, Clock::now() - begin);
    const bool is_last = done_ == texts_.size();
    if (is_last) bytes += "]}\n";
    return {std::move(bytes), is_last};
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::string result(const std::optional<std::string>& text, const AnalysisEffort& effort) const {
    try {
      if (!text) throw Refusal{400, "a position must be a text"};
      const Position position = read_position(knowledge_.geometry(), *text);
      // A search says what it has proved, and costs no more; a table costs the same at any time.
      if (knowledge_.table() && is_cut_off(effort))
        throw Refusal{503, "the time of this batch is over: ask for the rest of it again"};
      const Analysis analysis = analyse(knowledge_, position, part_of(effort, texts_.size() - done_));
      return encode_position(knowledge_.geometry(), analysis);
    } catch (const Refusal& refusal) {
      return error_json(refusal);
    }
  }

  Knowledge knowledge_;
  PositionTexts texts_;
  std::stop_token stop_;
  std::size_t done_ = 0;
  Clock::duration left_;
};

Response batch(const Knowledge& knowledge, const Query& query) {
  const auto batch = std::make_shared<Batch>(knowledge, query);
  Response response;
  Piece first = batch->next();
  response.body = std::move(first.bytes);
  if (!first.is_last) response.make_rest = [batch] { return batch->next(); };
  return response;
}

Response review(const Knowledge& knowledge, const Query& query) {
  const auto& game = query.get<GameRecord>("game");
  const AnalysisEffort effort = effort_for(position_horizon, query.budget().searches, query.stop());
  return json_response(to_json(quixo::review(knowledge, game, effort)).dump());
}

Response puzzle(const Knowledge& knowledge, const Query& query) {
  const auto kind = query.get<PuzzleKind>("kind");
  const std::uint64_t seed = query.seed();
  const std::optional<Puzzle> found = find_puzzle(
      knowledge, kind, seed, {std::chrono::steady_clock::now() + query.budget().search, query.stop()});
  if (!found)
    throw Refusal{404, fmt::format("no puzzle of the kind {} was found on {}: try again, or another kind",
                                   puzzle_name(kind), to_string(knowledge.rules()))};
  return json_response(encode_puzzle(knowledge.geometry(), kind, seed, *found));
}

Response statistics(const Table& table, const Query& /*query*/) {
  return json_response(encode_statistics(table));
}

/// A wish that no position of any table can meet.
[[noreturn]] void refuse_wish(std::string_view parameter, const std::string& why) {
  throw Refusal{400, fmt::format("{}: {}", parameter, why)};
}

/// Those that can be seen to be impossible without a look at any position.
void check_wishes(const Table& table, const Query& query) {
  const auto* outcome = query.find<Outcome>("outcome");
  const int* least = query.find<int>("min_distance");
  const int* most = query.find<int>("max_distance");
  const int* winning = query.find<int>("winning_moves");
  const int* holding = query.find<int>("holding_moves");
  const int* cubes = query.find<int>("cubes");
  const int moves = static_cast<int>(geometry_of(table).slides().size());
  const std::string board = to_string(table.rules());
  if (least != nullptr && most != nullptr && *least > *most)
    refuse_wish("min_distance", fmt::format("{} is more than max_distance, {}", *least, *most));
  if ((least != nullptr || most != nullptr) && outcome != nullptr && *outcome == Outcome::draw)
    refuse_wish(least != nullptr ? "min_distance" : "max_distance",
                "a draw has no end, and so no distance to it");
  if (cubes != nullptr && *cubes > table.rules().cells())
    refuse_wish("cubes", fmt::format("{} has {} cells", board, table.rules().cells()));
  for (const char* name : {"winning_moves", "holding_moves"})
    if (const int* wanted = query.find<int>(name); wanted != nullptr && *wanted > moves)
      refuse_wish(name, fmt::format("no position of {} has more than {} moves", board, moves));
  if (winning != nullptr && holding != nullptr && *winning > *holding)
    refuse_wish("winning_moves",
                fmt::format("{} is more than holding_moves, {}, and what wins holds", *winning, *holding));
  if (outcome == nullptr || (least != nullptr && *least == 0)) return;  // what is over has no moves to count
  if (winning != nullptr && (*winning > 0) != (*outcome == Outcome::win))
    refuse_wish("winning_moves",
                fmt::format("{} moves that win make no {}", *winning, outcome_name(*outcome)));
  if (holding != nullptr && (*holding > 0) == (*outcome == Outcome::loss))
    refuse_wish("holding_moves",
                fmt::format("{} moves that hold make no {}", *holding, outcome_name(*outcome)));
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

/// Whether the counts of the table say that there is none.
bool is_hopeless(const Table& table, const study::Filter& filter) {
  const OutcomeCounts counts = table.summary().census.totals();
  const study::ValueSet values = study::first_look(table, filter);
  return !(values.has(Outcome::win) && counts.win > 0) && !(values.has(Outcome::draw) && counts.draw > 0) &&
         !(values.has(Outcome::loss) && counts.loss > 0);
}

Response random(const Table& table, const Query& query) {
  check_wishes(table, query);
  const study::Filter filter = filter_of(query);
  const std::uint64_t seed = query.seed();
  from_request("filter", 409, [&] { study::check(table, filter); });
  if (is_hopeless(table, filter)) throw Refusal{404, "no position of the board is like that"};
  const AnalysisEffort effort = effort_for(0, query.budget().search, query.stop());
  std::stop_source enough;
  const Job job{all_threads(), enough.get_token(), [&](const Progress&) {
                  if (is_cut_off(effort)) enough.request_stop();
                }};
  // Most wishes are met by a quick look around; the rest take a walk through a table that is small enough.
  const bool small = table.rules().cells() <= most_cells_in_memory;
  const std::size_t tries = small ? 20'000 : 2'000;
  std::vector<Position> found;
  try {
    found = study::pick(table, filter, 1, seed, tries, job);
    if (found.empty() && small) found = study::sample(table, filter, 1, seed, job);
  } catch (const Interrupted&) {
    if (query.stop().stop_requested()) throw;
    throw Refusal{
        404, fmt::format("no position like that was found in {} s", query.budget().search.count() / 1000)};
  }
  if (found.empty())
    throw Refusal{404, small ? "no position of the board is like that"
                             : fmt::format("none of {} random positions is like that", tries)};
  return json_response(encode_position(geometry_of(table), analyse(Knowledge(table), found.front())));
}

}  // namespace

std::vector<Route> game_routes() {
  const Parameter rules = {"rules", Kind::rules};
  const Parameter position_text = {"position", Kind::position};
  const Parameter tag = {"v", Kind::tag, Need::optional};
  const Parameter seed = {"seed", Kind::seed, Need::optional};
  return {
      {.method = "GET",
       .path = "/api/v1/position",
       .caching = Caching::by_table,
       .parameters = {rules, position_text, tag},
       .answer = FromKnowledge(position)},
      {.method = "GET",
       .path = "/api/v1/line",
       .speed = Speed::walk,
       .caching = Caching::by_table,
       .parameters = {rules, position_text, tag},
       .answer = FromKnowledge(line)},
      {.method = "GET",
       .path = "/api/v1/play",
       .speed = Speed::search,
       .parameters =
           {rules, {"player", Kind::player}, position_text, seed, {"think_ms", Kind::time, Need::optional}},
       .answer = FromKnowledge(play)},
      {.method = "POST",
       .path = "/api/v1/batch",
       .speed = Speed::slow,
       .parameters = {rules, {"positions", Kind::positions}},
       .answer = FromKnowledge(batch)},
      {.method = "POST",
       .path = "/api/v1/review",
       .speed = Speed::slow,
       .parameters = {{"game", Kind::game}},
       .answer = FromKnowledge(review)},
      {.method = "GET",
       .path = "/api/v1/statistics",
       .speed = Speed::slow,
       .caching = Caching::by_table,
       .parameters = {rules, tag},
       .answer = FromTable(statistics)},
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
       .answer = FromTable(random)},
      {.method = "GET",
       .path = "/api/v1/puzzle",
       .speed = Speed::slow,
       .parameters = {rules, {"kind", Kind::puzzle}, seed},
       .answer = FromKnowledge(puzzle)},
  };
}

}  // namespace quixo::api
