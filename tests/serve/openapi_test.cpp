// SPDX-License-Identifier: MIT
//
// The description of the API against the API: every path, method, parameter, status and field it names is
// met, and nothing is met that it does not name.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>

#include "catalog/catalog.h"
#include "game/notation.h"
#include "quixo/error.h"
#include "quixo/version.h"
#include "tests/serve/running.h"

namespace quixo::serve {
namespace {

using nlohmann::json;

/// Checks values against schemas and remembers which fields it has seen with a value.
class Checker {
 public:
  explicit Checker(const json& document) : document_(document) {}

  void check(const json& value, const json& schema, const std::string& where) {
    std::string name;
    const json& plain = resolve(schema, name);
    if (plain.contains("oneOf")) return check_one_of(value, plain["oneOf"], where);
    if (value.is_null()) {
      EXPECT_TRUE(plain.value("nullable", false)) << where << " is null";
      return;
    }
    const std::string type = plain.at("type");
    const bool fits = type == "object"    ? value.is_object()
                      : type == "array"   ? value.is_array()
                      : type == "string"  ? value.is_string()
                      : type == "integer" ? value.is_number_integer()
                      : type == "number"  ? value.is_number()
                                          : type == "boolean" && value.is_boolean();
    EXPECT_TRUE(fits) << where << " is no " << type << ": " << value;
    if (plain.contains("enum")) {
      EXPECT_NE(std::ranges::find(plain["enum"], value), plain["enum"].end()) << where << ": " << value;
    }
    if (plain.contains("minimum")) {
      EXPECT_GE(value, plain["minimum"]) << where;
    }
    if (plain.contains("pattern")) {
      const std::regex pattern(plain["pattern"].get<std::string>());
      EXPECT_TRUE(std::regex_match(value.get<std::string>(), pattern)) << where << ": " << value;
    }
    if (type == "array")
      for (const json& item : value) check(item, plain["items"], where + "[]");
    if (type == "object" && plain.contains("properties"))
      check_fields(value, plain, name.empty() ? where : name);
  }

  const std::set<std::string>& seen() const { return seen_; }

  /// All fields of a schema and of what it is made of.
  void list_fields(const json& schema, const std::string& where, std::set<std::string>& fields) const {
    std::string name;
    const json& plain = resolve(schema, name);
    const std::string here = name.empty() ? where : name;
    if (plain.contains("oneOf"))
      for (const json& each : plain["oneOf"]) list_fields(each, here, fields);
    if (plain.contains("items")) list_fields(plain["items"], where + "[]", fields);
    if (plain.contains("properties"))
      for (const auto& [field, inner] : plain["properties"].items()) {
        if (!fields.insert(here + "." + field).second) continue;
        list_fields(inner, here + "." + field, fields);
      }
  }

 private:
  const json& resolve(const json& schema, std::string& name) const {
    if (!schema.contains("$ref")) return schema;
    const std::string target = schema["$ref"];
    name = target.substr(target.rfind('/') + 1);
    return document_.at(json::json_pointer(target.substr(1)));
  }

  void check_fields(const json& value, const json& schema, const std::string& where) {
    for (const json& field : schema.at("required"))
      EXPECT_TRUE(value.contains(field.get<std::string>())) << where << " has no " << field;
    for (const auto& [field, inner] : value.items()) {
      const std::string place = where + "." + field;
      ASSERT_TRUE(schema["properties"].contains(field)) << place << " is not in the description";
      if (!inner.is_null()) seen_.insert(place);
      check(inner, schema["properties"][field], place);
    }
  }

  /// The alternatives of this API differ in their first field.
  void check_one_of(const json& value, const json& alternatives, const std::string& where) {
    for (const json& each : alternatives) {
      std::string name;
      if (value.contains(resolve(each, name).at("required").at(0).get<std::string>()))
        return check(value, each, where);
    }
    ADD_FAILURE() << where << " is none of the alternatives: " << value;
  }

