// SPDX-License-Identifier: MIT
//
// The board as the search sees it, and what can be said of it without making a move.
//
// A board is the player to move's cubes in the high half of a word and the opponent's in the low half. How
// many cubes a player has on each line is a number of five bits, twelve of them to a word:
//
//   bit   63  60 59       55            14      10 9        5 4        0
//        +------+-----------+ ... -----+----------+----------+----------+
//        |      |  line 11  |          |  line 2  |  line 1  |  line 0  |
//        +------+-----------+ ... -----+----------+----------+----------+
//
// They come from three look-ups and two sums; adding 16 - k to all of them sets the high bit of those that
// are at least k. The official board has twelve lines. No rules have more than 89, eight words, so the number
// of words is a template argument.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "game/geometry.h"

namespace quixo::search {

using Board = Bits;

constexpr Cells own(Board board) { return static_cast<Cells>(board >> 32); }
constexpr Cells opponent(Board board) { return static_cast<Cells>(board); }
/// As the other player sees it.
constexpr Board turned(Board board) { return swap_colours(board); }
constexpr Board board_of(Position position) { return with_x_to_move(position).bits; }

constexpr std::size_t lines_per_word = 12;

/// A small number for each line, or its high bit for each line of a set.
template <std::size_t words>
struct PerLine {
  std::array<std::uint64_t, words> word{};

  bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t some : word) all |= some;
    return all != 0;
  }
};

/// The moves of a position: the cells that may be taken, for each way to slide.
using MoveSet = std::array<Cells, 4>;

template <std::size_t words>
class Boards {
 public:
  using Counts = PerLine<words>;

  explicit Boards(const Geometry& geometry);

  Counts counts(Cells cells) const {
    Counts sum = low_[cells & 511];
    const Counts& middle = middle_[cells >> 9 & 511];
    const Counts& high = high_[cells >> 18];
    for (std::size_t i = 0; i < words; ++i) sum.word[i] += middle.word[i] + high.word[i];
    return sum;
  }

  /// The lines that have all of their cubes but so many, or more.
  Counts lines_short_of(Counts counts, int missing) const {
    const std::uint64_t add = ones * static_cast<std::uint64_t>(16 - line_ + missing);
    for (std::uint64_t& word : counts.word) word = (word + add) & ones << 4;
    return counts;
  }
  bool has_line(const Counts& counts) const { return lines_short_of(counts, 0).any(); }
  bool has_line(Cells cells) const { return has_line(counts(cells)); }

  /// How much farther the first player has come than the second: 2 for a line that lacks three cubes, 7 for
  /// two, 14 for one. Plus a constant.
  int advantage(const Counts& mine, const Counts& theirs) const {
    int sum = 0;
    for (std::size_t i = 0; i < words; ++i) {
      // From 0 to 28 for each line; then pairs of lines in ten bits, summed into the highest.
      const std::uint64_t each = ones * 14 + progress(mine.word[i]) - progress(theirs.word[i]);
      constexpr std::uint64_t tens = 0x0004'0100'4010'0401;
      const std::uint64_t pairs = (each & tens * 31) + (each >> 5 & tens * 31);
      sum += static_cast<int>(pairs * tens >> 50 & 1023);
    }
    return sum;
  }

  /// The legal moves; of those in a row or column that lead to the same position only one.
  MoveSet moves(Board board) const {
    const Cells mine = own(board);
    const Cells theirs = opponent(board);
    MoveSet moves;
    for (std::size_t d = 0; d < 4; ++d) {
      // Where the next cell, away from the inserted one, holds the same and can be taken as well.
      const Cells next_mine = away(mine, d);
      const Cells next_theirs = away(theirs, d);
      const Cells same = ~((mine ^ next_mine) | (theirs ^ next_theirs));
      moves[d] = takeable_[d] & ~theirs & ~(same & has_next_[d]);
    }
    return moves;
  }

  /// The board after a move, not yet turned.
  Board after(Board board, std::size_t direction, Cell taken) const {
    const Push& push = pushes_[direction][static_cast<std::size_t>(taken)];
    return (std::rotl(board & push.segment, shift_[direction]) & push.segment) | (board & ~push.segment) |
           push.inserted;
  }

