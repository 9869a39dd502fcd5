// SPDX-License-Identifier: MIT
//
// What a search has proved of positions: a hash table of bounds. They speak of a number of moves and not of
// the way to a position, so they hold wherever it comes up again. The whole board is kept and compared: an
// entry is never taken for another position's, and what it says changes the time of a search but not its
// result.
//
// The sixty bits of a board, times an odd number, modulo 2^60, are another number of sixty bits, and no other
// board has the same. Its highest bits say in which bucket the entry is, its lowest fifty are in the entry:
// together they are the whole board, and there is room for the bounds.
//
//   bit   63  62  61      56 55      50 49                                         0
//        +---+---+----------+----------+--------------------------------------------+
//        |   |   |  second  |  first   |     of the number that stands for the board |
//        +---+---+----------+----------+--------------------------------------------+
//
//   bits 63, 62 are     first is      second is
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
  explicit Proven(int size_bits) : shift_(60 - size_bits + 2), buckets_(std::size_t{1} << (size_bits - 2)) {
    assert(size_bits >= least_size_bits && size_bits < 32);
  }

  /// With fewer, buckets and entries together would not hold the whole board.
  static constexpr int least_size_bits = 12;

  Bounds find(Board board) const {
    const std::uint64_t number = number_of(board);
    for (const std::uint64_t entry : buckets_[static_cast<std::size_t>(number >> shift_)].entries)
      if (is_of(entry, number)) return unpack(entry);
    return {};
  }

  /// change(bounds) adds to what is known. Of four positions the one with the nearest bounds makes room.
  template <class Change>
  void update(Board board, Change&& change) {
    const std::uint64_t number = number_of(board);
    std::array<std::uint64_t, 4>& entries = buckets_[static_cast<std::size_t>(number >> shift_)].entries;
    const auto is_here = [&](std::uint64_t entry) { return is_of(entry, number); };
    std::uint64_t* const at = std::find_if(entries.data(), entries.data() + entries.size(), is_here);
    const bool found = at != entries.data() + entries.size();
    Bounds bounds = found ? unpack(*at) : Bounds{};
    change(bounds);
    (found ? *at : *std::ranges::min_element(entries, {}, &Proven::worth)) =
        (number & in_entry) | pack(bounds);
  }

 private:
  /// Never in two cache lines.
  struct alignas(32) Bucket {
    std::array<std::uint64_t, 4> entries{};
  };
  static constexpr std::uint64_t in_entry = (std::uint64_t{1} << 50) - 1;
  static_assert(2 * max_cells <= 60 && 60 - (least_size_bits - 2) == 50);

  static std::uint64_t number_of(Board board) {
    constexpr std::uint64_t low_half = (std::uint64_t{1} << 30) - 1;
    const std::uint64_t cells = (board & low_half) | (board >> 2 & low_half << 30);
    return cells * 0x9e37'79b9'7f4a'7c15 & ((std::uint64_t{1} << 60) - 1);
  }
  static bool is_of(std::uint64_t entry, std::uint64_t number) { return ((entry ^ number) & in_entry) == 0; }

  static std::uint64_t pack(const Bounds& bounds) {
    assert(bounds.win == Bounds::never || bounds.loss == Bounds::never);
    const auto word = [](int first, int second) {
      return static_cast<std::uint64_t>(first) << 50 | static_cast<std::uint64_t>(second) << 56;
    };
    if (bounds.win != Bounds::never) return word(bounds.no_win, bounds.win) | std::uint64_t{1} << 62;
    if (bounds.loss != Bounds::never) return word(bounds.no_loss, bounds.loss) | std::uint64_t{1} << 63;
    return word(bounds.no_win, bounds.no_loss);
  }
  static Bounds unpack(std::uint64_t entry) {
    const int first = static_cast<int>(entry >> 50 & 63);
    const int second = static_cast<int>(entry >> 56 & 63);
    if ((entry >> 62 & 1) != 0) return {first, second, Bounds::never, Bounds::never};
    if ((entry >> 63 & 1) != 0) return {Bounds::never, Bounds::never, first, second};
    return {first, Bounds::never, second, Bounds::never};
  }
  static std::uint64_t worth(std::uint64_t entry) { return std::max(entry >> 50 & 63, entry >> 56 & 63); }

  int shift_;
  std::vector<Bucket> buckets_;
};

}  // namespace quixo::search
