// SPDX-License-Identifier: MIT
#include "api/query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <random>
#include <utility>

#include "base/json.h"
#include "base/text.h"
#include "game/notation.h"

namespace quixo::api {
namespace {

constexpr std::string_view json_type = "application/json";

std::uint64_t read_number(std::string_view name, std::string_view text, std::uint64_t least,
                          std::uint64_t most) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < least || number > most)
    throw Refusal{400,
                  fmt::format("{}: {} is no number from {} to {}", name, quixo::quoted(text), least, most)};
  return number;
}

/// One of a few values by its name.
template <class Type, std::size_t Size>
Type read_name(std::string_view parameter, std::string_view text, const Type (&all)[Size],
               const char* (*name_of)(Type)) {
  std::vector<std::string> names;
  for (const Type each : all) {
    if (text == name_of(each)) return each;
    names.emplace_back(name_of(each));
  }
  const std::string last = names.back();
  names.pop_back();
  throw Refusal{400, fmt::format("{}: {} is none: it is {} or {}", parameter, quixo::quoted(text),
                                 fmt::join(names, ", "), last)};
}

GameRecord read_game(std::string_view name, std::string_view text) {
  if (text.size() > longest_game)
    throw Refusal{413, fmt::format("the game has {} characters: send at most {}", text.size(), longest_game)};
  GameRecord game = from_request(name, 400, [&] { return parse_game(text); });
  if (game.moves.size() > most_moves)
    throw Refusal{413, fmt::format("{} moves are too many: send at most {}", game.moves.size(), most_moves)};
  return game;
}

/// A JSON object that has none but the declared fields.
class BodyCheck : public JsonCheck {
 public:
  explicit BodyCheck(const Route& route) : JsonCheck("the body", {most_depth, most_fields}) {
    for (const Parameter& parameter : route.parameters) fields_.push_back(parameter.name);
  }

  bool key(string_t& name) override {
    if (depth() == 1 && !unknown_ && std::ranges::find(fields_, name) == fields_.end()) unknown_ = name;
    return JsonCheck::key(name);
  }
  bool end_object() override {
    if (depth() == 1 && unknown_)
      throw Error(fmt::format("{} is no field of this request: it has {}", quixo::quoted(*unknown_),
                              fmt::join(fields_, ", ")));
    return JsonCheck::end_object();
  }

 private:
  std::vector<std::string_view> fields_;
  std::optional<std::string> unknown_;  ///< Told at the end: what is no JSON is that first of all.
};

Json read_object(const Route& route, const Request& request) {
  std::string_view type = request.content_type;
  type = type.substr(0, type.find(';'));  // what follows is about letters
  type = type.substr(0, type.find_last_not_of(" \t") + 1);
  if (type != json_type)
    throw Refusal{415, "the body must be JSON: send it with Content-Type: application/json"};
  BodyCheck check(route);
  Json json;
  try {
    json = parse_json(request.body, check);
  } catch (const Error& error) {
    throw Refusal{400, error.what()};
  }
  if (!json.is_object()) throw Refusal{400, "the body must be a JSON object"};
  return json;
}

PositionTexts read_positions(std::string_view name, const Json& field) {
  if (!field.is_array()) throw Refusal{400, fmt::format("the field {} must be there and be an array", name)};
  if (field.size() > most_positions)
    throw Refusal{413, fmt::format("{} positions are too many: send at most {} at a time", field.size(),
                                   most_positions)};
  PositionTexts texts;
  for (const Json& each : field)
    texts.push_back(each.is_string() ? std::optional(each.get<std::string>()) : std::nullopt);
  return texts;
}

const std::string& read_text(std::string_view name, const Json& field) {
  if (!field.is_string()) throw Refusal{400, fmt::format("the field {} must be there and be a text", name)};
  return field.get_ref<const std::string&>();
}

}  // namespace

Query::Query(const Route& route, Request request, const Target& target, const Budget& budget)
    : request_(std::move(request)), budget_(budget) {
  route.has_body() ? read_body(route) : read_address(route, target);
}

void Query::read_address(const Route& route, const Target& target) {
  for (const Parameter& parameter : route.parameters) {
    const auto found = target.query.find(parameter.name);
    if (found != target.query.end())
      values_.emplace(parameter.name, value_of(parameter, found->second));
    else if (parameter.need == Need::required)
      throw Refusal{400, fmt::format("the parameter {} is missing", parameter.name)};
  }
}

void Query::read_body(const Route& route) {
  const Json body = read_object(route, request_);
  const Json missing;  // null is neither a text nor a list
  for (const Parameter& parameter : route.parameters) {
    const auto found = body.find(std::string(parameter.name));
    if (found == body.end() && parameter.need == Need::optional) continue;
    const Json& field = found != body.end() ? *found : missing;
    if (parameter.kind == Kind::positions)
      values_.emplace(parameter.name, read_positions(parameter.name, field));
    else
      values_.emplace(parameter.name, value_of(parameter, read_text(parameter.name, field)));
  }
}

Query::Value Query::value_of(const Parameter& parameter, const std::string& text) {
  const std::string_view name = parameter.name;
  switch (parameter.kind) {
    case Kind::rules:
      return from_request(name, 400, [&] { return parse_rules(text); });
    case Kind::game:
      return read_game(name, text);
    case Kind::player:
      return from_request(name, 400, [&] { return Computer(text); });
    case Kind::outcome:
      return read_name(name, text, {Outcome::win, Outcome::draw, Outcome::loss}, outcome_name);
    case Kind::metric:
      return read_name(name, text, {Metric::outcome, Metric::distance}, metric_name);
    case Kind::puzzle:
      return read_name(name, text, all_puzzle_kinds, puzzle_name);
    case Kind::time:
      return std::chrono::milliseconds(read_number(name, text, least_time_ms, most_time_ms));
    case Kind::number:
      return static_cast<int>(read_number(name, text, 0, most_number));
    case Kind::seed:
      return read_number(name, text, 0, UINT64_MAX);
    case Kind::position:
    case Kind::tag:
    case Kind::positions:
      break;
  }
  assert(parameter.kind != Kind::positions);
  return text;
}

const Rules& Query::rules() const {
  const Rules* rules = nullptr;
  for (const auto& [name, value] : values_) {
    if (const auto* plain = std::get_if<Rules>(&value)) rules = plain;
    if (const auto* game = std::get_if<GameRecord>(&value)) rules = &game->rules;
  }
  assert(rules != nullptr);  // a route that needs to know a game declares one or the other
  return *rules;
}

Position Query::position(const Geometry& geometry) const {
  return read_position(geometry, get<std::string>("position"));
}

std::uint64_t Query::seed() const {
  const auto* seed = find<std::uint64_t>("seed");
  return seed != nullptr ? *seed : std::random_device()();
}

Position read_position(const Geometry& geometry, std::string_view text) {
  return from_request("position", 400, [&] { return parse_position(geometry, text); });
}

}  // namespace quixo::api
