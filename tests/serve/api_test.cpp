// SPDX-License-Identifier: MIT
//
// Every answer about a board against the table it comes from, over real connections.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "analysis/analysis.h"
#include "game/notation.h"
#include "game/play.h"
#include "play/computer.h"
#include "play/review.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "quixo/table.h"
#include "solve/solver.h"
#include "tests/serve/running.h"

namespace quixo::serve {
namespace {

using nlohmann::json;

/// What the API says of a value that a table with distances has.
json value_json(const Value& value) {
  return {{"outcome", outcome_name(value.outcome)},
          {"distance_moves", value.outcome == Outcome::draw ? json() : json(value.distance)},
          {"proof", "table"},
          {"horizon_moves", nullptr}};
}

/// What the API says of a move, without the replies.
json move_json(const Geometry& geometry, const MoveValue& move) {
  json expected = value_json(move.value);
  expected["move"] = move_name(geometry, move.move);
  expected["position"] = to_string(geometry, move.position);
  return expected;
}

/// The replies to a move, counted by asking for all of them.
json replies_json(const Table& table, Position position) {
  const std::vector<MoveValue> replies = table.moves(position);
  const auto holding = std::ranges::count_if(replies, [&](const MoveValue& reply) {
    return reply.value.outcome != Outcome::loss && reply.value.outcome == replies.front().value.outcome;
  });
  return {{"replies", replies.size()}, {"replies_that_hold", holding}};
}

double share_of(const json& move) {
  return move["replies"] == 0 ? 1 : move["replies_that_hold"].get<double>() / move["replies"].get<double>();
}

/// An answer about a position against the table: every move once and in order, and what follows from them.
void expect_position(const json& answer, const Table& table, Position position, Replies replies) {
  const Geometry& geometry = geometry_of(table);
  SCOPED_TRACE(to_string(geometry, position));
  const std::optional<Player> won = winner(geometry, position);
  json expected = value_json(table.probe(position));
  expected["rules"] = to_string(table.rules());
  expected["position"] = to_string(geometry, position);
  expected["to_move"] = position.to_move == Player::x ? "X" : "O";
  expected["over"] = won.has_value();
  expected["winner"] = won ? json(*won == Player::x ? "X" : "O") : json();
  int holding = 0;
  std::map<std::string, json> moves;
  for (const MoveValue& move : table.moves(position)) {
    json one = move_json(geometry, move);
    if (replies == Replies::counted) one.update(replies_json(table, move.position));
    if (move.value.outcome != Outcome::loss && move.value.outcome == table.probe(position).outcome) ++holding;
    moves[one["move"]] = one;
  }
  expected["moves_that_hold"] = holding;
  json rest = answer;
  rest.erase("moves");
  rest.erase("best_trap");
  EXPECT_EQ(rest, expected);
  EXPECT_EQ(answer.contains("best_trap"), replies == Replies::counted);

  std::map<Position, std::string> first;
  std::optional<Position> last;
  for (const json& move : answer["moves"]) {
    json plain = move;
    plain.erase("same_as");
    const std::string name = move["move"];
    EXPECT_EQ(plain, moves[name]);
    const Position image = canonical(geometry, parse_position(geometry, move["position"].get<std::string>()));
    const bool is_new = first.try_emplace(image, name).second;
    EXPECT_TRUE(is_new || last == image) << name << " does not stand beside the same moves";
    EXPECT_EQ(move["same_as"], first[image]);
    last = image;
  }
  EXPECT_EQ(answer["moves"].size(), moves.size());
  for (std::size_t i = 1; i < answer["moves"].size(); ++i) {
    const json& one = answer["moves"][i - 1];
    const json& two = answer["moves"][i];
    const auto value = [&](const json& move) {
      const Position child = parse_position(geometry, move["position"].get<std::string>());
      return value_of_move(table.probe(child));
    };
    EXPECT_FALSE(is_better(value(two), value(one)));
    if (replies == Replies::counted && one["outcome"] == "draw" && two["outcome"] == "draw") {
      EXPECT_LE(share_of(one), share_of(two));
    }
  }
  if (replies == Replies::counted) {
    const bool is_trap =
        !answer["moves"].empty() && answer["outcome"] == "draw" && share_of(answer["moves"][0]) < 1;
    json trap;
    if (is_trap)
      for (const char* field : {"move", "replies", "replies_that_hold"})
        trap[field] = answer["moves"][0][field];
    EXPECT_EQ(answer["best_trap"], trap);
  }
}

std::vector<Position> all_positions(int cells) {
  std::vector<Position> positions{{}};
  for (int cell = 0; cell < cells; ++cell)
    for (std::size_t i = positions.size(); i-- > 0;)
      for (const Player player : {Player::x, Player::o})
        positions.push_back({positions[i].bits | half_of(player, cell_bit(cell)), Player::x});
  return positions;
}

TEST(ApiPosition, GivesEveryMoveAndItsReplies) {
  Running running;
  for (const char* name : {"3x3", "3x3-double-wins", "2x4", "3x4-line2"}) {
    const Table table = solve_in_memory(parse_rules(name));
    std::mt19937_64 random(7);
    Client client(running.port());
    for (int i = 0; i < 100; ++i) {
      Position position;
      for (Cell cell = 0; cell < table.rules().cells(); ++cell)
        if (const auto cube = random() % 4; cube < 2)
          position.bits |= half_of(cube == 0 ? Player::x : Player::o, cell_bit(cell));
      if (i % 2 == 1) position.to_move = Player::o;
      client.request("GET", about("position", name, to_string(geometry_of(table), position)));
      const Answer answer = client.read();
      EXPECT_EQ(answer.status, 200);
      expect_position(answer.json(), table, position, Replies::counted);
    }
  }
}

TEST(ApiPosition, ReadsAPositionInAnyForm) {
  Running running;
  const json answer = get(running.port(), "/api/v1/position?rules=3x3&position=.../.X./3+o").json();
  EXPECT_EQ(answer["position"], "3/1X1/3 o");
  EXPECT_EQ(answer["to_move"], "O");
}

TEST(ApiPosition, KnowsTheGameOn4x4) {
  Running running;
  const json answer = get(running.port(), about("position", "4x4", "4/4/4/4 x")).json();
  EXPECT_EQ(answer["outcome"], "win");
  EXPECT_EQ(answer["distance_moves"], 21);
  EXPECT_EQ(answer["moves"].size(), 32U);
  const json line = get(running.port(), about("line", "4x4", "4/4/4/4 x")).json();
  EXPECT_EQ(line["moves"].size(), 21U);
  EXPECT_EQ(line["ends"], "line");
  const json statistics = get(running.port(), "/api/v1/statistics?rules=4x4").json();
  EXPECT_EQ(statistics["totals"], (json{{"win", 26434489}, {"loss", 15003736}, {"draw", 1608496}}));
  EXPECT_EQ(statistics["longest_win"]["distance_moves"], 21);
}

TEST(ApiBatch, GivesAllPositionsOf3x3) {
  Running running;
  const Table table = solve_in_memory(parse_rules("3x3"));
  const std::vector<Position> positions = all_positions(9);
  constexpr std::size_t at_once = 1000;
  for (std::size_t begin = 0; begin < positions.size(); begin += at_once) {
    json texts = json::array();
    std::vector<Position> asked;
    for (std::size_t i = begin; i < std::min(begin + at_once, positions.size()); ++i) {
      asked.push_back(i % 2 == 0 ? positions[i] : swap_colours(positions[i]));
      texts.push_back(to_string(geometry_of(table), asked.back()));
    }
    const Answer answer =
        post(running.port(), "/api/v1/batch", {{"rules", "3x3"}, {"positions", std::move(texts)}});
    ASSERT_EQ(answer.status, 200) << answer.body;
    const json batch = answer.json();
    EXPECT_EQ(batch["rules"], "3x3");
    ASSERT_EQ(batch["results"].size(), asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i)
      expect_position(batch["results"][i], table, asked[i], Replies::left_out);
  }
}

TEST(ApiBatch, AnswersBadPositionsOneByOne) {
  Running running;
  const json results = post(running.port(), "/api/v1/batch",
                            {{"rules", "3x3"}, {"positions", {"3/3/3 x", "3/3 x", 5, "3/3/3 o"}}})
                           .json()["results"];
  ASSERT_EQ(results.size(), 4U);
  EXPECT_EQ(results[0]["outcome"], "win");
  EXPECT_EQ(results[1]["error"]["status"], 400);
  EXPECT_EQ(results[2], (json{{"error", {{"status", 400}, {"message", "a position must be a text"}}}}));
  EXPECT_EQ(results[3]["to_move"], "O");
}

TEST(ApiLine, FollowsBestPlayToTheEndAndTheHardestWhereNobodyWins) {
  Running running;
  const Table table = solve_in_memory(parse_rules("3x4-line2"));
  const Table draws = solve_in_memory(parse_rules("2x4-line4"));
  std::set<std::string> ends;
  for (const Table* each : {&table, &draws}) {
    const std::string rules = to_string(each->rules());
    const Geometry& geometry = geometry_of(*each);
    std::mt19937_64 random(3);
    for (int i = 0; i < 50; ++i) {
      Position position;
      for (Cell cell = 0; cell < each->rules().cells(); ++cell)
        if (const auto cube = random() % 5; cube < 2)
          position.bits |= half_of(cube == 0 ? Player::x : Player::o, cell_bit(cell));
      const json answer = get(running.port(), about("line", rules, to_string(geometry, position))).json();
      const bool drawn = each->probe(position).outcome == Outcome::draw;
      json expected = value_json(each->probe(position));
      expected["rules"] = rules;
      expected["position"] = to_string(geometry, position);
      expected["kind"] = drawn ? "hardest" : "best";
      expected["ends"] = drawn ? "repetition" : "line";
      json rest = answer;
      rest.erase("moves");
      EXPECT_EQ(rest, expected);
      ends.insert(answer["ends"].get<std::string>());
      for (const json& move : answer["moves"]) {
        const std::vector<MoveValue> moves = each->moves(position);
        const auto found =
            std::ranges::find(moves, parse_move(geometry, move["move"].get<std::string>()), &MoveValue::move);
        ASSERT_NE(found, moves.end());
        EXPECT_EQ(found->value, moves.front().value);
        json one = move_json(geometry, *found);
        if (drawn) one.update(replies_json(*each, found->position));
        EXPECT_EQ(move, one);
        for (const MoveValue& other : moves)
          if (drawn && other.value.outcome == Outcome::draw) {
            EXPECT_LE(share_of(move), share_of(replies_json(*each, other.position)));
          }
        position = found->position;
      }
      EXPECT_EQ(is_over(geometry, position), !drawn);
    }
  }
  EXPECT_EQ(ends, (std::set<std::string>{"line", "repetition"}));
}

/// What the API says of a move of a computer player.
json known_json(const Geometry& geometry, const KnownMove& move) {
  return {{"move", move_name(geometry, move.move)},
          {"position", to_string(geometry, move.position)},
          {"outcome", move.known.outcome ? json(outcome_name(*move.known.outcome)) : json()},
          {"distance_moves", move.known.distance ? json(*move.known.distance) : json()},
          {"proof", proof_name(move.known.proof)},
          {"horizon_moves", has_horizon(move.known) ? json(move.known.horizon) : json()}};
}

TEST(ApiPlay, MakesTheMoveOfEveryPlayer) {
  Running running;
  const Knowledge knowledge(solve_in_memory(parse_rules("3x4")));
  const Position position = parse_position(knowledge.geometry(), "4/1XO1/4 x");
  for (const std::string& name : Computer::all())
    for (const int seed : {1, 2}) {
      Random random(static_cast<std::uint64_t>(seed));
      const KnownMove move = Computer(name).choose(knowledge, position, random);
      const std::string target = about("play", "3x4", "4/1XO1/4 x") + "&player=" + name + "&seed=";
      EXPECT_EQ(get(running.port(), target + std::to_string(seed)).json(),
                known_json(knowledge.geometry(), move));
    }
}

TEST(ApiPlay, VariesWithoutASeed) {
  Running running;
  std::set<std::string> moves;
  for (int i = 0; i < 30; ++i)
    moves.insert(get(running.port(), about("play", "3x3", "3/3/3 x") + "&player=level-1").body);
  EXPECT_GT(moves.size(), 1U);
}

TEST(ApiReview, JudgesAGame) {
  Running running;
  const std::string text = "3x3\n1. a3c3 a1a3\n2. b1b3 c1a1\n";
  const Knowledge knowledge(solve_in_memory(parse_rules("3x3")));
  const Answer answer = post(running.port(), "/api/v1/review", {{"game", text}});
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(answer.json(), json(to_json(review(knowledge, parse_game(text)))));
  EXPECT_EQ(answer.json()["moves"].size(), 4U);
}

TEST(ApiStatistics, CountsLikeTheSolver) {
  Running running;
  for (const char* name : {"3x3", "3x4-double-wins"}) {
    const Geometry geometry(parse_rules(name));
    const solve::Result result = solve::solve(geometry, {});
    const json answer = get(running.port(), std::string("/api/v1/statistics?rules=") + name).json();
    EXPECT_EQ(answer["rules"], name);
    EXPECT_EQ(answer["empty_board"], value_json(result.empty_board));
    const OutcomeCounts totals = result.census.totals();
    EXPECT_EQ(answer["totals"], (json{{"win", totals.win}, {"draw", totals.draw}, {"loss", totals.loss}}));
    EXPECT_EQ(answer["positions"], totals.total());
    std::size_t rows = 0;
    for (const json& row : answer["classes"]) {
      const OutcomeCounts& counts =
          result.census.classes[row["own"].get<std::size_t>()][row["opponent"].get<std::size_t>()];
      EXPECT_EQ((OutcomeCounts{row["win"], row["loss"], row["draw"]}), counts);
      ++rows;
    }
    const auto cells = static_cast<std::size_t>(geometry.cells());
    EXPECT_EQ(rows, (cells + 1) * (cells + 2) / 2);
    json distances = json::array();
    for (const auto& [distance, counts] : result.census.distances)
      distances.push_back({{"distance_moves", distance}, {"win", counts.win}, {"loss", counts.loss}});
    EXPECT_EQ(answer["distances"], distances);
    EXPECT_EQ(answer["longest_win"], (json{{"distance_moves", result.win->distance},
                                           {"position", to_string(geometry, result.win->position)}}));
    EXPECT_EQ(answer["longest_loss"], (json{{"distance_moves", result.loss->distance},
                                            {"position", to_string(geometry, result.loss->position)}}));
    EXPECT_EQ(answer["signature"], fmt::format("{:016x}", result.signature));
  }
}

TEST(ApiRandom, MeetsEveryWish) {
  Running running;
  const Table table = solve_in_memory(parse_rules("3x4"));
  const auto find = [&](const std::string& wishes) {
    json answer = get(running.port(), "/api/v1/random?rules=3x4&seed=5" + wishes).json();
    const Position position = parse_position(geometry_of(table), answer["position"].get<std::string>());
    expect_position(answer, table, position, Replies::counted);
    EXPECT_EQ(answer["over"], false);
    return answer;
  };
  const auto count = [](const json& answer, const std::set<std::string>& outcomes) {
    std::size_t matches = 0;
    for (const json& move : answer["moves"]) matches += outcomes.count(move["outcome"].get<std::string>());
    return matches;
  };
  for (const char* outcome : {"win", "draw", "loss"})
    EXPECT_EQ(find(std::string("&outcome=") + outcome)["outcome"], outcome);
  EXPECT_GE(find("&min_distance=5")["distance_moves"], 5);
  EXPECT_LE(find("&max_distance=2")["distance_moves"], 2);
  EXPECT_EQ(get(running.port(), "/api/v1/random?rules=3x4&min_distance=0&max_distance=0").json()["over"],
            true);
  EXPECT_EQ(find("&outcome=win&winning_moves=1")["outcome"], "win");
  EXPECT_EQ(count(find("&winning_moves=1"), {"win"}), 1U);
  EXPECT_EQ(count(find("&outcome=draw&holding_moves=1"), {"win", "draw"}), 1U);
  const std::string text = find("&cubes=4")["position"];
  EXPECT_EQ(std::ranges::count(text, 'X') + std::ranges::count(text, 'O'), 4);
  EXPECT_EQ(find("&cubes=4"), find("&cubes=4"));
}

TEST(ApiRandom, FindsTheRarestAndSaysWhenThereIsNone) {
  Running running;
  // Of the 43 million positions 8 are lost in 22 moves, all symmetric to this one.
  const json rare = get(running.port(), "/api/v1/random?rules=4x4&outcome=loss&min_distance=22").json();
  EXPECT_EQ(rare["distance_moves"], 22);
  const Answer none = get(running.port(), "/api/v1/random?rules=4x4&min_distance=23");
  EXPECT_EQ(none.status, 404);
  EXPECT_EQ(none.message(), "no position of the board is like that");
}

TEST(ApiRandom, VariesWithoutASeed) {
  Running running;
  std::set<std::string> positions;
  for (int i = 0; i < 10; ++i) {
    const Answer answer = get(running.port(), "/api/v1/random?rules=3x4");
    EXPECT_EQ(answer.header("cache-control"), "no-store");
    positions.insert(answer.json()["position"].get<std::string>());
  }
  EXPECT_GT(positions.size(), 1U);
}

}  // namespace
}  // namespace quixo::serve
