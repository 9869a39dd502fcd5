// SPDX-License-Identifier: MIT
#include "serve/api.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <random>

#include "base/text.h"
#include "base/workers.h"
#include "game/notation.h"
#include "game/play.h"
#include "play/computer.h"
#include "play/review.h"
#include "probe/source.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "serve/encode.h"
#include "serve/page.h"
#include "study/sample.h"

namespace quixo::serve {
namespace {

constexpr std::size_t most_positions = 1000;    // of a batch
constexpr std::size_t most_moves = 500;         // of a game to review
constexpr std::size_t longest_game = 16 << 10;  // in bytes
constexpr int most_depth = 4;                   // of JSON in a request
constexpr std::string_view json_type = "application/json";

Response text_response(const std::string& json, int status = 200) {
  Response response;
  response.status = status;
  response.body = json + '\n';
  return response;
}

Response json_response(const Json& json, int status = 200) { return text_response(json.dump(), status); }

/// What an exception that is being handled says to the client.
Response current_error() {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return to_response(refusal);
  } catch (const Missing& missing) {
    return to_response({404, missing.what()});
  } catch (const Interrupted&) {
    return to_response({503, "the server is stopping"});
  } catch (const std::exception& error) {
    return to_response({500, error.what()});
  }
}

/// What the library refuses is the request's fault.
template <class Work>
auto from_request(std::string_view part, int status, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Refusal{status, fmt::format("{}: {}", part, error.what())};
  }
}

Rules read_rules(std::string_view text) {
  return from_request("rules", 400, [&] { return parse_rules(text); });
}

Position read_position(const Table& table, std::string_view text) {
  return from_request("position", 400, [&] { return parse_position(geometry_of(table), text); });
}

std::uint64_t read_number(std::string_view name, std::string_view text, std::uint64_t most) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number > most)
    throw Refusal{400, fmt::format("{}: {} is no number from 0 to {}", name, quixo::quoted(text), most)};
  return number;
}

/// A JSON object with these fields and no others.
Json read_object(const Request& request, const std::vector<std::string_view>& fields) {
  const std::string_view type = std::string_view(request.content_type).substr(0, json_type.size());
  if (type != json_type)
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

/// Whether somebody at this machine is asking, and not, by way of the browser, a page from elsewhere: such a
/// page names itself as the origin or, when it had its own name point here, as the host.
bool is_local(const Request& request) {
  const std::string_view host = request.host;
  const std::string_view name = host.substr(0, host.starts_with('[') ? host.find(']') + 1 : host.find(':'));
  return request.from_loopback && !request.forwarded &&
         (name == "localhost" || name == "127.0.0.1" || name == "[::1]") &&
         (request.origin.empty() || request.origin == "http://" + request.host);
}

}  // namespace

/// A request on its way to an answer.
class Api::Call {
 public:
  Call(Request request, Target target, Reply reply, Pool* pool)
      : shared_(
            std::make_shared<Shared>(Shared{std::move(request), std::move(target), std::move(reply), pool})) {
  }

  const Request& request() const { return shared_->request; }
  const Target& target() const { return shared_->target; }
  Pool& pool() const { return *shared_->pool; }
  void reply(Response response) const { shared_->reply(std::move(response)); }

  const std::string* find(std::string_view parameter) const {
    const auto found = target().query.find(parameter);
    return found == target().query.end() ? nullptr : &found->second;
  }
  const std::string& get(std::string_view parameter) const {
    if (const std::string* value = find(parameter)) return *value;
    throw Refusal{400, fmt::format("the parameter {} is missing", parameter)};
  }
  std::optional<int> number(std::string_view parameter) const {
    const std::string* text = find(parameter);
    if (text == nullptr) return std::nullopt;
    return static_cast<int>(read_number(parameter, *text, 1000));
  }
  std::uint64_t seed() const {
    const std::string* text = find("seed");
    return text != nullptr ? read_number("seed", *text, UINT64_MAX) : std::random_device()();
  }

 private:
  struct Shared {
    Request request;
    Target target;
    Reply reply;
    Pool* pool;
  };
  std::shared_ptr<const Shared> shared_;
};

struct Api::Route {
  std::string_view method;
  std::string_view path;
  Pool Api::*pool = nullptr;  ///< The threads that answer; none when it takes no time at all.
  void (Api::*answer)(const Call&) = nullptr;
  std::vector<std::string_view> parameters;
};

