// SPDX-License-Identifier: MIT
//
// Planes whose bitmaps know their index, alone or with what is asked about a bitmap far more often than its
// bits: how many there are.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "cube/plane.h"
#include "layout/layer_shape.h"
#include "solve/bitmaps.h"

namespace quixo::solve {

using cube::Plane;

template <class Index>
class IndexedPlane {
 public:
  IndexedPlane() = default;
  /// All zero.
  IndexedPlane(std::size_t bitmaps, int layer) : plane_(bitmaps, layer) {}
  /// Of some bitmaps of a layer, which keep their numbers.
  IndexedPlane(BitmapRange bitmaps, int layer) : IndexedPlane(Plane(bitmaps.size(), layer), bitmaps.begin) {}
  /// With whatever the plane holds; the first of its bitmaps has this number.
  explicit IndexedPlane(Plane plane, std::size_t first = 0) : plane_(std::move(plane)), first_(first) {}

  BitmapRef<Index, Word> operator[](std::size_t bitmap) {
    assert(bitmap >= first_);
    return BitmapRef<Index, Word>(plane_[bitmap - first_]);
  }
  BitmapRef<Index, const Word> operator[](std::size_t bitmap) const {
    assert(bitmap >= first_);
    return BitmapRef<Index, const Word>(plane_[bitmap - first_]);
  }

  const Plane& plane() const { return plane_; }
  /// Gives up the memory.
  Plane release() { return std::exchange(plane_, Plane()); }

 private:
  Plane plane_;
  std::size_t first_ = 0;
};

using OwnPlane = IndexedPlane<OwnIndex>;
using OpponentPlane = IndexedPlane<OpponentIndex>;

/// A plane and how many positions each of its bitmaps holds. Positions only go. Threads may change different
/// bitmaps at once.
template <class Index>
class CountedPlane {
 public:
  CountedPlane() = default;
  CountedPlane(BitmapRange bitmaps, int layer)
      : layer_(layer), first_(bitmaps.begin), plane_(bitmaps, layer), counts_(bitmaps.size()) {}

  void assign(std::size_t bitmap, BitmapRef<Index, const Word> positions) {
    copy(positions, plane_[bitmap], layer_);
    counts_[bitmap - first_] = solve::count(positions, layer_);
  }

  BitmapRef<Index, const Word> operator[](std::size_t bitmap) const { return plane_[bitmap]; }
  const IndexedPlane<Index>& plane() const { return plane_; }
  std::uint32_t count(std::size_t bitmap) const { return counts_[bitmap - first_]; }
  bool is_empty() const {
    return std::ranges::all_of(counts_, [](std::uint32_t count) { return count == 0; });
  }

  /// Calls take(bitmap), which must take away `count` of its positions.
  template <class Take>
  void take(std::size_t bitmap, std::uint64_t count, const Take& take) {
    assert(count <= counts_[bitmap - first_]);
    take(plane_[bitmap]);
    counts_[bitmap - first_] -= static_cast<std::uint32_t>(count);
    assert(counts_[bitmap - first_] == solve::count(plane_[bitmap], layer_));
  }

 private:
  int layer_ = 0;
  std::size_t first_ = 0;
  IndexedPlane<Index> plane_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace quixo::solve
