// SPDX-License-Identifier: MIT
#include "quixo/search.h"

#include <algorithm>
#include <cassert>

#include "game/geometry.h"
#include "game/play.h"

namespace quixo {
namespace search {

class Engine {
 public:
  explicit Engine(const Rules& rules) : geometry_(checked(rules)) {}
  const Geometry& geometry() const { return geometry_; }

  Known value(Position position, const SearchLimits& limits) {
    if (const std::optional<Player> won = winner(geometry_, position))
      return {*won == position.to_move ? Outcome::win : Outcome::loss, 0, 0, Proof::search};
    for (int n = 1; n <= limits.horizon; ++n) {
      if (limits.stop.stop_requested() ||
          (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline))
        return {{}, {}, n - 1, Proof::none};
      if (wins(position, n)) return {Outcome::win, n, 0, Proof::search};
      if (loses(position, n)) return {Outcome::loss, n, 0, Proof::search};
    }
    return {{}, {}, limits.horizon, Proof::none};
  }

 private:
  bool wins(Position position, int n) const {
    if (const std::optional<Player> won = winner(geometry_, position)) return *won == position.to_move;
    return n > 0 &&
           any_child(geometry_, position, [&](const Slide&, Position child) { return loses(child, n - 1); });
  }
  bool loses(Position position, int n) const {
    if (const std::optional<Player> won = winner(geometry_, position)) return *won != position.to_move;
    return n > 0 && all_children(geometry_, position,
                                 [&](const Slide&, Position child) { return wins(child, n - 1); });
  }

  Geometry geometry_;
};

}  // namespace search

Search::Search(const Rules& rules) : engine_(std::make_unique<search::Engine>(rules)) {}
Search::~Search() = default;
Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;

const Rules& Search::rules() const { return engine_->geometry().rules(); }

Known Search::value(Position position, const SearchLimits& limits) {
  assert(limits.horizon >= 0 && limits.horizon <= longest_horizon);
  check_on_board(engine_->geometry(), position);
  return engine_->value(position, limits);
}

std::vector<KnownMove> Search::moves(Position position, const SearchLimits& limits) {
  check_on_board(engine_->geometry(), position);
  SearchLimits after = limits;
  after.horizon = std::max(0, limits.horizon - 1);
  after.outcome.reset();
  std::vector<KnownMove> moves;
  for_each_child(engine_->geometry(), position, [&](const Slide& slide, Position child) {
    moves.push_back({slide.move, child, known_of_move(engine_->value(child, after))});
  });
  std::ranges::stable_sort(
      moves, [](const Known& one, const Known& two) { return is_better(one, two); }, &KnownMove::known);
  return moves;
}

}  // namespace quixo
