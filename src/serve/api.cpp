// SPDX-License-Identifier: MIT
#include "serve/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <iterator>
#include <memory>
#include <utility>

#include "base/workers.h"
#include "quixo/error.h"
#include "serve/about_routes.h"
#include "serve/board_routes.h"
#include "serve/game_routes.h"
#include "serve/page.h"
#include "serve/query.h"

namespace quixo::serve {
namespace {

constexpr int slow_threads = 4;
constexpr int search_threads = 4;

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

void append(std::vector<Route>& routes, std::vector<Route> more) {
  assert(std::ranges::all_of(more, is_sound));
  std::ranges::move(more, std::back_inserter(routes));
}

}  // namespace

Api::Api(ApiOptions options)
    : tags_(options.version),
      slow_(slow_threads),
      search_(search_threads),
      quick_(std::max(all_threads(), 2)),
      tables_(options.tables, slow_),
      solving_(options.tables, std::move(options.check_needs)) {
  append(routes_, about_routes(options.version));
  append(routes_, board_routes(tables_, solving_, tags_));
  append(routes_, game_routes(stop_.get_token()));
}

Api::~Api() {
  stop_.request_stop();
  solving_.close();  // a job may wait for the end of a solve
  // The jobs of each pool post to the others and use all the rest: they end before anything goes.
  slow_.close();
  search_.close();
  quick_.close();
}

void Api::answer(Request request, const Reply& reply) {
  try {
    Target target = from_request("address", 400, [&] { return parse_target(request.target); });
    if (!target.path.starts_with("/api/")) return reply(page_response(request, target.path));
    const Route& route = find_route(routes_, request.method, target);
    const auto call = std::make_shared<Call>(Call{route, std::move(request), std::move(target), reply});
    if (route.speed == Speed::at_once) return run(*call);
    pool_for(route).post([this, call] { run(*call); });
  } catch (...) {
    reply(current_error());
  }
}

void Api::run(Call& call) {
  try {
    const Route& route = call.route;
    const auto query = std::make_shared<const Query>(route, std::move(call.request), call.target);
    if (const auto* from_query = std::get_if<FromQuery>(&route.answer))
      return call.reply((*from_query)(*query));
    tables_.get(query->rules(), pool_for(route),
                [this, &route, query, reply = call.reply](const std::shared_future<KnowledgePointer>& found) {
                  run(route, query, reply, found);
                });
  } catch (...) {
    call.reply(current_error());
  }
}

void Api::run(const Route& route, const std::shared_ptr<const Query>& query, const Reply& reply,
              const std::shared_future<KnowledgePointer>& found) {
  const auto answer = [this, &route, query, reply, found] {
    try {
      reply(from_knowledge(route, *found.get(), *query));
    } catch (...) {
      reply(current_error());
    }
  };
  try {
    const bool searches = found.get()->metric() != Metric::distance && !route.needs_table();
    if (searches && route.speed == Speed::quick) return search_.post(answer);
  } catch (...) {  // the answer says so
  }
  answer();
}

Response Api::from_knowledge(const Route& route, const Knowledge& knowledge, const Query& query) const {
  const auto compute = [&] {
    if (const auto* from_knowledge = std::get_if<FromKnowledge>(&route.answer))
      return (*from_knowledge)(knowledge, query);
    if (!knowledge.table()) throw Missing(knowledge);
    return std::get<FromTable>(route.answer)(*knowledge.table(), query);
  };
  if (route.caching == Caching::none || !knowledge.table()) return compute();
  const std::string tag = tags_.of(knowledge.rules(), *knowledge.metric());
  Response response;
  // The answer follows from the address and the tag: it has a name before it is computed.
  add_etag(query.request(), response, fmt::format("{}-{}", tag, content_tag(query.request().target)));
  if (response.status != 304) {
    const std::string etag = response.etag;
    const auto start = std::chrono::steady_clock::now();
    response = compute();
    // A search that was cut off may say more the next time.
    if (std::chrono::steady_clock::now() - start >= longest_search) return response;
    response.etag = etag;
  }
  const auto* asked = query.find<std::string>("v");
  response.cache_control = asked != nullptr && *asked == tag ? keep_for_good : ask_again;
  return response;
}

Pool& Api::pool_for(const Route& route) {
  assert(route.speed != Speed::at_once);
  return route.speed == Speed::slow ? slow_ : route.speed == Speed::search ? search_ : quick_;
}

}  // namespace quixo::serve
