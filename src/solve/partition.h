// SPDX-License-Identifier: MIT
//
// Which bitmaps of a layer belong to which peer: a range for each, in the layout's order, which has the
// interior first. Most moves slide along the border and so lead to the same interior, in the same layer or in
// the one above. Ranges are therefore cut between interiors where they can be, and at the same interior in
// neighbouring layers, as long as no peer has much more to do than another:
//
//   layer 18:   | interiors 0 to 41    | interiors 42 to 101      |      two peers, cut before interior 42
//   layer 17:   | interiors 0 to 41     | interiors 42 to 101    |       again, though not quite in halves
//
// Counted on 5x5, layer 17: of the moves of own cubes 6, 17 and 28 % leave the range when there are 2, 8 and
// 64 peers, against 33, 61 and 66 % with occupancies spread by a hash. Of the moves of blanks 14, 60 and 97 %
// do: there the same interior is seldom possible. The more cubes, the more of the interior is full, so the
// first half of layer 17 ends with interior 0x7f, behind which layer 18 has 59 % and not a half.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/peers.h"
#include "cube/plane.h"
#include "layout/layer_shape.h"
#include "layout/layout.h"

namespace quixo::solve {

class Partition {
 public:
  Partition() = default;
  explicit Partition(std::vector<std::size_t> begins) : begins_(std::move(begins)) {
    assert(begins_.size() >= 2 && std::ranges::is_sorted(begins_));
  }

  int peers() const { return static_cast<int>(begins_.size()) - 1; }
  BitmapRange range(int peer) const {
    const auto at = static_cast<std::size_t>(peer);
    assert(at + 1 < begins_.size());
    return {begins_[at], begins_[at + 1]};
  }
  int owner(std::size_t bitmap) const {
    assert(bitmap < begins_.back());
    return static_cast<int>(std::ranges::upper_bound(begins_, bitmap) - begins_.begin()) - 1;
  }
  /// The size of the largest range.
  std::size_t most() const;

 private:
  std::vector<std::size_t> begins_;  // of each peer; then the end
};

/// How far from an even share the end of a range may be, for the sake of the interiors: a part of a share.
constexpr double partition_tolerance = 0.04;

/// The partitions of all layers, from 0 cubes up. Ranges are made of whole units (layout/layer_shape.h).
std::vector<Partition> make_partitions(const Layout& layout, int peers);

/// A game shared out among peers, as one of them sees it.
class Sharing {
 public:
  /// The peers must outlive it.
  Sharing(const Layout& layout, Peers& peers)
      : peers_(peers), partitions_(make_partitions(layout, peers.size())) {}

  Peers& peers() const { return peers_; }
  const Partition& partition(int layer) const {
    assert(layer >= 0 && static_cast<std::size_t>(layer) < partitions_.size());
    return partitions_[static_cast<std::size_t>(layer)];
  }
  /// The bitmaps of this peer.
  BitmapRange range(int layer) const { return partition(layer).range(peers_.self()); }
  /// Memory that held copies of others' bitmaps, for the next that does. For one thread at a time.
  std::vector<cube::Plane>& spare_memory() const { return spare_memory_; }

 private:
  Peers& peers_;
  std::vector<Partition> partitions_;
  mutable std::vector<cube::Plane> spare_memory_;
};

}  // namespace quixo::solve