const Api::Route& Api::find_route(std::string_view method, const Target& target) {
  static const std::vector<Route> routes = {
      {"GET", "/api/v1/health", nullptr, &Api::health, {}},
      {"GET", "/api/v1/openapi.json", nullptr, &Api::openapi, {}},
      {"GET", "/api/v1/boards", &Api::quick_, &Api::boards, {}},
      {"GET", "/api/v1/position", &Api::quick_, &Api::position, {"rules", "position", "v"}},
      {"GET", "/api/v1/line", &Api::quick_, &Api::line, {"rules", "position", "v"}},
      {"GET", "/api/v1/play", &Api::quick_, &Api::play, {"rules", "position", "player", "seed"}},
      {"POST", "/api/v1/batch", &Api::slow_, &Api::batch, {}},
      {"POST", "/api/v1/review", &Api::slow_, &Api::review, {}},
      {"GET", "/api/v1/statistics", &Api::slow_, &Api::statistics, {"rules", "v"}},
      {"GET",
       "/api/v1/random",
       &Api::slow_,
       &Api::random,
       {"rules", "outcome", "min_distance", "max_distance", "cubes", "winning_moves", "holding_moves",
        "seed"}},
      {"POST", "/api/v1/solve", &Api::quick_, &Api::start_solve, {}},
      {"GET", "/api/v1/solve", &Api::quick_, &Api::solve_progress, {"rules"}},
  };
  std::vector<std::string_view> allowed;
  for (const Route& route : routes) {
    if (route.path != target.path) continue;
    if (route.method == (method == "HEAD" ? "GET" : method)) {
      for (const auto& [name, value] : target.query)
        if (std::ranges::find(route.parameters, name) == route.parameters.end())
          throw Refusal{400, fmt::format("{} is no parameter of {}", quixo::quoted(name), route.path)};
      return route;
    }
    allowed.push_back(route.method);
    if (route.method == "GET") allowed.emplace_back("HEAD");
  }
  if (allowed.empty()) throw Refusal{404, fmt::format("there is nothing at {}", quixo::quoted(target.path))};
  throw Refusal{405, fmt::format("{} does not take {}", target.path, quixo::quoted(method)),
                fmt::format("{}", fmt::join(allowed, ", "))};
}

Api::Api(ApiOptions options)
    : options_(std::move(options)),
      form_(content_tag(options_.version + std::string(find_asset("/api/v1/openapi.json")->bytes))),
      slow_(4),
      quick_(std::max(all_threads(), 2)),
      boards_(options_.tables, slow_),
      solving_(options_.tables, options_.check_needs) {}

Api::~Api() {
  stop_.request_stop();
  // The jobs of each pool post to the other and use all the rest: they end before anything goes.
  slow_.close();
  quick_.close();
}

void Api::answer(Request request, const Reply& reply) {
  try {
    Target target = from_request("address", 400, [&] { return parse_target(request.target); });
    if (!target.path.starts_with("/api/")) return reply(page_response(request, target.path));
    const Route& route = find_route(request.method, target);
    Pool* pool = route.pool != nullptr ? &(this->*route.pool) : nullptr;
    const auto work = [this, &route, call = Call(std::move(request), std::move(target), reply, pool)] {
      try {
        (this->*route.answer)(call);
      } catch (...) {
        call.reply(current_error());
      }
    };
    pool != nullptr ? pool->post(work) : work();
  } catch (...) {
    reply(current_error());
  }
}

void Api::from_table(const Call& call, const Rules& rules, Compute compute) {
  boards_.get(rules, call.pool(),
              [call, compute = std::move(compute)](const std::shared_future<TablePointer>& table) {
                try {
                  call.reply(compute(*table.get()));
                } catch (...) {
                  call.reply(current_error());
                }
              });
}

void Api::from_table_to_keep(const Call& call, const Rules& rules, Compute compute) {
  from_table(call, rules, [this, call, compute = std::move(compute)](const Table& table) {
    const std::string version = tag(table.rules(), table.metric());
    Response response;
    // The answer follows from the address and the tag: it has a name before it is computed.
    add_etag(call.request(), response, fmt::format("{}-{}", version, content_tag(call.request().target)));
    if (response.status != 304) {
      const std::string etag = response.etag;
      response = compute(table);
      response.etag = etag;
    }
    const std::string* asked = call.find("v");
    response.cache_control =
        asked != nullptr && *asked == version ? "public, max-age=31536000, immutable" : "no-cache";
    return response;
  });
}

