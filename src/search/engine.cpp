// SPDX-License-Identifier: MIT
#include "search/engine.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <span>

#include "search/proven.h"
#include "search/relaxed.h"
#include "search/relaxed_search.h"

namespace quixo::search {
namespace {

template <std::size_t words>
class EngineOf final : public Engine {
 public:
  EngineOf(const Rules& rules, int size_bits)
      : Engine(rules),
        boards_(geometry()),
        relaxed_(RelaxedGame::shared(geometry())),
        step_(relaxed_->has_wins_in_two() ? 1 : 2),
        proven_(size_bits) {
    assert(geometry().slides().size() <= most_moves);
    if (relaxed_->farthest() == 0) relaxed_search_.emplace(boards_, rules.line, size_bits);
  }

  bool can_win_in(int n) const override { return step_ == 1 || n % 2 == 1; }
  bool can_lose_in(int n) const override { return step_ == 1 || n % 2 == 0 || n == 1; }

  bool wins(Board board, int n) override {
    assert(n >= 1);
    if (boards_.wins_at_once(board)) return true;
    if (!can_win_in(n)) --n;
    if (n == 1) return false;
    prepare(n);
    return wins_later(board, n);
  }

  bool loses(Board board, int n) override {
    assert(n >= 1);
    if (boards_.wins_at_once(board)) return false;
    if (n == 1) return loses_in_one(board);
    if (!can_lose_in(n)) --n;
    prepare(n);
    return may_lose(opponent(board), n) && loses_later(board, n);
  }

 private:
  using Counts = typename Boards<words>::Counts;

  static constexpr std::size_t most_moves = 86;  // of 2x15
  struct Reply {
    std::size_t direction = 0;
    Cell taken = 0;
  };
  struct Child {
    Board board = 0;
    int score = 0;
  };
  /// Children that are still to be looked at, the best first.
  class Queue {
   public:
    void push(Board board, int score) {
      assert(size_ < most_moves);
      children_[size_++] = {board, score};
    }
    bool is_empty() const { return size_ == 0; }
    Board pop() {
      Child& best = *std::ranges::max_element(std::span(children_).first(size_), {}, &Child::score);
      const Board board = best.board;
      best = children_[--size_];
      return board;
    }

   private:
    std::array<Child, most_moves> children_;
    std::size_t size_ = 0;
  };

  void prepare(int n) {
    look_at_limits();
    relaxed_->extend(n);
  }

  /// Whether the relaxed game allows it.
  bool may_lose(Cells attacker, int n) {
    if (!relaxed_search_) return relaxed_->may_lose(attacker, n);
    // To look two moves ahead here would take as long as in the real game.
    return n <= 2 || relaxed_search_->may_lose(attacker, n, [this] { count_node(); });
  }

  Counts lines_lacking_one(Cells cells) const { return boards_.lines_short_of(boards_.counts(cells), 1); }

  /// She cannot win at once. When all wins are odd, n is, too.
  bool wins_later(Board board, int n) {
    count_node();
    if (n <= 3) return wins_within_three(board, n);
    const Bounds bounds = proven_.find(board);
    if (bounds.no_win >= n) return false;
    if (bounds.win <= n) return true;
    // First the nearer ends, which are cheap to find.
    int at = std::max(bounds.no_win, 1) + step_;
    while (at <= n && !has_winning_move(board, at)) at += step_;
    proven_.update(board, [&](Bounds& known) {
      known.no_win = std::max(known.no_win, std::min(n, at - step_));
      if (at <= n) known.win = std::min(known.win, at);
    });
    return at <= n;
  }

  bool has_winning_move(Board board, int n) {
    if (n <= 3) return wins_within_three(board, n);
    const bool may_complete_theirs = lines_lacking_one(opponent(board)).any();
    Queue queue;
    const auto decides = [&](Board child, std::size_t, Cell) {
      if (!may_lose(own(child), n - 1)) return false;
      if (may_complete_theirs && boards_.has_line(opponent(child))) return false;
      const Board next = turned(child);
      if (n <= 5) return !boards_.wins_at_once(next) && loses_later(next, n - 1);
      const Bounds bounds = proven_.find(next);
      if (bounds.loss <= n - 1) return true;
      if (bounds.no_loss < n - 1 && !boards_.wins_at_once(next))
        queue.push(next, promise(child, boards_.counts(opponent(child))));
      return false;
    };
    if (boards_.any_move(board, boards_.moves(board), decides)) return true;
    while (!queue.is_empty())
      if (loses_later(queue.pop(), n - 1)) return true;
    return false;
  }

  /// How good a move looks, from the board after it, not yet turned.
  int promise(Board child, const Counts& theirs) const {
    const Counts mine = boards_.counts(own(child));
    const Counts near = boards_.lines_short_of(mine, 1);
    constexpr int threat = 32;  // it must be answered
    return boards_.advantage(mine, theirs) + (near.any() && boards_.wins_at_once(child, near) ? threat : 0);
  }

