// SPDX-License-Identifier: MIT
//
// The API under /api/v1 (docs/api.md) and the page beside it: from a request to its answer, without sockets.
// The endpoints are routes (route.h) and know nothing of threads or caches; here each request meets its
// route, is read on the threads for its kind of work, gets what is known of its game and is answered. All
// failures become answers here, too.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "serve/caching.h"
#include "serve/message.h"
#include "serve/open_tables.h"
#include "serve/pool.h"
#include "serve/route.h"
#include "serve/solving.h"

namespace quixo::serve {

struct ApiOptions {
  std::string version;
  std::filesystem::path tables;  ///< Where quixo solve keeps them.
  CheckNeeds check_needs;
};

class Api {
 public:
  explicit Api(ApiOptions options);
  /// Stops a solve and waits for the work that has begun.
  ~Api();
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  /// Replies at once or later, from any thread; not at all to what is dropped by the destructor. Never
  /// blocks.
  void answer(Request request, const Reply& reply);

  /// All endpoints.
  const std::vector<Route>& routes() const { return routes_; }

 private:
  /// A request that has found its route.
  struct Call {
    const Route& route;
    Request request;
    Target target;
    Reply reply;
  };

  void run(Call& call);
  void run(const Route& route, const std::shared_ptr<const Query>& query, const Reply& reply,
           const std::shared_future<KnowledgePointer>& found);
  Response from_knowledge(const Route& route, const Knowledge& knowledge, const Query& query) const;
  Pool& pool_for(const Route& route);

  TableTags tags_;
  std::stop_source stop_;
  // Quick work, a few lookups in a table; searches of a second or so; and slow work, making a table, going
  // through all of it or many searches, have threads of their own, so that none waits for another.
  Pool slow_;
  Pool search_;
  Pool quick_;
  OpenTables tables_;
  Solving solving_;
  std::vector<Route> routes_;
};

}  // namespace quixo::serve
