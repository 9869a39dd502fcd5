// SPDX-License-Identifier: MIT
#include "quixo/search.h"

#include <algorithm>
#include <cassert>

#include "game/play.h"
#include "search/children.h"
#include "search/engine.h"

namespace quixo {
namespace {

using search::Engine;

/// What is known of one position, move by move deeper.
class Deepening {
 public:
  Deepening(const Geometry& geometry, Position position, std::optional<Outcome> outcome)
      : board_(search::board_of(position)) {
    if (const std::optional<Player> won = winner(geometry, position))
      known_ = {*won == position.to_move ? Outcome::win : Outcome::loss, 0, 0, Proof::search};
    else if (outcome)
      known_ = {outcome, {}, 0, Proof::table};
  }

  const Known& known() const { return known_; }
  bool is_done() const { return known_.distance || known_.outcome == Outcome::draw; }

  /// Looks one move farther. Throws CutOff, and then knows what it knew before.
  void look_farther(Engine& engine) {
    assert(!is_done());
    const int n = known_.horizon + 1;
    if (known_.outcome != Outcome::loss && engine.can_win_in(n) && engine.wins(board_, n))
      known_ = {Outcome::win, n, 0, Proof::search};
    else if (known_.outcome != Outcome::win && engine.can_lose_in(n) && engine.loses(board_, n))
      known_ = {Outcome::loss, n, 0, Proof::search};
    else
      known_.horizon = n;
  }

 private:
  search::Board board_;
  Known known_;
};

/// All of them together, to the horizon or until it is cut off.
void deepen(Engine& engine, std::vector<Deepening>& all, int horizon, const SearchLimits& limits) {
  engine.set_limits(limits);
  try {
    for (int n = 1; n <= horizon; ++n)
      for (Deepening& each : all)
        if (!each.is_done()) each.look_farther(engine);
  } catch (const search::CutOff&) {
    // What is known stands.
  }
}

}  // namespace

Search::Search(const Rules& rules) : engine_(Engine::make(rules)) {}
Search::~Search() = default;
Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;

const Rules& Search::rules() const { return engine_->geometry().rules(); }

Known Search::value(Position position, const SearchLimits& limits) {
  return values({{position}}, limits).front();
}

std::vector<Known> Search::values(const std::vector<Asked>& asked, const SearchLimits& limits) {
  assert(limits.horizon >= 0 && limits.horizon <= longest_horizon);
  std::vector<Deepening> all;
  for (const Asked& each : asked) {
    check_on_board(engine_->geometry(), each.position);
    all.emplace_back(engine_->geometry(), each.position, each.outcome);
  }
  deepen(*engine_, all, limits.horizon, limits);
  std::vector<Known> known;
  known.reserve(all.size());
  for (const Deepening& each : all) known.push_back(each.known());
  return known;
}

std::vector<KnownMove> Search::moves(Position position, const SearchLimits& limits) {
  check_on_board(engine_->geometry(), position);
  const search::Children children(engine_->geometry(), position);
  std::vector<Asked> asked;
  for (const Position& child : children.different()) asked.push_back({child});
  SearchLimits after = limits;
  after.horizon = std::max(0, limits.horizon - 1);
  return children.moves(values(asked, after));
}

}  // namespace quixo
