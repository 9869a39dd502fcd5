// SPDX-License-Identifier: MIT
#include "quixo/search.h"

#include <algorithm>
#include <cassert>

#include "game/play.h"
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

  /// It is known already that the position is not lost.
  void leave_out_losses() { may_lose_ = false; }

  /// Looks one move farther. Throws CutOff, and then knows what it knew before.
  void look_farther(Engine& engine) {
    assert(!is_done());
    const int n = known_.horizon + 1;
    if (known_.outcome != Outcome::loss && engine.can_win_in(n) && engine.wins(board_, n))
      known_ = {Outcome::win, n, 0, Proof::search};
    else if (may_lose_ && known_.outcome != Outcome::win && engine.can_lose_in(n) && engine.loses(board_, n))
      known_ = {Outcome::loss, n, 0, Proof::search};
    else
      known_.horizon = n;
  }

 private:
  search::Board board_;
  bool may_lose_ = true;
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
  assert(limits.horizon >= 0 && limits.horizon <= longest_horizon);
  check_on_board(engine_->geometry(), position);
  std::vector<Deepening> one{{engine_->geometry(), position, limits.outcome}};
  deepen(*engine_, one, limits.horizon, limits);
  return one[0].known();
}

std::vector<KnownMove> Search::moves(Position position, const SearchLimits& limits) {
  assert(limits.horizon >= 0 && limits.horizon <= longest_horizon);
  const Geometry& geometry = engine_->geometry();
  check_on_board(geometry, position);
  std::vector<KnownMove> moves;
  std::vector<Position> different;    // up to symmetry
  std::vector<Deepening> children;    // one for each of these
  std::vector<std::size_t> child_of;  // for each move
  for_each_child(geometry, position, [&](const Slide& slide, Position child) {
    const Position least = canonical(geometry, child);
    const auto at = static_cast<std::size_t>(std::ranges::find(different, least) - different.begin());
    if (at == different.size()) {
      different.push_back(least);
      // When all moves lose, each leaves the opponent a win.
      std::optional<Outcome> outcome;
      if (limits.outcome == Outcome::loss) outcome = Outcome::win;
      children.emplace_back(geometry, least, outcome);
      if (limits.outcome == Outcome::draw) children.back().leave_out_losses();
    }
    child_of.push_back(at);
    moves.push_back({slide.move, child, {}});
  });
  deepen(*engine_, children, limits.horizon - 1, limits);
  for (std::size_t i = 0; i < moves.size(); ++i)
    moves[i].known = known_of_move(children[child_of[i]].known());
  std::ranges::stable_sort(
      moves, [](const Known& one, const Known& two) { return is_better(one, two); }, &KnownMove::known);
  return moves;
}

}  // namespace quixo