  /// Whether test(board after the move, direction, taken) holds for one of the moves, up to the first.
  template <class Test>
  bool any_move(Board board, const MoveSet& moves, Test&& test) const {
    for (std::size_t d = 0; d < 4; ++d)
      for (Cells rest = moves[d]; rest != 0; rest &= rest - 1) {
        const Cell taken = std::countr_zero(rest);
        if (test(after(board, d, taken), d, taken)) return true;
      }
    return false;
  }

  /// Whether the player to move wins in one move. The board must be open. `near` are her lines that lack one
  /// cube.
  bool wins_at_once(Board board, const Counts& near) const {
    assert(!has_line(own(board)) && !has_line(opponent(board)));
    bool checked = false;
    bool may_complete_theirs = false;
    for (std::size_t i = 0; i < words; ++i)
      for (std::uint64_t rest = near.word[i]; rest != 0; rest &= rest - 1) {
        const std::size_t line = i * lines_per_word + static_cast<std::size_t>(std::countr_zero(rest)) / 5;
        const int missing = std::countr_zero(lines_[line] & ~own(board));
        for (const Completion& by : completions_[line * max_cells + static_cast<std::size_t>(missing)]) {
          if ((by.source & ~own(board)) != 0 || (by.taken & ~opponent(board)) == 0) continue;
          if (!checked) {
            checked = true;
            may_complete_theirs = double_line_loses_ && lines_short_of(counts(opponent(board)), 1).any();
          }
          if (!may_complete_theirs || completes_hers_alone(board, by)) return true;
        }
      }
    return false;
  }
  bool wins_at_once(Board board) const { return wins_at_once(board, lines_short_of(counts(own(board)), 1)); }

 private:
  static constexpr std::uint64_t ones = 0x0084'2108'4210'8421;  // a one for each line
  static_assert(std::popcount(ones) == lines_per_word);

  struct Push {
    Bits segment = 0;
    Bits inserted = 0;  ///< In the half of the player to move.
  };
  /// How a line that lacks one cube is completed: `source`, a cell or none, must be the player's, and one of
  /// `taken` must not be the opponent's.
  struct Completion {
    Cells source = 0;
    Cells taken = 0;
    std::size_t direction = 0;
  };
  /// For one line and missing cell: at most one completion for each direction.
  struct Completions {
    std::array<Completion, 4> by;
    std::size_t size = 0;
    const Completion* begin() const { return by.data(); }
    const Completion* end() const { return by.data() + size; }
  };

  /// For each line.
  std::uint64_t progress(std::uint64_t counts) const {
    const auto at_least = [&](int missing) {
      return (counts + ones * static_cast<std::uint64_t>(16 - line_ + missing)) >> 4 & ones;
    };
    return at_least(3) * 2 + at_least(2) * 5 + at_least(1) * 7;
  }

  std::size_t direction_of(int shift) const {
    std::size_t d = 0;
    while (shift_[d] != shift) ++d;
    return d;
  }
  /// Each cell shows what its neighbour holds, the one away from the inserted end.
  Cells away(Cells cells, std::size_t direction) const {
    return shift_[direction] > 0 ? cells >> shift_[direction] : cells << -shift_[direction];
  }
  Counts count_each_line(Cells cells) const;
  void list_pushes(const Geometry& geometry);
  void list_completions(const Geometry& geometry);
  bool completes_hers_alone(Board board, const Completion& by) const;

  std::array<Counts, 512> low_, middle_;
  std::array<Counts, 1 << (max_cells - 18)> high_;
  int line_;
  bool double_line_loses_;
  std::array<int, 4> shift_;
  std::array<Cells, 4> takeable_{};
  std::array<Cells, 4> has_next_{};
  std::array<std::array<Push, max_cells>, 4> pushes_{};
  std::vector<Cells> lines_;
  std::vector<Completions> completions_;
};

extern template class Boards<1>;
extern template class Boards<2>;
extern template class Boards<3>;
extern template class Boards<6>;
extern template class Boards<8>;

}  // namespace quixo::search
