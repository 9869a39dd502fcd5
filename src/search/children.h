// SPDX-License-Identifier: MIT
//
// The moves of a position and the positions they lead to, those that are the same but for a symmetry once:
// on the empty 5x5 board 44 moves lead to 3.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

#include "game/play.h"
#include "quixo/known.h"

namespace quixo::search {

class Children {
 public:
  Children(const Geometry& geometry, Position position) {
    for_each_child(geometry, position, [&](const Slide& slide, Position child) {
      const Position image = canonical(geometry, child);
      // There are few: a map would take longer.
      child_of_.push_back(
          static_cast<std::size_t>(std::ranges::find(different_, image) - different_.begin()));
      if (child_of_.back() == different_.size()) different_.push_back(image);
      moves_.push_back({slide.move, child, {}});
    });
  }

  /// One for each symmetry class.
  const std::vector<Position>& different() const { return different_; }

  /// The moves, best first, given what is known of the different positions.
  std::vector<KnownMove> moves(const std::vector<Known>& known) const {
    assert(known.size() == different_.size());
    std::vector<KnownMove> moves = moves_;
    for (std::size_t i = 0; i < moves.size(); ++i) moves[i].known = known_of_move(known[child_of_[i]]);
    std::ranges::stable_sort(
        moves, [](const Known& one, const Known& two) { return is_better(one, two); }, &KnownMove::known);
    return moves;
  }

 private:
  std::vector<KnownMove> moves_;
  std::vector<Position> different_;
  std::vector<std::size_t> child_of_;  ///< For each move.
};

}  // namespace quixo::search