  const json& document_;
  std::set<std::string> seen_;
};

struct Example {
  std::string method;
  std::string path;
  std::map<std::string, std::string> parameters = {};
  json body = {};
  int status = 200;
  Headers headers = {};
};

/// The whole API.
const std::vector<Example> examples = {
    {"get", "/api/v1/health"},
    {"get", "/api/v1/openapi.json"},
    {"get", "/api/v1/boards"},
    {"get", "/api/v1/boards", {}, {}, 200, {{"X-Quixo-Key", ""}}},
    {"get", "/api/v1/position", {{"rules", "3x3"}, {"position", "3/3/3 x"}, {"v", "1"}}},
    {"get", "/api/v1/position", {{"rules", "3x3"}, {"position", "XXX/3/3 o"}}},
    {"get", "/api/v1/position", {{"rules", "3x3"}, {"position", "3/3 x"}}, {}, 400},
    {"get", "/api/v1/position", {{"rules", "5x5"}, {"position", "XXXX1/OOO2/5/5/5 o"}}},
    {"get", "/api/v1/line", {{"rules", "3x3"}, {"position", "3/3/3 x"}, {"v", "1"}}},
    {"get", "/api/v1/line", {{"rules", "3x3"}, {"position", ""}}, {}, 400},
    {"get", "/api/v1/line", {{"rules", "5x5"}, {"position", "5/5/5/5/5 x"}}},
    {"get",
     "/api/v1/play",
     {{"rules", "3x3"}, {"position", "3/3/3 x"}, {"player", "perfect"}, {"seed", "1"}}},
    {"get",
     "/api/v1/play",
     {{"rules", "5x5"}, {"position", "5/5/5/5/5 x"}, {"player", "searcher"}, {"think_ms", "100"}}},
    {"get", "/api/v1/play", {{"rules", "3x3"}, {"position", "3/3/3 x"}, {"player", "nobody"}}, {}, 400},
    {"get", "/api/v1/play", {{"rules", "5x5"}, {"position", "5/5/5/5/5 x"}, {"player", "winner"}}, {}, 409},
    {"get", "/api/v1/play", {{"rules", "3x3"}, {"position", "XXX/3/3 o"}, {"player", "winner"}}, {}, 409},
    {"post", "/api/v1/batch", {}, {{"rules", "3x3"}, {"positions", {"3/3/3 x", "?"}}}},
    {"post", "/api/v1/batch", {}, {{"rules", "3x3"}}, 400},
    {"post", "/api/v1/batch", {}, {{"rules", "3x3"}, {"positions", json(1001, "3/3/3 x")}}, 413},
    {"post", "/api/v1/batch", {}, json::object(), 415, {{"Content-Type", "text/plain"}}},
    {"post", "/api/v1/review", {}, {{"game", "3x3\n1. a3c3 a1a3\n2. b1b3 c1a1\n"}}},
    {"post", "/api/v1/review", {}, {{"game", "?"}}, 400},
    {"post", "/api/v1/review", {}, {{"game", "4x4\nO3/3X/2X1/O2X o\n1. b1d1\n"}}},
    {"post", "/api/v1/review", {}, {{"game", "5x5\n5/5/5/5/5 x\n1. a5e5 a5e5\n"}}},
    {"post", "/api/v1/review", {}, {{"game", std::string(20'000, ' ')}}, 413},
    {"post", "/api/v1/review", {}, json::object(), 415, {{"Content-Type", "text/plain"}}},
    {"get", "/api/v1/statistics", {{"rules", "3x3"}, {"v", "1"}}},
    {"get", "/api/v1/statistics", {{"rules", "?"}}, {}, 400},
    {"get", "/api/v1/statistics", {{"rules", "5x5"}}, {}, 404},
    {"get",
     "/api/v1/random",
     {{"rules", "3x3"},
      {"outcome", "win"},
      {"min_distance", "1"},
      {"max_distance", "9"},
      {"cubes", "4"},
      {"winning_moves", "1"},
      {"holding_moves", "1"},
      {"seed", "1"}}},
    {"get", "/api/v1/random", {{"rules", "3x3"}, {"outcome", "?"}}, {}, 400},
    {"get", "/api/v1/random", {{"rules", "3x3"}, {"outcome", "draw"}}, {}, 404},
    {"get", "/api/v1/random", {{"rules", "2x9"}, {"min_distance", "1"}}, {}, 409},
    {"get", "/api/v1/puzzle", {{"rules", "4x4"}, {"kind", "near"}, {"seed", "1"}}},
    {"get", "/api/v1/puzzle", {{"rules", "4x4"}, {"kind", "trap"}, {"seed", "1"}}},
    {"get", "/api/v1/puzzle", {{"rules", "4x4"}, {"kind", "?"}}, {}, 400},
    {"get", "/api/v1/puzzle", {{"rules", "3x3"}, {"kind", "trap"}}, {}, 404},
    {"get", "/api/v1/solve", {{"rules", "5x5"}}},
    {"get", "/api/v1/solve", {{"rules", "?"}}, {}, 400},
    {"post", "/api/v1/solve", {}, {{"rules", "3x3"}}},
    {"post", "/api/v1/solve", {}, {{"rules", "5x5"}}, 507},
    {"post", "/api/v1/solve", {}, {{"rules", "4x5"}, {"metric", "distance"}}, 202},
    {"get", "/api/v1/solve", {{"rules", "4x5"}}},
    {"post", "/api/v1/solve", {}, {{"rules", "5x4"}}, 409},
    {"delete", "/api/v1/solve", {{"rules", "4x5"}}},
    {"delete", "/api/v1/solve", {{"rules", "?"}}, {}, 400},
    {"delete", "/api/v1/solve", {{"rules", "4x5"}}, {}, 403, {{"Host", "example.org"}}},
    {"post", "/api/v1/solve", {}, {{"rules", "?"}}, 400},
    {"post", "/api/v1/solve", {}, {{"rules", "3x3"}}, 403, {{"Host", "example.org"}}},
    {"post", "/api/v1/solve", {}, json::object(), 415, {{"Content-Type", "text/plain"}}},
};

std::string target_of(const std::string& path, const std::map<std::string, std::string>& parameters) {
  std::string target = path;
  for (const auto& [name, value] : parameters)
    target += (target == path ? '?' : '&') + encoded(name) + '=' + encoded(value);
  return target;
}

Answer send(int port, const Example& example) {
  const std::string target = target_of(example.path, example.parameters);
  if (example.method == "get") return get(port, target, example.headers);
  if (example.method == "delete") return ask(port, "DELETE", target, example.headers);
  Headers headers = example.headers;
  if (std::ranges::none_of(headers, [](const auto& header) { return header.first == "Content-Type"; }))
    headers.emplace_back("Content-Type", "application/json");
  return ask(port, "POST", target, headers, example.body.dump());
}

class OpenApi : public testing::Test {
 protected:
  Running running_{{}, [](const solve::Needs& needs, const std::filesystem::path&) {
                     if (needs.memory > 1'000'000'000) throw Error("this does not fit");
                   }};
  json document_ = get(running_.port(), "/api/v1/openapi.json").json();

  /// What the API says of a solve that had no room for its directory.
  json failed_solve() const {
    std::ofstream(running_.tables() / "3x6") << "in the way";
    EXPECT_EQ(post(running_.port(), "/api/v1/solve", {{"rules", "3x6"}}).status, 202);
    for (int i = 0; i < 6000; ++i) {
      json now = get(running_.port(), "/api/v1/solve?rules=3x6").json();
      if (now["status"] != "solving") return now;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return "it goes on";
  }
};

TEST_F(OpenApi, EveryAddressHasTheVersionOfTheApi) {
  for (const auto& [path, operations] : document_["paths"].items())
    EXPECT_TRUE(path.starts_with("/api/v" + std::to_string(http_api) + '/')) << path;
}

TEST_F(OpenApi, DescribesEveryAnswer) {
  solve::Options outcomes;
  outcomes.threads = 1;
  outcomes.metric = Metric::outcome;
  outcomes.directory = table_directory(running_.tables(), parse_rules("2x9"), Metric::outcome);
  solve::solve(Geometry(parse_rules("2x9")), outcomes);
  Checker checker(document_);
  checker.check(failed_solve(), {{"$ref", "#/components/schemas/SolveProgress"}}, "a failed solve");
  std::set<std::string> met;
  for (const Example& example : examples) {
    SCOPED_TRACE(example.method + ' ' + target_of(example.path, example.parameters) + ' ' +
                 example.body.dump().substr(0, 100));
    const json& operation = document_.at("paths").at(example.path).at(example.method);
    const Answer answer = send(running_.port(), example);
    ASSERT_EQ(answer.status, example.status) << answer.body;
    const std::string status = std::to_string(answer.status);
    ASSERT_TRUE(operation.at("responses").contains(status)) << status << " is not in the description";
    met.insert(example.method + ' ' + example.path + ' ' + status);
    json response = operation["responses"][status];
    if (response.contains("$ref"))
      response = document_.at(json::json_pointer(response["$ref"].get<std::string>().substr(1)));
    checker.check(answer.json(), response.at("content").at("application/json").at("schema"), example.path);
    for (const auto& [name, value] : example.parameters)
      met.insert(example.method + ' ' + example.path + ' ' + name);
    for (const auto& [name, value] : example.body.items())
      if (answer.status < 300) met.insert(example.method + ' ' + example.path + ' ' + name);
  }

  std::set<std::string> described;
  std::set<std::string> fields;
  for (const auto& [path, operations] : document_["paths"].items())
    for (const auto& [method, operation] : operations.items()) {
      const std::string name = method + ' ' + path + ' ';
      for (const json& parameter : operation.value("parameters", json::array()))
        described.insert(name + parameter["name"].get<std::string>());
      if (operation.contains("requestBody")) {
        const std::string schema = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        for (const auto& [field, inner] :
             document_.at(json::json_pointer(schema.substr(1)))["properties"].items())
          described.insert(name + field);
      }
      for (const auto& [status, response] : operation["responses"].items()) {
        described.insert(name + status);
        if (response.contains("content"))
          checker.list_fields(response["content"]["application/json"]["schema"], path, fields);
      }
    }
  std::vector<std::string> not_met;
  std::ranges::set_difference(described, met, std::back_inserter(not_met));
  EXPECT_EQ(not_met, std::vector<std::string>{});
  std::vector<std::string> not_seen;
  std::ranges::set_difference(fields, checker.seen(), std::back_inserter(not_seen));
  EXPECT_EQ(not_seen, std::vector<std::string>{});
}

TEST_F(OpenApi, NamesEveryParameterAndWhichAreNeeded) {
  for (const Example& example : examples) {
    if (example.method != "get" || example.status != 200) continue;
    std::map<std::string, std::string> more = example.parameters;
    more["unknown"] = "1";
    EXPECT_EQ(get(running_.port(), target_of(example.path, more)).status, 400) << example.path;
    for (const json& parameter : document_["paths"][example.path]["get"].value("parameters", json::array())) {
      std::map<std::string, std::string> fewer = example.parameters;
      fewer.erase(parameter["name"].get<std::string>());
      const int status = get(running_.port(), target_of(example.path, fewer)).status;
      EXPECT_EQ(status, parameter["required"] == true ? 400 : 200)
          << example.path << " without " << parameter["name"];
    }
  }
}

TEST_F(OpenApi, TellsWhatDoesNotFit) {
  Running full;
  const Answer answer = post(full.port(), "/api/v1/solve", {{"rules", "4x5"}});
  EXPECT_EQ(answer.status, 507);
  EXPECT_EQ(answer.message(), "this does not fit");
  EXPECT_TRUE(document_["paths"]["/api/v1/solve"]["post"]["responses"].contains("507"));
}

TEST_F(OpenApi, IsCompressedAndKept) {
  const Answer plain = get(running_.port(), "/api/v1/openapi.json");
  const Answer packed = get(running_.port(), "/api/v1/openapi.json", {{"Accept-Encoding", "gzip, br"}});
  EXPECT_EQ(document_["openapi"], "3.0.3");
  EXPECT_EQ(packed.header("content-encoding"), "gzip");
  EXPECT_EQ(packed.header("vary"), "Accept-Encoding");
  EXPECT_LT(packed.body.size(), plain.body.size() / 2);
  EXPECT_EQ(get(running_.port(), "/api/v1/openapi.json", {{"If-None-Match", plain.header("etag")}}).status,
            304);
}

}  // namespace
}  // namespace quixo::serve
