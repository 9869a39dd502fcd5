// SPDX-License-Identifier: MIT
//
// How soon a player can win at best, from her cubes alone: an admissible bound for the search.
//
// The relaxed game forgets the defender's cubes. The attacker may take any cell of the border, also those
// that hold the defender's cubes in the real game, and nothing but a line of hers ends it. The defender keeps
// all his moves: what he may take (all that is not the attacker's) and what his move does to the attacker's
// cubes depend on these alone. So whoever cannot win the relaxed game within n moves cannot win the real one,
// whatever a double line means.
//
// A state is the set of the attacker's cubes: 2^25 of them on 5x5, a bitmap with an axis for each cell. A
// move permutes the axes and fixes one, so that the kernels of src/cube solve it, level by level:
//
//   closing   over, or the attacker, to move, wins within 2k + 1 moves: she has a move to `lost` of level k
//   lost      over, or the defender, to move, loses within 2k + 2 moves: all his moves lead to `closing`
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <vector>

#include "cube/axis_map.h"
#include "cube/kernel.h"
#include "cube/plane.h"
#include "game/geometry.h"

namespace quixo::search {

/// Any number of threads may use one.
class RelaxedGame {
 public:
  explicit RelaxedGame(Geometry geometry);

  /// The one that all searches of these rules share: made by the first of them, freed with the last of them
  /// unless it was the one asked for last.
  static std::shared_ptr<RelaxedGame> shared(const Geometry& geometry);

  int cells() const { return geometry_.cells(); }

  /// Up to here the bound says something: as far as memory_limit allows, 16 moves on 5x5. Nowhere on larger
  /// boards, for which there is relaxed_search.h.
  int farthest() const { return 2 * levels_; }

  /// Makes sure that may_lose() can be asked about n moves, and fewer.
  void extend(int n);

  /// Whether a defender who is to move against these cubes, which hold no line, may lose within n moves,
  /// n >= 1. Always true beyond farthest().
  bool may_lose(Cells attacker, int n) const {
    assert(n >= 1);
    const auto level = static_cast<std::size_t>(n + 1) / 2;
    if (level > static_cast<std::size_t>(levels_)) return true;
    assert(static_cast<int>(level) <= solved_.load());
    return lost_[level][attacker >> cube::word_axes] >> (attacker & 63) & 1;
  }

  /// Whether a real position can be won in two moves and not in one: the opponent cannot but complete a line
  /// of the player. If there is none, every win takes an odd number of moves, and every loss an even one but
  /// for those in one move. (When a double line loses; if there is none then, there is none when it wins.)
  /// Where it would take long to find out, the answer is yes, which is never wrong to assume.
  bool has_wins_in_two() const { return has_wins_in_two_; }

  /// For all levels together.
  static constexpr std::size_t memory_limit = std::size_t{32} << 20;
  static constexpr int most_levels = 20;
  static constexpr int fewest_levels = 8;

 private:
  struct Take {
    Cell cell = 0;
    std::vector<cube::Plan> moves;  ///< That take the cube of this cell.
  };

  int axes() const { return cells(); }
  std::size_t words() const { return cube::words_of(axes()); }
  cube::Plane new_plane() const { return {1, axes()}; }

  bool find_win_in_two() const;
  /// Makes what the levels are made of.
  void begin();
  void add_attackers_wins(const cube::Plane& lost);
  cube::Plane defenders_losses(const cube::Plane& closing_reversed) const;

  Geometry geometry_;
  bool has_wins_in_two_;
  int levels_ = 0;

  std::mutex extending_;
  std::atomic<int> solved_ = 0;
  std::vector<Take> takes_;
  cube::Plane closing_;  ///< By the complement of the set, as the attacker's moves want it.
  std::vector<cube::Plane> planes_;
  std::array<const cube::Word*, most_levels + 1> lost_{};  ///< [0]: over.
};

}  // namespace quixo::search