std::string Api::tag(const Rules& rules, Metric metric) const {
  return content_tag(fmt::format("{} {} {}", form_, to_string(rules), metric_name(metric)));
}

void Api::health(const Call& call) {
  call.reply(json_response({{"status", "ok"}, {"version", options_.version}}));
}

void Api::openapi(const Call& call) {
  call.reply(asset_response(call.request(), *find_asset("/api/v1/openapi.json"), false));
}

void Api::boards(const Call& call) {
  std::vector<Rules> listed;
  for (const char* name : {"3x3", "4x4", "5x5", "4x4-double-wins", "5x5-line4", "5x5-double-wins"})
    listed.push_back(parse_rules(name));
  for (const Rules& rules : boards_.on_disk())
    if (std::ranges::find(listed, rules) == listed.end()) listed.push_back(rules);
  Json rows = Json::array();
  for (const Rules& rules : listed) {
    const std::optional<BestTable> found = boards_.find(rules);
    const solve::Needs needs = solving_.needs(rules);
    const bool solving = solving_.is_solving(rules);
    rows.push_back({{"rules", to_string(rules)},
                    {"rows", rules.rows},
                    {"cols", rules.cols},
                    {"line", rules.line},
                    {"double_line", rules.double_line == DoubleLine::wins ? "wins" : "loses"},
                    {"cells", rules.cells()},
                    {"status", found     ? "ready"
                               : solving ? "solving"
                                         : "missing"},
                    {"metric", found ? Json(metric_name(found->metric)) : Json()},
                    {"source", found ? Json(found->in_memory ? "memory" : "table") : Json()},
                    {"tag", found ? Json(tag(rules, found->metric)) : Json()},
                    {"needs_memory_bytes", needs.memory},
                    {"needs_disk_bytes", needs.disk},
                    {"command", "quixo solve " + to_string(rules)}});
  }
  call.reply(json_response({{"boards", std::move(rows)}, {"can_solve", is_local(call.request())}}));
}

void Api::position(const Call& call) {
  const Rules rules = read_rules(call.get("rules"));
  from_table_to_keep(call, rules, [text = call.get("position")](const Table& table) {
    return text_response(encode_position(table, read_position(table, text), Replies::counted));
  });
}

void Api::line(const Call& call) {
  const Rules rules = read_rules(call.get("rules"));
  from_table_to_keep(call, rules, [text = call.get("position")](const Table& table) {
    const Position position = read_position(table, text);
    return from_request("line", 409, [&] { return text_response(encode_line(table, position)); });
  });
}

void Api::play(const Call& call) {
  const Rules rules = read_rules(call.get("rules"));
  const Computer computer = from_request("player", 400, [&] { return Computer(call.get("player")); });
  from_table(call, rules, [computer, text = call.get("position"), seed = call.seed()](const Table& table) {
    const Position position = read_position(table, text);
    if (is_over(geometry_of(table), position))
      throw Refusal{409, "position: the game is over, there is no move to make"};
    Random random(seed);
    return from_request("player", 409, [&] {
      return text_response(encode_move(table, computer.choose(table, position, random)));
    });
  });
}

void Api::batch(const Call& call) {
  Json body = read_object(call.request(), {"rules", "positions"});
  const Rules rules = read_rules(read_text(body, "rules"));
  const auto found = body.find("positions");
  if (found == body.end() || !found->is_array())
    throw Refusal{400, "the field positions must be there and be an array"};
  if (found->size() > most_positions)
    throw Refusal{413, fmt::format("{} positions are too many: send at most {} at a time", found->size(),
                                   most_positions)};
  from_table(call, rules, [positions = std::move(*found)](const Table& table) {
    std::vector<std::string> results;
    for (const Json& text : positions) {
      try {
        if (!text.is_string()) throw Refusal{400, "a position must be a text"};
        const Position position = read_position(table, text.get_ref<const std::string&>());
        results.push_back(encode_position(table, position, Replies::left_out));
      } catch (const Refusal& refusal) {
        results.push_back(error_json(refusal));
      }
    }
    return text_response(
        fmt::format(R"({{"rules":"{}","results":[{}]}})", to_string(table.rules()), fmt::join(results, ",")));
  });
}

