// SPDX-License-Identifier: MIT
//
// The moves of some bitmaps of a layer with a plan for each, for who combines the same bitmaps again and
// again. Moves of different occupancies often permute axes in the same way: in layer 14 of 5x5 25 million
// moves have 650,000 plans, and 10,000 of these are those of 86 % of the moves. Each plan is there once, so
// what is wanted of them stays in a cache.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/workers.h"
#include "cube/kernel.h"
#include "layout/layout.h"
#include "solve/bitmaps.h"
#include "solve/partition.h"

namespace quixo::solve {

/// Plans by number.
class Plans {
 public:
  /// Makes the plans of many maps on all threads: each once, and its number for every map.
  class Maker;

  const cube::Plan& operator[](std::uint32_t number) const { return parts_[number % parts][number / parts]; }

 private:
  static constexpr std::size_t parts = 64;  // so many threads do not wait for each other

  std::array<std::vector<cube::Plan>, parts> parts_;
};

/// The moves of one bitmap, first those that take a blank.
class PlannedMoves {
 public:
  PlannedMoves(std::span<const Layout::Edge> edges, const std::uint32_t* plan_numbers, std::size_t blanks,
               const Plans& plans)
      : edges_(edges), plan_numbers_(plan_numbers), blanks_(blanks), plans_(&plans) {}

  std::size_t size() const { return edges_.size(); }
  const Layout::Edge& edge(std::size_t move) const { return edges_[move]; }
  void combine(std::size_t move, ConstOwnBitmap child, OpponentBitmap parents) const {
    solve::combine((*plans_)[plan_numbers_[move]], child, parents);
  }
  /// Ahead of combine(), if there is a child: what it reads first.
  void prefetch(std::size_t move, ConstOwnBitmap child) const {
    constexpr std::size_t line = 64;
    const auto* plan = reinterpret_cast<const std::uint8_t*>(&(*plans_)[plan_numbers_[move]]);
    __builtin_prefetch(plan);
    __builtin_prefetch(plan + line);
    __builtin_prefetch(child.words());
  }
  /// Whether the child is in the layer above.
  bool takes_blank(std::size_t move) const { return move < blanks_; }

  /// Those that take a blank, and those that take an own cube.
  PlannedMoves blank_moves() const { return {edges_.first(blanks_), plan_numbers_, blanks_, *plans_}; }
  PlannedMoves own_moves() const { return {edges_.subspan(blanks_), plan_numbers_ + blanks_, 0, *plans_}; }

 private:
  std::span<const Layout::Edge> edges_;
  const std::uint32_t* plan_numbers_;
  std::size_t blanks_;
  const Plans* plans_;
};

/// The moves of all bitmaps of a range, which all have as many.
class LayerMoves {
 public:
  LayerMoves(const Layout& layout, int layer, BitmapRange bitmaps, Workers& workers);

  PlannedMoves operator[](std::size_t bitmap) const {
    const std::size_t number = bitmap - bitmaps_.begin;
    const std::size_t first = number * per_bitmap_;
    return {{&edges_[first], per_bitmap_}, &plan_numbers_[first], blanks_[number], plans_};
  }

 private:
  BitmapRange bitmaps_;
  std::size_t per_bitmap_;
  std::vector<Layout::Edge> edges_;
  std::vector<std::uint32_t> plan_numbers_;  // apart, since the steps that go position by position want none
  std::vector<std::uint8_t> blanks_;         // by bitmap, how many moves take one
  Plans plans_;
};

}  // namespace quixo::solve
