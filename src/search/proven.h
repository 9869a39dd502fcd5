// SPDX-License-Identifier: MIT
//
// What a search has proved of positions: a hash table of bounds. They speak of a number of moves and not of
// the way to a position, so they hold wherever it comes up again. The whole board is kept and compared: an
// entry is never taken for another position's, and what it says changes the time of a search but not its
// result.
//
// An entry is a word, the board and what its halves leave free:
//
//   bit   63  62      57 56               32 31  30      25 24                0
//        +---+----------+-------------------+---+----------+-------------------+
//        |   |  second  |        own        |   |  first   |     opponent      |
//        +---+----------+-------------------+---+----------+-------------------+
//
//   bits 63, 31 are     first is      second is
//        0, 0           no win in     no loss in
//        0, 1           no win in     win in
//        1, 0           no loss in    loss in
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/board.h"

namespace quixo::search {

/// Of the player to move. Moves are counted to 62.
struct Bounds {
  static constexpr int never = 63;

  int no_win = 0;   ///< She cannot win within so many moves.
  int win = never;  ///< She wins within so many.
  int no_loss = 0;  ///< The same for losing.
  int loss = never;
};

class Proven {
 public:
  /// Room for 2^size_bits positions.
  explicit Proven(int size_bits) : shift_(64 - size_bits + 2), buckets_(std::size_t{1} << (size_bits - 2)) {
    assert(size_bits >= 3 && size_bits < 32);
  }

  Bounds find(Board board) const {
    for (const std::uint64_t entry : buckets_[place(board)].entries)
      if ((entry & board_bits) == board) return unpack(entry);
    return {};
  }

  /// change(bounds) adds to what is known. Of four positions the one with the nearest bounds makes room.
  template <class Change>
  void update(Board board, Change&& change) {
    std::array<std::uint64_t, 4>& entries = buckets_[place(board)].entries;
    const auto is_here = [&](std::uint64_t entry) { return (entry & board_bits) == board; };
    std::uint64_t* const at = std::find_if(entries.data(), entries.data() + entries.size(), is_here);
    const bool found = at != entries.data() + entries.size();
    Bounds bounds = found ? unpack(*at) : Bounds{};
    change(bounds);
    (found ? *at : *std::ranges::min_element(entries, {}, &Proven::worth)) = board | pack(bounds);
  }

 private:
  /// Never in two cache lines.
  struct alignas(32) Bucket {
    std::array<std::uint64_t, 4> entries{};
  };
  static constexpr std::uint64_t board_bits = 0x01ff'ffff'01ff'ffff;

  static std::uint64_t pack(const Bounds& bounds) {
    assert(bounds.win == Bounds::never || bounds.loss == Bounds::never);
    const auto word = [](int first, int second) {
      return static_cast<std::uint64_t>(first) << 25 | static_cast<std::uint64_t>(second) << 57;
    };
    if (bounds.win != Bounds::never) return word(bounds.no_win, bounds.win) | std::uint64_t{1} << 31;
    if (bounds.loss != Bounds::never) return word(bounds.no_loss, bounds.loss) | std::uint64_t{1} << 63;
    return word(bounds.no_win, bounds.no_loss);
  }
  static Bounds unpack(std::uint64_t entry) {
    const int first = static_cast<int>(entry >> 25 & 63);
    const int second = static_cast<int>(entry >> 57 & 63);
    if ((entry >> 31 & 1) != 0) return {first, second, Bounds::never, Bounds::never};
    if ((entry >> 63 & 1) != 0) return {Bounds::never, Bounds::never, first, second};
    return {first, Bounds::never, second, Bounds::never};
  }
  static std::uint64_t worth(std::uint64_t entry) { return std::max(entry >> 25 & 63, entry >> 57 & 63); }

  std::size_t place(Board board) const {
    return static_cast<std::size_t>(board * 0x9e37'79b9'7f4a'7c15 >> shift_);
  }

  int shift_;
  std::vector<Bucket> buckets_;
};

}  // namespace quixo::search
