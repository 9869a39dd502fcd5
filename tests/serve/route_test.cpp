// SPDX-License-Identifier: MIT
//
// What the endpoints declare of themselves against what openapi.json says of them, and the way to a route.
#include "api/route.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "api/query.h"
#include "serve/api.h"
#include "serve/page.h"

namespace quixo::serve {
namespace {

using nlohmann::json;

/// The facts about an operation that are both declared and described.
struct Facts {
  std::map<std::string, std::string> parameters;  ///< With their kind and whether they are needed.
  bool has_body = false;
  bool finds_nothing = false;  ///< Where there is no table, or no puzzle.
  bool writes = false;
  bool can_be_kept = false;

  bool operator==(const Facts&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Facts& facts) {
  for (const auto& [name, what] : facts.parameters) out << name << ": " << what << "; ";
  return out << (facts.has_body ? "has a body; " : "") << (facts.finds_nothing ? "may find nothing; " : "")
             << (facts.writes ? "writes; " : "") << (facts.can_be_kept ? "can be kept" : "");
}

/// How openapi.json describes a parameter of a kind.
json schema_of(Kind kind) {
  json rules = {{"$ref", "#/components/schemas/RulesName"}};
  json position = {{"$ref", "#/components/schemas/PositionText"}};
  switch (kind) {
    case Kind::rules:
      return rules;
    case Kind::position:
      return position;
    case Kind::positions:
      return {{"type", "array"}, {"items", position}, {"maxItems", most_positions}};
    case Kind::game:
      return {{"type", "string"}, {"maxLength", longest_game}};
    case Kind::player:
      return {{"type", "string"}, {"pattern", "^(level-[1-9]|searcher|winner|perfect)$"}};
    case Kind::outcome:
      return {{"type", "string"}, {"enum", {"win", "draw", "loss"}}};
    case Kind::metric:
      return {{"type", "string"}, {"enum", {"outcome", "distance"}}};
    case Kind::puzzle:
      return {{"type", "string"}, {"enum", {"near", "longer", "far", "only", "trap"}}};
    case Kind::time:
      return {{"type", "integer"}, {"minimum", least_time_ms}, {"maximum", most_time_ms}};
    case Kind::number:
      return {{"type", "integer"}, {"minimum", 0}, {"maximum", most_number}};
    case Kind::seed:
      return {{"type", "integer"}, {"minimum", 0}};
    case Kind::tag:
      return {{"type", "string"}};
  }
  return {};
}

std::string what(const json& schema, bool required) {
  json plain = schema;
  plain.erase("description");
  plain.erase("example");
  return plain.dump() + (required ? " required" : " optional");
}

Facts declared(const Route& route) {
  Facts facts;
  for (const Parameter& parameter : route.parameters)
    facts.parameters[std::string(parameter.name)] =
        what(schema_of(parameter.kind), parameter.need == Need::required);
  facts.has_body = route.has_body();
  facts.finds_nothing = route.needs_table() || route.has(Kind::puzzle);
  facts.writes = !route.writes.empty();
  facts.can_be_kept = route.caching == Caching::by_table;
  return facts;
}

Facts described(const json& document, const json& operation) {
  Facts facts;
  for (const json& parameter : operation.value("parameters", json::array())) {
    EXPECT_EQ(parameter["in"], "query");
    facts.parameters[parameter["name"]] = what(parameter["schema"], parameter["required"]);
    facts.can_be_kept |= parameter["name"] == "v";
  }
  if (operation.contains("requestBody")) {
    facts.has_body = true;
    EXPECT_TRUE(operation["responses"].contains("415"));
    const std::string name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    const json& body = document.at(json::json_pointer(name.substr(1)));
    for (const auto& [field, schema] : body["properties"].items()) {
      const bool required = std::ranges::find(body["required"], json(field)) != body["required"].end();
      facts.parameters[field] = what(schema, required);
    }
  }
  facts.finds_nothing = operation["responses"].contains("404");
  facts.writes = operation["responses"].contains("403");
  EXPECT_EQ(facts.writes, operation.contains("security"));
  return facts;
}

TEST(Routes, AreWhatOpenApiDescribes) {
  const Api api({"1.2.3", "", {}});
  std::map<std::string, Facts> declarations;
  for (const Route& route : api.routes()) {
    std::string method(route.method);
    std::ranges::transform(method, method.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
    const std::string name = method + ' ' + std::string(route.path);
    EXPECT_TRUE(declarations.emplace(name, declared(route)).second) << name << " is declared twice";
  }
  const json document = json::parse(api_description().bytes);
  std::map<std::string, Facts> descriptions;
  for (const auto& [path, operations] : document["paths"].items())
    for (const auto& [method, operation] : operations.items())
      descriptions[std::string(method).append(" ").append(path)] = described(document, operation);
  for (const auto& [name, facts] : declarations)
    if (const auto description = descriptions.find(name); description != descriptions.end())
      EXPECT_EQ(facts, description->second) << name;
    else
      ADD_FAILURE() << name << " is not in openapi.json";
  for (const auto& [name, facts] : descriptions)
    EXPECT_TRUE(declarations.contains(name)) << name << " is in openapi.json alone";
}

Response no_answer(const Query& /*query*/) { return {}; }
Response no_table_answer(const Table& /*table*/, const Query& /*query*/) { return {}; }

TEST(Routes, AgreeWithThemselves) {
  const Api api({"1.2.3", "", {}});
  for (const Route& route : api.routes()) EXPECT_TRUE(is_sound(route)) << route.path;
  const Parameter rules = {"rules", Kind::rules};
  const Parameter tag = {"v", Kind::tag, Need::optional};
  const Route sound = {.method = "GET",
                       .path = "/x",
                       .caching = Caching::by_table,
                       .parameters = {rules, tag},
                       .answer = no_table_answer};
  EXPECT_TRUE(is_sound(sound));
  const auto with = [&](auto change) {
    Route route = sound;
    change(route);
    return is_sound(route);
  };
  EXPECT_FALSE(with([](Route& route) { route.method = "PUT"; }));
  EXPECT_FALSE(with([](Route& route) { route.method = "POST"; }));  // a body has no part in the name
  EXPECT_FALSE(with([](Route& route) { route.speed = Speed::at_once; }));
  EXPECT_FALSE(with([](Route& route) { route.caching = Caching::none; }));
  EXPECT_FALSE(with([](Route& route) { route.answer = no_answer; }));
  EXPECT_FALSE(with([](Route& route) { route.answer = FromTable(); }));
  EXPECT_FALSE(with([&](Route& route) { route.parameters = {tag}; }));
  EXPECT_FALSE(with([&](Route& route) { route.parameters = {rules}; }));
}

TEST(FindRoute, TakesTheOneOfThePathAndMethod) {
  const std::vector<Route> routes = {
      {.method = "POST", .path = "/both", .parameters = {{"rules", Kind::rules}}, .answer = no_answer},
      {.method = "GET", .path = "/both", .parameters = {{"rules", Kind::rules}}, .answer = no_answer},
  };
  EXPECT_EQ(&find_route(routes, "POST", parse_target("/both")), routes.data());
  EXPECT_EQ(&find_route(routes, "GET", parse_target("/both?rules=")), &routes[1]);
  EXPECT_EQ(&find_route(routes, "HEAD", parse_target("/both")), &routes[1]);
  const auto refusal = [&](std::string_view method, std::string_view target) {
    try {
      find_route(routes, method, parse_target(target));
    } catch (const Refusal& found) {
      return std::to_string(found.status) + ' ' + found.message + ' ' + found.allow;
    }
    return std::string("found");
  };
  EXPECT_EQ(refusal("GET", "/none"), "404 there is nothing at '/none' ");
  EXPECT_EQ(refusal("PUT", "/both"), "405 /both does not take 'PUT' POST, GET, HEAD");
  EXPECT_EQ(refusal("GET", "/both?colour=red"), "400 'colour' is no parameter of /both ");
  // What POST is about is in the body.
  EXPECT_EQ(refusal("POST", "/both?rules=3x3"), "400 'rules' is no parameter of /both ");
}

}  // namespace
}  // namespace quixo::serve