void Api::review(const Call& call) {
  const Json body = read_object(call.request(), {"game"});
  const std::string& text = read_text(body, "game");
  if (text.size() > longest_game)
    throw Refusal{413, fmt::format("the game has {} characters: send at most {}", text.size(), longest_game)};
  const GameRecord game = from_request("game", 400, [&] { return parse_game(text); });
  if (game.moves.size() > most_moves)
    throw Refusal{413, fmt::format("{} moves are too many: send at most {}", game.moves.size(), most_moves)};
  from_table(call, game.rules,
             [game](const Table& table) { return json_response(to_json(quixo::review(table, game))); });
}

void Api::statistics(const Call& call) {
  from_table_to_keep(call, read_rules(call.get("rules")),
                     [](const Table& table) { return text_response(encode_statistics(table)); });
}

void Api::random(const Call& call) {
  const Rules rules = read_rules(call.get("rules"));
  study::Filter filter;
  if (const std::string* outcome = call.find("outcome")) {
    for (const Outcome each : {Outcome::win, Outcome::draw, Outcome::loss})
      if (*outcome == outcome_name(each)) filter.outcome = each;
    if (!filter.outcome)
      throw Refusal{400,
                    fmt::format("outcome: {} is none: it is win, draw or loss", quixo::quoted(*outcome))};
  }
  const auto least = call.number("min_distance");
  const auto most = call.number("max_distance");
  // Whoever says just how near the end may be does not mean games that are over.
  if (least || most) filter.distance = {least.value_or(1), most.value_or(INT_MAX)};
  const auto exactly = [&](std::string_view parameter) {
    const std::optional<int> number = call.number(parameter);
    return number ? std::optional(study::Range{*number, *number}) : std::nullopt;
  };
  filter.cubes = exactly("cubes").value_or(study::Range{});
  filter.winning_moves = exactly("winning_moves");
  filter.non_losing_moves = exactly("holding_moves");
  from_table(call, rules, [this, filter, seed = call.seed()](const Table& table) {
    from_request("filter", 409, [&] { study::check(table, filter); });
    // Most wishes are met by a quick look around; the rest take a walk through a table that is small enough.
    const bool small = table.rules().cells() <= most_cells_in_memory;
    const std::size_t tries = small ? 20'000 : 2'000;
    std::vector<Position> found = study::pick(table, filter, 1, seed, tries);
    if (found.empty() && small)
      found = study::sample(table, filter, 1, seed, {all_threads(), stop_.get_token()});
    if (found.empty())
      throw Refusal{404, small ? "no position of the board is like that"
                               : fmt::format("none of {} random positions is like that", tries)};
    return text_response(encode_position(table, found.front(), Replies::counted));
  });
}

void Api::start_solve(const Call& call) {
  if (!is_local(call.request()))
    throw Refusal{403, "only a browser or program on the server's own machine can start a solve"};
  const Json body = read_object(call.request(), {"rules"});
  const Rules rules = read_rules(read_text(body, "rules"));
  const bool ready = boards_.find(rules).has_value();
  if (!ready) solving_.start(rules);
  call.reply(json_response({{"rules", to_string(rules)}, {"status", ready ? "ready" : "solving"}},
                           ready ? 200 : 202));
}

void Api::solve_progress(const Call& call) {
  const Rules rules = read_rules(call.get("rules"));
  // In this order: a solve that ends in between leaves its table or its failure.
  const std::optional<Progress> progress = solving_.progress(rules);
  const std::optional<std::string> failure = solving_.failure(rules);
  const bool ready = boards_.find(rules).has_value();
  call.reply(json_response({{"rules", to_string(rules)},
                            {"status", progress  ? "solving"
                                       : ready   ? "ready"
                                       : failure ? "failed"
                                                 : "missing"},
                            {"layer", progress ? Json(progress->layer) : Json()},
                            {"phase", progress ? Json(progress->phase) : Json()},
                            {"phase_share", progress ? Json(progress->phase_share) : Json()},
                            {"share", progress ? Json(progress->share) : Json()},
                            {"message", failure ? Json(*failure) : Json()}}));
}

}  // namespace quixo::serve