  /// In two or three moves.
  bool wins_within_three(Board board, int n) {
    const bool may_complete_theirs = lines_lacking_one(opponent(board)).any();
    return boards_.any_move(board, boards_.moves(board), [&](Board child, std::size_t, Cell) {
      if (!may_lose(own(child), n - 1)) return false;
      if (may_complete_theirs && boards_.has_line(opponent(child))) return false;
      const Board next = turned(child);
      return !boards_.wins_at_once(next) && (n == 2 ? loses_in_one(next) : loses_within_two(next));
    });
  }

  /// She cannot win at once, and the bound does not rule it out.
  bool loses_later(Board board, int n) {
    count_node();
    assert(may_lose(opponent(board), n) && !boards_.wins_at_once(board));
    if (n == 1) return loses_in_one(board);
    if (n == 2) return loses_within_two(board);
    if (n == 4) return loses_within_four(board);
    const Bounds bounds = proven_.find(board);
    if (bounds.no_loss >= n) return false;
    if (bounds.loss <= n) return true;
    const bool lost = !has_holding_move(board, n);
    proven_.update(board, [&](Bounds& known) {
      if (lost)
        known.loss = std::min(known.loss, n);
      else
        known.no_loss = std::max(known.no_loss, n);
    });
    return lost;
  }

  /// All of these know that the player to move cannot win at once.
  bool loses_in_one(Board board) const {
    return !boards_.any_move(board, boards_.moves(board), [&](Board child, std::size_t, Cell) {
      return !boards_.has_line(opponent(child));
    });
  }
  bool loses_within_two(Board board) const {
    return !boards_.any_move(board, boards_.moves(board),
                             [&](Board child, std::size_t, Cell) { return holds_for_one(child); });
  }
  /// Whether the opponent neither has a line after this move nor makes one with the next.
  bool holds_for_one(Board child) const { return holds_for_one(child, boards_.counts(opponent(child))); }
  bool holds_for_one(Board child, const Counts& theirs) const {
    if (boards_.has_line(theirs)) return false;
    const Counts near = boards_.lines_short_of(theirs, 1);
    return !near.any() || !boards_.wins_at_once(turned(child), near);
  }

  /// A reply that held shortly before mostly holds again.
  bool loses_within_four(Board board) {
    MoveSet left = boards_.moves(board);
    const auto holds = [&](Board child) {
      if (!holds_for_one(child)) return false;
      count_node();
      return !wins_within_three(turned(child), 3);
    };
    for (std::size_t i = 0; i < replies_.size(); ++i) {
      const Reply reply = replies_[i];
      if ((left[reply.direction] & cell_bit(reply.taken)) == 0) continue;
      left[reply.direction] &= ~cell_bit(reply.taken);
      if (!holds(boards_.after(board, reply.direction, reply.taken))) continue;
      std::copy_backward(replies_.begin(), replies_.begin() + static_cast<std::ptrdiff_t>(i),
                         replies_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      replies_[0] = reply;
      return false;
    }
    return !boards_.any_move(board, left, [&](Board child, std::size_t direction, Cell taken) {
      if (!holds(child)) return false;
      std::shift_right(replies_.begin(), replies_.end(), 1);
      replies_[0] = {direction, taken};
      return true;
    });
  }

  bool has_holding_move(Board board, int n) {
    Queue queue;
    const auto decides = [&](Board child, std::size_t, Cell) {
      const Counts theirs = boards_.counts(opponent(child));
      if (!holds_for_one(child, theirs)) return false;
      const Board next = turned(child);
      const Bounds bounds = proven_.find(next);
      if (bounds.no_win >= n - 1) return true;
      if (bounds.win > n - 1) queue.push(next, promise(child, theirs));
      return false;
    };
    if (boards_.any_move(board, boards_.moves(board), decides)) return true;
    while (!queue.is_empty())
      if (!wins_later(queue.pop(), n - 1)) return true;
    return false;
  }

  Boards<words> boards_;
  std::shared_ptr<RelaxedGame> relaxed_;
  std::optional<RelaxedSearch<words>> relaxed_search_;  ///< Where the levels would take too much memory.
  int step_;  ///< Between the numbers of moves in which a win is possible.
  Proven proven_;
  std::array<Reply, 3> replies_{};
};

}  // namespace

std::unique_ptr<Engine> Engine::make(const Rules& rules, int size_bits) {
  const std::size_t words = (Geometry(checked(rules)).lines().size() + lines_per_word - 1) / lines_per_word;
  if (words <= 1) return std::make_unique<EngineOf<1>>(rules, size_bits);
  if (words <= 2) return std::make_unique<EngineOf<2>>(rules, size_bits);
  if (words <= 3) return std::make_unique<EngineOf<3>>(rules, size_bits);
  if (words <= 6) return std::make_unique<EngineOf<6>>(rules, size_bits);
  return std::make_unique<EngineOf<8>>(rules, size_bits);
}

void Engine::look_at_limits() const {
  if (limits_.stop.stop_requested() ||
      (limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline))
    throw CutOff();
}

}  // namespace quixo::search
