// SPDX-License-Identifier: MIT
#include "serve/api.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <thread>

#include "game/error.h"
#include "game/notation.h"
#include "serve/encode.h"
#include "solve/solver.h"

namespace quixo::serve {
namespace {

constexpr std::size_t most_positions = 1000;
constexpr int most_depth = 4;  ///< of JSON in a request

/// A request that cannot be answered, and why.
struct Refusal {
  int status = 400;
  std::string message;
};

Response json_response(std::string body) {
  Response response;
  response.body = std::move(body) + '\n';
  return response;
}

/// Turns whatever goes wrong into an answer.
template <class Work>
Response guarded(Work&& work) {
  try {
    return work();
  } catch (const Refusal& refusal) {
    return error_response(refusal.status, refusal.message);
  } catch (const Missing& missing) {
    return error_response(404, missing.what());
  } catch (const std::exception& error) {
    return error_response(500, error.what());
  }
}

/// Runs a parser of the library on a part of the request.
template <class Parse>
auto from_request(std::string_view part, Parse&& parse) {
  try {
    return parse();
  } catch (const Error& error) {
    throw Refusal{400, fmt::format("{}: {}", part, error.what())};
  }
}

Position read_position(const Table& table, std::string_view text) {
  return from_request("position", [&] { return parse_position(table.geometry(), text); });
}

/// A JSON object with these fields and no others.
Json read_object(const Request& request, const std::vector<std::string_view>& fields) {
  if (!request.content_type.starts_with("application/json"))
    throw Refusal{415, "the body must be JSON: send it with Content-Type: application/json"};
  Json json;
  try {
    json = Json::parse(request.body, [](int depth, Json::parse_event_t, Json&) {
      if (depth > most_depth)
        throw Refusal{400, fmt::format("the JSON is nested deeper than {}", most_depth)};
      return true;
    });
  } catch (const Json::parse_error& error) {
    throw Refusal{400, fmt::format("the body is not JSON: there is a mistake at byte {}", error.byte)};
  }
  if (!json.is_object()) throw Refusal{400, "the body must be a JSON object"};
  for (const auto& [name, value] : json.items())
    if (std::ranges::find(fields, name) == fields.end())
      throw Refusal{400, fmt::format("{} is no field of this request: it has {}", quixo::quoted(name),
                                     fmt::join(fields, ", "))};
  return json;
}

const std::string& read_text(const Json& object, const std::string& field) {
  const auto found = object.find(field);
  if (found == object.end() || !found->is_string())
    throw Refusal{400, fmt::format("the field {} must be there and be a text", field)};
  return found->get_ref<const std::string&>();
}

}  // namespace

/// A request on its way to an answer.
class Api::Call {
 public:
  Call(Request request, Target target, Reply reply)
      : shared_(std::make_shared<Shared>(Shared{std::move(request), std::move(target), std::move(reply)})) {}

  const Request& request() const { return shared_->request; }
  const Target& target() const { return shared_->target; }
  void reply(Response response) const { shared_->reply(std::move(response)); }

  const std::string* find(std::string_view parameter) const {
    const auto found = target().query.find(parameter);
    return found == target().query.end() ? nullptr : &found->second;
  }
  const std::string& get(std::string_view parameter) const {
    if (const std::string* value = find(parameter)) return *value;
    throw Refusal{400, fmt::format("the parameter {} is missing", parameter)};
  }
  Rules rules() const {
    return from_request("rules", [&] { return parse_rules(get("rules")); });
  }

