// SPDX-License-Identifier: MIT
//
// The API under /api/v1 (docs/api.md) and the page beside it: from a request to its answer, without sockets.
// The endpoints are routes (api/route.h) and know nothing of threads or caches; here each request meets its
// route, is read on the threads for its kind of work, gets what is known of its game and is answered. All
// failures become answers here, too.
//
// No kind of work waits for a longer one. Each has threads of its own, on which the clients take turns, and a
// queue with an end, beyond which the answer is 503 at once. All work has a time, after which what is proved
// is the answer (api/route.h), and is given up when nobody waits for it.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "api/caching.h"
#include "api/message.h"
#include "api/query.h"
#include "api/route.h"
#include "serve/names.h"
#include "serve/open_tables.h"
#include "serve/pool.h"
#include "serve/server_boards.h"
#include "serve/solving.h"
#include "serve/writers.h"

namespace quixo::serve {

struct ApiOptions {
  std::string version;
  std::filesystem::path tables;  ///< Where quixo solve keeps them.
  CheckNeeds check_needs;
  std::string key = {};  ///< Of those who may write (writers.h); nobody when empty.
  Budget budget = {};
};

class Api {
 public:
  explicit Api(ApiOptions options);
  /// Stops a solve and waits for the work that has begun.
  ~Api();
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  /// Replies at once or later, from any thread; not at all to what is told to stop or dropped by the
  /// destructor. Never blocks.
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
  /// One that was read.
  struct Asked {
    const Route& route;
    Query query;
    Reply reply;
  };

  void run(Call& call);
  void run(const std::shared_ptr<const Asked>& asked, const std::shared_future<KnowledgePointer>& found);
  void answer(const Asked& asked, const Knowledge& knowledge, Pool& pool) const;
  /// What an exception that is being handled says to the client; not where the tables are on this machine.
  Response current_failure() const;
  /// Where a request is read, and where it is answered once it is known what there is to ask.
  Pool& pool_for(const Route& route);
  Pool& pool_for(const Route& route, const Knowledge& knowledge);

  std::string tables_prefix_;  ///< Of the names of their files.
  const Budget budget_;
  TableTags tags_;
  std::stop_source stop_;
  Pool makers_;  ///< Open tables, and solve small boards.
  Pool slow_;    ///< Many positions, or walks through a table: some seconds.
  Pool search_;  ///< A search, or a walk: a second or so.
  Pool disk_;    ///< Lookups in files: some milliseconds.
  Pool quick_;   ///< Lookups in memory.
  OpenTables tables_;
  Solving solving_;
  Writers writers_;
  ServerBoards boards_;
  std::vector<Route> routes_;
};

}  // namespace quixo::serve
