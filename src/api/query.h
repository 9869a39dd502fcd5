// SPDX-License-Identifier: MIT
//
// The parameters of a request, read and checked as its route declares them. Endpoints see them as values of
// the library's types, wherever the client wrote them: in the address or in a JSON body.
#pragma once

#include <cassert>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "api/route.h"
#include "play/computer.h"
#include "play/puzzle.h"
#include "quixo/notation.h"

namespace quixo::api {

// How much a request may ask for. openapi.json and docs/api.md name these numbers too, and tests compare.
constexpr std::size_t most_positions = 1000;
constexpr std::size_t most_moves = 500;         // of a game
constexpr std::size_t longest_game = 16 << 10;  // in bytes
constexpr int most_number = 1000;
constexpr int least_time_ms = 100;
constexpr int most_time_ms = 5000;
constexpr std::size_t most_depth = 4;    // of JSON
constexpr std::size_t most_fields = 32;  // of an object in it

/// Nothing where the client sent no text.
using PositionTexts = std::vector<std::optional<std::string>>;

class Query {
 public:
  /// Reads the parameters in the order of their declaration. Throws Refusal at the first that is missing or
  /// wrong, or when the body is not what it must be. Whether the client may ask this is not looked at.
  Query(const Route& route, Request request, const Target& target, const Budget& budget = {});

  const Request& request() const { return request_; }
  /// Nobody waits for the answer any more.
  const std::stop_token& stop() const { return request_.stop; }
  const Budget& budget() const { return budget_; }

  /// The value of a parameter, nothing when it was left out. Its type follows from the declared kind:
  ///   rules: Rules   player: Computer   outcome: Outcome   metric: Metric   puzzle: PuzzleKind
  ///   number: int   seed: std::uint64_t   time: std::chrono::milliseconds
  ///   game: GameRecord   positions: PositionTexts   position, tag: std::string
  template <class Type>
  const Type* find(std::string_view name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return nullptr;
    assert(std::holds_alternative<Type>(found->second));
    return std::get_if<Type>(&found->second);
  }
  /// The value of a required parameter.
  template <class Type>
  const Type& get(std::string_view name) const {
    const Type* value = find<Type>(name);
    assert(value != nullptr);
    return *value;
  }

  /// The game that is asked about.
  const Rules& rules() const;
  /// The parameter `position`. It can be read only when the game is known.
  Position position(const Geometry& geometry) const;
  /// The parameter `seed`; a new one when it was left out.
  std::uint64_t seed() const;

 private:
  using Value = std::variant<std::string, Rules, Computer, Outcome, Metric, PuzzleKind, int, std::uint64_t,
                             std::chrono::milliseconds, GameRecord, PositionTexts>;

  void read_address(const Route& route, const Target& target);
  void read_body(const Route& route);
  static Value value_of(const Parameter& parameter, const std::string& text);

  Request request_;
  Budget budget_;
  std::map<std::string_view, Value> values_;  ///< Names as the route has them.
};

/// A position in a text of the client. Throws Refusal.
Position read_position(const Geometry& geometry, std::string_view text);

}  // namespace quixo::api
