// SPDX-License-Identifier: MIT
#include "api/query.h"

#include <gtest/gtest.h>

#include <chrono>

#include "game/geometry.h"

namespace quixo::api {
namespace {

Response empty_answer(const Query& /*query*/) { return {}; }

Route route_with(std::string_view method, std::vector<Parameter> parameters) {
  return {.method = method, .path = "/x", .parameters = std::move(parameters), .answer = empty_answer};
}

Query from_address(const std::vector<Parameter>& parameters, const std::string& query) {
  return Query(route_with("GET", parameters), {}, parse_target("/x?" + query));
}

Query from_body(const std::vector<Parameter>& parameters, const std::string& body) {
  Request request;
  request.content_type = "application/json";
  request.body = body;
  return Query(route_with("POST", parameters), request, parse_target("/x"));
}

template <class Work>
std::string refusal(Work&& work) {
  try {
    work();
  } catch (const Refusal& found) {
    return std::to_string(found.status) + ' ' + found.message;
  }
  return "read";
}

TEST(Query, ReadsEveryKindFromAnAddress) {
  const std::vector<Parameter> parameters = {
      {"rules", Kind::rules},     {"position", Kind::position}, {"player", Kind::player},
      {"outcome", Kind::outcome}, {"cubes", Kind::number},      {"seed", Kind::seed},
      {"v", Kind::tag},           {"metric", Kind::metric},     {"kind", Kind::puzzle},
      {"think_ms", Kind::time},
  };
  const Query query = from_address(
      parameters,
      "rules=3x3&position=XXX/3/3+o&player=level-3&outcome=draw&cubes=1000&seed=18446744073709551615&v=a"
      "&metric=outcome&kind=trap&think_ms=5000");
  EXPECT_EQ(query.rules(), parse_rules("3x3"));
  EXPECT_EQ(query.get<Rules>("rules"), parse_rules("3x3"));
  EXPECT_EQ(query.get<Computer>("player").name(), "level-3");
  EXPECT_EQ(query.get<Outcome>("outcome"), Outcome::draw);
  EXPECT_EQ(query.get<int>("cubes"), 1000);
  EXPECT_EQ(query.seed(), UINT64_MAX);
  EXPECT_EQ(query.get<std::string>("v"), "a");
  EXPECT_EQ(query.get<Metric>("metric"), Metric::outcome);
  EXPECT_EQ(query.get<PuzzleKind>("kind"), PuzzleKind::trap);
  EXPECT_EQ(query.get<std::chrono::milliseconds>("think_ms"), std::chrono::seconds(5));
  EXPECT_EQ(query.position(Geometry(parse_rules("3x3"))).to_move, Player::o);
}

TEST(Query, ReadsABody) {
  const Query batch = from_body({{"rules", Kind::rules}, {"positions", Kind::positions}},
                                R"({"positions":["a",1,null,"b"],"rules":"4x4"})");
  EXPECT_EQ(batch.rules(), parse_rules("4x4"));
  EXPECT_EQ(batch.get<PositionTexts>("positions"), (PositionTexts{"a", std::nullopt, std::nullopt, "b"}));
  const Query review = from_body({{"game", Kind::game}}, R"({"game":"3x3\n1. a3c3"})");
  EXPECT_EQ(review.rules(), parse_rules("3x3"));
  EXPECT_EQ(review.get<GameRecord>("game").moves.size(), 1U);
}

TEST(Query, LeavesOutWhatIsOptional) {
  const Parameter number = {"cubes", Kind::number, Need::optional};
  EXPECT_EQ(from_address({number}, "").find<int>("cubes"), nullptr);
  EXPECT_EQ(from_body({number}, "{}").find<int>("cubes"), nullptr);
  const Query query = from_address({{"seed", Kind::seed, Need::optional}}, "");
  EXPECT_NE(query.seed(), query.seed());  // they vary; equal once in four thousand million times
}

TEST(Query, RefusesTheFirstThatIsWrong) {
  const std::vector<Parameter> parameters = {
      {"rules", Kind::rules}, {"cubes", Kind::number}, {"outcome", Kind::outcome, Need::optional}};
  const auto of_address = [&](const std::string& query) {
    return refusal([&] { from_address(parameters, query); });
  };
  EXPECT_EQ(of_address(""), "400 the parameter rules is missing");
  EXPECT_TRUE(of_address("rules=3").starts_with("400 rules: ")) << of_address("rules=3");
  EXPECT_EQ(of_address("rules=3x3&outcome=x"), "400 the parameter cubes is missing");
  EXPECT_EQ(of_address("rules=3x3&cubes=1001"), "400 cubes: '1001' is no number from 0 to 1000");
  EXPECT_EQ(of_address("rules=3x3&cubes=1&outcome=x"), "400 outcome: 'x' is none: it is win, draw or loss");
  EXPECT_EQ(of_address("rules=3x3&cubes=1"), "read");
}

TEST(Query, ReadsNumbersOfAnySizeInJson) {
  const auto of_body = [&](const std::string& body) {
    return refusal([&] { from_body({{"positions", Kind::positions}}, body); });
  };
  EXPECT_EQ(of_body(R"({"positions":[1e999]})"), "400 the body has a number that is too large");
  EXPECT_EQ(of_body(R"({"positions":[)" + std::string(900'000, '9') + ".5]}"),
            "400 the body has a number that is too large");
  EXPECT_EQ(of_body(R"({"positions":[)" + std::string(400, '9') + "]}"),
            "400 the body has a number that is too large");
}

/// A megabyte of what nobody asks, which took a thread for many seconds: now it is refused, or read, at once.
TEST(Query, ReadsBodiesOfAnyShapeInLittleTime) {
  const auto of_body = [&](const std::string& body) {
    const auto begin = std::chrono::steady_clock::now();
    const std::string found = refusal([&] { from_body({{"positions", Kind::positions}}, body); });
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5)) << body.substr(0, 100);
    return found;
  };
  const auto repeated = [](int times, const auto& text_of) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text_of(i);
    return all;
  };
  const std::string fields = repeated(104'000, [](int i) { return '"' + std::to_string(i) + "\":1,"; });
  EXPECT_EQ(of_body('{' + fields + R"("positions":[]})"),
            "400 the body has an object of more than 32 fields");
  EXPECT_EQ(of_body(R"({"positions":[{)" + fields + R"("":1}]})"),
            "400 the body has an object of more than 32 fields");
  EXPECT_EQ(of_body('{' + repeated(70'000, [](int) { return R"("positions":1,)"; }) + R"("positions":[]})"),
            "400 the body has an object of more than 32 fields");
  for (const std::string part : {"{}", "[]", "[{}]", R"({"":{}})", "0"}) {
    const int count = static_cast<int>(1'000'000 / (part.size() + 1));
    EXPECT_EQ(of_body(R"({"positions":[)" + repeated(count, [&](int) { return part + ','; }) + "0]}"),
              "413 " + std::to_string(count + 1) + " positions are too many: send at most 1000 at a time");
  }
  EXPECT_EQ(of_body(R"({"positions":[[[]]]})"), "read");
  EXPECT_EQ(of_body(R"({"positions":[[[1]]]})"), "read");
  EXPECT_EQ(of_body(R"({"positions":[[[[1]]]]})"), "400 the JSON is nested deeper than 4");
  EXPECT_EQ(of_body(R"({"positions":[{"a":1}],"a":1,"b":1})"),
            "400 'a' is no field of this request: it has positions");
  EXPECT_EQ(of_body(R"({"a":1,})"), "400 the body is not JSON: there is a mistake at byte 8");
  EXPECT_EQ(of_body(R"([{"a":1}])"), "400 the body must be a JSON object");
}

TEST(Query, TakesTheWholeNameOfATypeForIt) {
  const auto of_type = [&](const std::string& type) {
    Request request;
    request.content_type = type;
    request.body = "{}";
    return refusal([&] { const Query query(route_with("POST", {}), request, parse_target("/x")); });
  };
  for (const char* type : {"application/json", "application/json;charset=utf-8", "application/json ; a=b"})
    EXPECT_EQ(of_type(type), "read") << type;
  for (const char* type : {"application/jsonx", "application/json-patch+json", "text/json", "json", ""})
    EXPECT_TRUE(of_type(type).starts_with("415 ")) << type;
}

}  // namespace
}  // namespace quixo::api
