// SPDX-License-Identifier: MIT
//
// The bound of the relaxed game (relaxed.h) where its levels would take too much memory, 128 MB each on 5x6:
// found for one set of cubes after the other, when the search asks, by a search of the relaxed game itself.
// The order in which the attacker has come by her cubes does not count, and neither do the defender's cubes,
// so that what is found for a set serves a great many positions.
//
// A set is a board whose other half is empty: the defender may take all that is not hers, and she may take
// everything.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <span>

#include "search/board.h"
#include "search/proven.h"

namespace quixo::search {

/// For one thread at a time.
template <std::size_t words>
class RelaxedSearch {
 public:
  /// Remembers up to 2^size_bits sets.
  RelaxedSearch(const Boards<words>& boards, int line, int size_bits)
      : boards_(boards), line_(line), proven_(size_bits) {}

  /// What RelaxedGame::may_lose says, for any n >= 1. Calls look() now and then, which may throw: what was
  /// found until then is remembered.
  template <class Look>
  bool may_lose(Cells attacker, int n, const Look& look) {
    assert(n >= 1 && !boards_.has_line(attacker));
    return loses(attacker, n + n % 2, look);
  }

 private:
  using Counts = typename Boards<words>::Counts;

  struct Child {
    Cells attacker = 0;
    int promise = 0;
  };
  static constexpr std::size_t most_moves = 86;  // of 2x15
  struct Children {
    std::array<Child, most_moves> all;
    std::size_t size = 0;

    void push(Cells attacker, int promise) {
      assert(size < most_moves);
      all[size++] = {attacker, promise};
    }
    std::span<const Child> sorted(bool best_first) {
      const std::span children = std::span(all).first(size);
      std::ranges::sort(children, {},
                        [&](const Child& each) { return best_first ? -each.promise : each.promise; });
      return children;
    }
  };

  static Board attackers_turn(Cells attacker) { return half_of(Player::x, attacker); }
  static Board defenders_turn(Cells attacker) { return half_of(Player::o, attacker); }

  /// No move brings more than one cube to a line, and she has one cube more with each move of hers at best.
  bool is_out_of_reach(Cells attacker, const Counts& counts, int n) const {
    return std::popcount(attacker) + n / 2 < line_ || (n < line_ && !boards_.lines_short_of(counts, n).any());
  }

  /// The defender is to move, n is even.
  template <class Look>
  bool loses(Cells attacker, int n, const Look& look) {
    if (is_out_of_reach(attacker, boards_.counts(attacker), n)) return false;
    const Board board = defenders_turn(attacker);
    if (n == 2)
      return !boards_.any_move(board, boards_.moves(board), [&](Board child, std::size_t, Cell) {
        const Counts counts = boards_.counts(opponent(child));
        return !boards_.has_line(counts) && !wins_at_once(opponent(child), counts);
      });
    const Bounds bounds = proven_.find(board);
    if (bounds.no_loss >= n) return false;
    if (bounds.loss <= n) return true;
    look();
    const bool lost = !has_holding_move(board, n, look);
    proven_.update(board, [&](Bounds& known) { (lost ? known.loss : known.no_loss) = n; });
    return lost;
  }

  /// Those that leave her least are tried first.
  template <class Look>
  bool has_holding_move(Board board, int n, const Look& look) {
    Children children;
    boards_.any_move(board, boards_.moves(board), [&](Board child, std::size_t, Cell) {
      const Counts counts = boards_.counts(opponent(child));
      if (!boards_.has_line(counts) && !wins_at_once(opponent(child), counts))
        children.push(opponent(child), boards_.advantage(counts, {}));
      return false;
    });
    return std::ranges::any_of(children.sorted(false),
                               [&](const Child& child) { return !wins_later(child.attacker, n - 1, look); });
  }

  bool wins_at_once(Cells attacker, const Counts& counts) const {
    const Counts near = boards_.lines_short_of(counts, 1);
    return near.any() && boards_.wins_at_once(attackers_turn(attacker), near);
  }

  /// The attacker is to move and does not win at once; n is odd, and at least 3.
  template <class Look>
  bool wins_later(Cells attacker, int n, const Look& look) {
    const Board board = attackers_turn(attacker);
    Children children;
    boards_.any_move(board, boards_.moves(board), [&](Board child, std::size_t, Cell) {
      const Counts counts = boards_.counts(own(child));
      if (!is_out_of_reach(own(child), counts, n - 1))
        children.push(own(child), boards_.advantage(counts, {}));
      return false;
    });
    return std::ranges::any_of(children.sorted(true),
                               [&](const Child& child) { return loses(child.attacker, n - 1, look); });
  }

  const Boards<words>& boards_;
  int line_;
  Proven proven_;
};

}  // namespace quixo::search
