// SPDX-License-Identifier: MIT
//
// The API under /api/v1 (docs/api.md) and the page beside it: from a request to its answer, without sockets.
// Quick work, a few lookups in a table, and slow work, making a table or going through all of it, have
// threads of their own, so that the one does not wait for the other.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "serve/boards.h"
#include "serve/message.h"
#include "serve/pool.h"
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

 private:
  class Call;
  struct Route;
  static const Route& find_route(std::string_view method, const Target& target);

  void health(const Call& call);
  void openapi(const Call& call);
  void boards(const Call& call);
  void position(const Call& call);
  void line(const Call& call);
  void batch(const Call& call);
  void review(const Call& call);
  void play(const Call& call);
  void statistics(const Call& call);
  void random(const Call& call);
  void start_solve(const Call& call);
  void solve_progress(const Call& call);

  using Compute = std::function<Response(const Table&)>;
  /// Replies with what `compute` makes of the table of these rules.
  void from_table(const Call& call, const Rules& rules, Compute compute);
  /// The same for an answer that depends on the table and the address alone, and so can be kept.
  void from_table_to_keep(const Call& call, const Rules& rules, Compute compute);
  /// Names the table and the form of the answers.
  std::string tag(const Rules& rules, Metric metric) const;

  ApiOptions options_;
  std::string form_;  ///< Of the answers: changes with the program and with the description of the API.
  std::stop_source stop_;
  Pool slow_;
  Pool quick_;
  Boards boards_;
  Solving solving_;
};

}  // namespace quixo::serve
