// SPDX-License-Identifier: MIT
#include "serve/api.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <memory>
#include <utility>

#include "api/about_routes.h"
#include "api/answering.h"
#include "api/board_routes.h"
#include "api/game_routes.h"
#include "base/workers.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "serve/page.h"
#include "serve/solve_routes.h"

namespace quixo::serve {
namespace {

/// Where too many wait already.
Refusal too_busy() {
  return {503, "too much is asked for at a time: try again in a moment", "", retry_after_s};
}

void append(std::vector<Route>& routes, std::vector<Route> more) {
  assert(std::ranges::all_of(more, is_sound));
  std::ranges::move(more, std::back_inserter(routes));
}

}  // namespace

// Many wait for quick work only for a moment. Of the rest no more than can be done while they wait.
Api::Api(ApiOptions options)
    : tables_prefix_(options.tables.empty() ? "" : options.tables.string() + '/'),
      budget_(options.budget),
      tags_(options.version),
      makers_(2, {.of_all = 64, .of_one = 16}),
      slow_(4, {.of_all = 128, .of_one = 32}, Pool::Pace::behind_others),
      search_(4, {.of_all = 256, .of_one = 64}),
      disk_(2, {.of_all = 1024, .of_one = 256}),
      quick_(std::max(all_threads(), 2)),
      tables_(options.tables, makers_, stop_.get_token()),
      solving_(options.tables, std::move(options.check_needs)),
      writers_(std::move(options.key)),
      boards_(tables_, solving_, writers_) {
  append(routes_, about_routes(options.version));
  append(routes_, description_routes());
  append(routes_, solve_routes(boards_, solving_));
  append(routes_, board_routes(boards_, tags_));
  append(routes_, game_routes());
}

Api::~Api() {
  stop_.request_stop();
  solving_.close();  // a task may wait for the end of a solve
  // The tasks of each pool post to the others and use all the rest: they end before anything goes.
  for (Pool* pool : {&makers_, &slow_, &search_, &disk_, &quick_}) pool->close();
}

void Api::answer(Request request, const Reply& reply) {
  try {
    Target target = from_request("address", 400, [&] { return parse_target(request.target); });
    if (!target.path.starts_with("/api/")) return reply(page_response(request, target.path));
    const Route& route = find_route(routes_, request.method, target);
    if (!route.writes.empty())
      if (const std::optional<std::string> why_not = writers_.why_not(request, route.writes))
        throw Refusal{403, *why_not};
    const auto call = std::make_shared<Call>(Call{route, std::move(request), std::move(target), reply});
    if (route.speed == Speed::at_once) return run(*call);
    if (!pool_for(route).post({[this, call] { run(*call); }, call->request.client, call->request.stop}))
      throw too_busy();
  } catch (...) {
    reply(current_failure());
  }
}

void Api::run(Call& call) {
  try {
    const Route& route = call.route;
    const auto asked = std::make_shared<const Asked>(
        Asked{route, Query(route, std::move(call.request), call.target, budget_), call.reply});
    if (const auto* from_query = std::get_if<FromQuery>(&route.answer))
      return call.reply((*from_query)(asked->query));
    tables_.get(asked->query.rules(), {pool_for(route), asked->query.request().client, asked->query.stop()},
                [this, asked](const std::shared_future<KnowledgePointer>& found) { run(asked, found); });
  } catch (...) {
    call.reply(current_failure());
  }
}

void Api::run(const std::shared_ptr<const Asked>& asked, const std::shared_future<KnowledgePointer>& found) {
  try {
    const KnowledgePointer& knowledge = found.get();
    Pool& pool = pool_for(asked->route, *knowledge);
    const auto work = [this, asked, knowledge, &pool] { answer(*asked, *knowledge, pool); };
    if (&pool == &pool_for(asked->route)) return work();
    if (!pool.post({work, asked->query.request().client, asked->query.stop()})) throw too_busy();
  } catch (...) {
    asked->reply(current_failure());
  }
}

void Api::answer(const Asked& asked, const Knowledge& knowledge, Pool& pool) const {
  try {
    Response response = answer_from(asked.route, asked.query, knowledge, tags_, what_is_missing);
    if (response.make_rest)
      response.ask_rest = [&pool, make = std::move(response.make_rest), client = asked.query.request().client,
                           stop = asked.query.stop()](TakePiece take) {
        const auto work = [make, take = std::move(take)] {
          std::optional<Piece> piece;
          try {
            piece = make();
          } catch (...) {  // too late to say what it is
          }
          take(std::move(piece));
        };
        pool.go_on({work, client, stop});
      };
    asked.reply(std::move(response));
  } catch (...) {
    asked.reply(current_failure());
  }
}

Response Api::current_failure() const { return api::current_failure(tables_prefix_); }

Pool& Api::pool_for(const Route& route) {
  assert(route.speed != Speed::at_once);
  return route.speed == Speed::slow ? slow_ : route.speed == Speed::search ? search_ : quick_;
}

Pool& Api::pool_for(const Route& route, const Knowledge& knowledge) {
  const bool in_memory = knowledge.table() && knowledge.rules().cells() <= most_cells_in_memory;
  if (&pool_for(route) != &quick_ || in_memory) return pool_for(route);
  const bool searches = knowledge.metric() != Metric::distance && !route.needs_table();
  return searches || route.speed == Speed::walk ? search_ : disk_;
}

}  // namespace quixo::serve
