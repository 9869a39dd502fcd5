// SPDX-License-Identifier: MIT
//
// The API under /api/v1 (docs/api.md): from a request to its answer, without sockets. Quick work, a few
// lookups in a table, and slow work, making a table or going through all of it, have threads of their own.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "serve/boards.h"
#include "serve/message.h"
#include "serve/pool.h"

namespace quixo::serve {

struct ApiOptions {
  std::string version;
  std::filesystem::path tables;  ///< Where quixo solve keeps them.
};

class Api {
 public:
  explicit Api(ApiOptions options);
  /// Waits for what has begun.
  ~Api();
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  /// Replies at once or later, from any thread; not at all to what is dropped by the destructor.
  void answer(Request request, Reply reply);

 private:
  class Call;
  struct Route;
  static const std::vector<Route>& routes();

  void health(const Call& call);
  void boards(const Call& call);
  void position(const Call& call);
  void line(const Call& call);
  void batch(const Call& call);

  /// Replies with what `compute` makes of the table, which is read from the rules of the call.
  void from_table(const Call& call, const Rules& rules, std::function<Response(const Table&)> compute);
  /// The same for a GET whose answer depends on the table and the target alone, and so can be cached.
  void from_table_cached(const Call& call, std::function<std::string(const Table&)> compute);
  std::uint64_t tag(const Table& table) const;

  ApiOptions options_;
  Pool slow_;
  Pool quick_;
  Boards boards_;
};

}  // namespace quixo::serve
