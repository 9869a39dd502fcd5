// SPDX-License-Identifier: MIT
#include "quixo/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <list>
#include <map>
#include <utility>

#include "analysis/knowledge.h"
#include "api/about_routes.h"
#include "api/answering.h"
#include "api/board_routes.h"
#include "api/boards.h"
#include "api/game_routes.h"
#include "base/workers.h"
#include "game/geometry.h"
#include "quixo/open.h"
#include "quixo/version.h"
#include "solve/needs.h"

namespace quixo {
namespace {

/// Why a board cannot be solved here; nothing when it can.
std::optional<std::string> too_large(const Rules& rules) {
  if (rules.cells() <= most_cells_in_memory) return std::nullopt;
  return fmt::format(
      "{0} has {1} cells, and at most {2} are solved here: quixo solve {0} makes a table of it",
      to_string(rules), rules.cells(), most_cells_in_memory);
}

std::string what_is_missing(const Knowledge& without_table) {
  const Rules& rules = without_table.rules();
  return too_large(rules).value_or(fmt::format("{} is not solved here yet", to_string(rules)));
}

/// The tables that were added.
class GivenBoards : public api::Boards {
 public:
  std::map<std::string, Table> tables;  ///< By the names of their rules.

  std::optional<BestTable> find(const Rules& rules) const override {
    const auto found = tables.find(to_string(rules));
    if (found == tables.end()) return std::nullopt;
    return BestTable{found->second.metric(), true};
  }
  std::vector<Rules> with_table() const override {
    std::vector<Rules> rules;
    for (const auto& [name, table] : tables) rules.push_back(table.rules());
    return rules;
  }
  std::optional<api::Making> making(const Rules&) const override { return std::nullopt; }
  std::optional<api::Failure> failure(const Rules&) const override { return std::nullopt; }
  std::optional<Metric> unfinished(const Rules&) const override { return std::nullopt; }
  solve::Needs needs(const Rules& rules, Metric metric) const override {
    solve::Options options;
    options.threads = all_threads();
    options.metric = metric;
    if (too_large(rules)) options.directory = ".";  // what quixo solve needs
    return solve::needs(Geometry(rules), options);
  }
  std::optional<std::string> why_not(const Rules& rules, Metric) const override { return too_large(rules); }
  std::optional<std::string> why_not(const api::Request&) const override { return std::nullopt; }
  bool is_read_only() const override { return false; }
};

}  // namespace

class Answers::State {
 public:
  State() : tags_{version} {
    for (std::vector<api::Route> some :
         {api::about_routes(std::string(version)), api::board_routes(boards_, tags_), api::game_routes()})
      std::ranges::move(some, std::back_inserter(routes_));
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  GivenBoards& boards() { return boards_; }
  /// Something else is known of these rules now.
  void forget(const Rules& rules) {
    known_.remove_if([&](const Knowledge& each) { return each.rules() == rules; });
  }

  api::Response respond(api::Request request) {
    const api::Target target =
        api::from_request("address", 400, [&] { return api::parse_target(request.target); });
    const api::Route& route = api::find_route(routes_, request.method, target);
    const api::Query query(route, std::move(request), target);
    if (const auto* from_query = std::get_if<api::FromQuery>(&route.answer)) return (*from_query)(query);
    api::Response response = api::answer_from(route, query, knowledge(query.rules()), tags_, what_is_missing);
    while (response.make_rest) {
      const api::Piece piece = response.make_rest();
      response.body += piece.bytes;
      if (piece.is_last) response.make_rest = nullptr;
    }
    return response;
  }

 private:
  /// A search remembers what it has proved, so the last few are kept; it takes 8 MB.
  const Knowledge& knowledge(const Rules& rules) {
    constexpr std::size_t most_known = 4;
    const auto known = std::ranges::find(known_, rules, &Knowledge::rules);
    if (known != known_.end()) {
      known_.splice(known_.begin(), known_, known);
    } else {
      const auto table = boards_.tables.find(to_string(rules));
      known_.push_front(table == boards_.tables.end() ? Knowledge(rules) : Knowledge(table->second));
      if (known_.size() > most_known) known_.pop_back();
    }
    return known_.front();
  }

  GivenBoards boards_;
  api::TableTags tags_;
  std::vector<api::Route> routes_;
  std::list<Knowledge> known_;  ///< Most recently asked first.
};

Answers::Answers() : state_(std::make_unique<State>()) {}
Answers::~Answers() = default;
Answers::Answers(Answers&& other) noexcept = default;
Answers& Answers::operator=(Answers&& other) noexcept = default;

void Answers::add(const Table& table) {
  state_->forget(table.rules());
  state_->boards().tables.insert_or_assign(to_string(table.rules()), table);
}

std::vector<Table> Answers::tables() const {
  std::vector<Table> tables;
  for (const auto& [name, table] : state_->boards().tables) tables.push_back(table);
  return tables;
}

Answer Answers::answer(std::string_view method, std::string_view target, std::string_view body,
                       const std::stop_token& stop) {
  api::Request request;
  request.method = method;
  request.target = target;
  request.body = body;
  request.content_type = "application/json";
  request.stop = stop;
  const auto to_answer = [](api::Response response) {
    return Answer{response.status, std::move(response.body)};
  };
  try {
    return to_answer(state_->respond(std::move(request)));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    return to_answer(api::current_failure());
  }
}

}  // namespace quixo
