// SPDX-License-Identifier: MIT
//
// What an endpoint declares of itself. Everything that all endpoints share follows from the declaration and
// is done in one place (answering.h, serve/api.h): the checks of parameters, the choice of threads, the
// table, caching, errors. openapi.json describes the same for people; tests/serve/route_test.cpp fails where
// the two differ.
#pragma once

#include <chrono>
#include <functional>
#include <string_view>
#include <variant>
#include <vector>

#include "analysis/knowledge.h"
#include "api/message.h"

namespace quixo::api {

class Query;

/// What a parameter is; query.h says what its value becomes.
enum class Kind {
  rules,      ///< A rules name.
  position,   ///< A position of the game.
  positions,  ///< A list of them.
  game,       ///< A game with its rules and moves.
  player,     ///< A computer player.
  outcome,    ///< win, draw or loss.
  metric,     ///< outcome or distance.
  puzzle,     ///< A kind of puzzle.
  time,       ///< For a player to think, in milliseconds.
  number,     ///< A whole number up to most_number.
  seed,       ///< Of random numbers.
  tag,        ///< Of the table, to be allowed to keep the answer for good.
};

enum class Need : bool { optional, required };

struct Parameter {
  std::string_view name;
  Kind kind = Kind::number;
  Need need = Need::required;
};

/// Which threads answer, so that quick work never waits for slow work.
enum class Speed {
  at_once,  ///< The caller's: it takes no time at all.
  quick,    ///< A few lookups; where the table has no distances, or there is none, a search.
  walk,     ///< Many lookups: quick in memory, as long as a search on disk.
  search,   ///< A search in any case.
  slow,     ///< Many of either, or a walk through a table.
};

/// How long a request may search: what is proved until then is the answer.
struct Budget {
  std::chrono::milliseconds search{5'000};
  std::chrono::milliseconds searches{20'000};  ///< For many positions.
};

enum class Caching : bool {
  none,      ///< The answer says itself what may be kept; usually nothing.
  by_table,  ///< Where there is a table, it follows from that and the address alone.
};

using FromQuery = std::function<Response(const Query&)>;
using FromKnowledge = std::function<Response(const Knowledge&, const Query&)>;
using FromTable = std::function<Response(const Table&, const Query&)>;

struct Route {
  std::string_view method;
  std::string_view path;
  Speed speed = Speed::quick;
  Caching caching = Caching::none;
  /// What only those may do who may write: "start a solve". Empty when anyone may ask.
  std::string_view writes = {};
  /// In the order in which they are checked. POST has them as fields of a JSON object, others in the address.
  std::vector<Parameter> parameters = {};
  /// Safe from many threads. Throws Refusal. FromKnowledge and FromTable get what is known of the rules,
  /// which are a parameter or part of the game.
  std::variant<FromQuery, FromKnowledge, FromTable> answer;

  bool has_body() const { return method == "POST"; }
  bool needs_knowledge() const { return !std::holds_alternative<FromQuery>(answer); }
  bool needs_table() const { return std::holds_alternative<FromTable>(answer); }
  bool has(Kind kind) const;
};

/// Whether the declaration agrees with itself.
bool is_sound(const Route& route);

/// The route of a request. Throws Refusal when there is none or the address has a parameter that is not
/// declared.
const Route& find_route(const std::vector<Route>& routes, std::string_view method, const Target& target);

}  // namespace quixo::api