 private:
  struct Shared {
    Request request;
    Target target;
    Reply reply;
  };
  std::shared_ptr<Shared> shared_;
};

struct Api::Route {
  std::string_view method;
  std::string_view path;
  std::vector<std::string_view> parameters;
  void (Api::*answer)(const Call&) = nullptr;
};

const std::vector<Api::Route>& Api::routes() {
  static const std::vector<Route> routes = {
      {"GET", "/api/v1/health", {}, &Api::health},
      {"GET", "/api/v1/boards", {}, &Api::boards},
      {"GET", "/api/v1/position", {"rules", "position", "v"}, &Api::position},
      {"GET", "/api/v1/line", {"rules", "position", "v"}, &Api::line},
      {"POST", "/api/v1/batch", {}, &Api::batch},
  };
  return routes;
}

Api::Api(ApiOptions options)
    : options_(std::move(options)),
      slow_(2),
      quick_(static_cast<int>(std::max(std::thread::hardware_concurrency(), 2U))),
      boards_(options_.tables, quick_, slow_) {}

Api::~Api() = default;

void Api::answer(Request request, Reply reply) {
  try {
    const Target target = from_request("address", [&] { return parse_target(request.target); });
    const std::string_view method = request.method == "HEAD" ? "GET" : std::string_view(request.method);
    std::vector<std::string_view> allowed;
    for (const Route& route : routes()) {
      if (route.path != target.path) continue;
      allowed.push_back(route.method);
      if (route.method != method) continue;
      for (const auto& [name, value] : target.query)
        if (std::ranges::find(route.parameters, name) == route.parameters.end())
          throw Refusal{400, fmt::format("{} is no parameter of {}", quixo::quoted(name), route.path)};
      return (this->*route.answer)({std::move(request), target, reply});
    }
    if (allowed.empty())
      throw Refusal{404, fmt::format("there is nothing at {}", quixo::quoted(target.path))};
    if (allowed.front() == "GET") allowed.emplace_back("HEAD");
    Response response =
        error_response(405, fmt::format("{} does not take {}: use {}", target.path,
                                        quixo::quoted(request.method), fmt::join(allowed, " or ")));
    response.more_headers.emplace_back("Allow", fmt::format("{}", fmt::join(allowed, ", ")));
    reply(std::move(response));
  } catch (...) {
    reply(guarded([]() -> Response { throw; }));
  }
}

void Api::from_table(const Call& call, const Rules& rules, std::function<Response(const Table&)> compute) {
  boards_.get(rules, [call, compute = std::move(compute)](const std::shared_future<TablePointer>& table) {
    call.reply(guarded([&] { return compute(*table.get()); }));
  });
}

void Api::from_table_cached(const Call& call, std::function<std::string(const Table&)> compute) {
  from_table(call, call.rules(), [this, call, compute = std::move(compute)](const Table& table) {
    const std::string version = fmt::format("{:016x}", tag(table));
    const std::string& target = call.request().target;
    // The same target and the same tag, hence the same answer: no need to have it to know its name.
    const std::string etag = fmt::format("{}-{:016x}", version, XXH3_64bits(target.data(), target.size()));
    const std::string& known = call.request().if_none_match;
    Response response;
    if (known == "*" || known.find('"' + etag + '"') != std::string::npos)
      response.status = 304;
    else
      response = json_response(compute(table));
    const std::string* asked = call.find("v");
    response.cache_control =
        asked != nullptr && *asked == version ? "public, max-age=31536000, immutable" : "no-cache";
    response.etag = etag;
    return response;
  });
}

std::uint64_t Api::tag(const Table& table) const {
  const std::string all = fmt::format("{} {} {}", options_.version, to_string(table.rules()),
                                      table.metric() == Metric::distance ? "distance" : "outcome");
  return XXH3_64bits(all.data(), all.size());
}

void Api::health(const Call& call) {
  call.reply(json_response(Json{{"status", "ok"}, {"version", options_.version}}.dump()));
}

void Api::boards(const Call& call) {
  std::vector<Rules> listed;
  for (const char* name : {"3x3", "4x4", "5x5", "4x4-double-wins", "5x5-line4", "5x5-double-wins"})
    listed.push_back(parse_rules(name));
  for (const Available& table : boards_.on_disk())
    if (std::ranges::find(listed, table.rules) == listed.end()) listed.push_back(table.rules);
  Json rows = Json::array();
  for (const Rules& rules : listed) {
    const std::optional<Available> available = boards_.find(rules);
    Json row = {{"rules", to_string(rules)},
                {"rows", rules.rows},
                {"cols", rules.cols},
                {"line", rules.line},
                {"double_line", rules.double_line == DoubleLine::wins ? "wins" : "loses"},
                {"cells", rules.cells()},
                {"status", available ? "ready" : "missing"},
                {"metric", nullptr},
                {"source", nullptr},
                {"command", "quixo solve " + to_string(rules)}};
    if (available) {
      row["metric"] = available->metric == Metric::distance ? "distance" : "outcome";
      row["source"] = rules.cells() <= Table::most_cells_in_memory ? "memory" : "table";
    }
    rows.push_back(std::move(row));
  }
  call.reply(json_response(Json{{"boards", rows}, {"can_solve", false}}.dump()));
}

void Api::position(const Call& call) {
  from_table_cached(call, [text = call.get("position")](const Table& table) {
    return encode_position(table, read_position(table, text), Replies::counted).dump();
  });
}

void Api::line(const Call& call) {
  from_table_cached(call, [text = call.get("position")](const Table& table) {
    const Position position = read_position(table, text);
    if (table.metric() == Metric::outcome)
      throw Refusal{409, fmt::format("the table of {} has no distances, and a line of best play needs them",
                                     to_string(table.rules()))};
    return encode_line(table, position).dump();
  });
}

void Api::batch(const Call& call) {
  const Json body = read_object(call.request(), {"rules", "positions"});
  const Rules rules = from_request("rules", [&] { return parse_rules(read_text(body, "rules")); });
  const auto found = body.find("positions");
  if (found == body.end() || !found->is_array())
    throw Refusal{400, "the field positions must be there and be an array"};
  if (found->size() > most_positions)
    throw Refusal{413, fmt::format("{} positions are too many: send at most {} at a time", found->size(),
                                   most_positions)};
  from_table(call, rules, [positions = *found](const Table& table) {
    Json results = Json::array();
    for (const Json& text : positions) try {
        if (!text.is_string()) throw Refusal{400, "a position must be a text"};
        results.push_back(encode_position(table, read_position(table, text.get_ref<const std::string&>()),
                                          Replies::left_out));
      } catch (const Refusal& refusal) {
        results.push_back({{"error", {{"status", refusal.status}, {"message", refusal.message}}}});
      }
    return json_response(Json{{"rules", to_string(table.rules())}, {"results", std::move(results)}}.dump());
  });
}

}  // namespace quixo::serve
