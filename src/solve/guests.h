// SPDX-License-Identifier: MIT
//
// Copies of bitmaps that other peers own. A batch of work says beforehand which it will read; they are
// fetched while the batch before is worked on, small ones of one owner in one message, large ones each in its
// own. A copy stays until its place is wanted, since neighbouring batches read much the same. It may be older
// than the bitmap it was made of: whoever reads one must do with that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/peers.h"
#include "solve/partition.h"
#include "solve/planes.h"

namespace quixo::solve {

class Guests {
 public:
  /// With places for so many bytes of copies, or more when two batches want more, in segments of so many
  /// bytes. What it is made of must outlive it.
  Guests(const Sharing& sharing, const LayerShape& shape, std::size_t most_bytes,
         std::size_t segment_bytes = 16 << 20);
  /// Leaves its memory to the next.
  ~Guests();
  Guests(const Guests&) = delete;
  Guests& operator=(const Guests&) = delete;

  /// From now on copies are of these planes, the same at every peer, as they are when they are fetched. What
  /// was there before is gone.
  void open(std::vector<const OwnPlane*> planes);

  /// Has copies of these bitmaps made, unless they are there, or this peer owns them. Takes the places only
  /// of copies that neither this nor the last call wanted, so other threads may read those meanwhile. All
  /// peers must call it.
  void fetch(std::vector<std::uint32_t> wanted);

  /// The copy of a bitmap that the last call, or the one before it, wanted.
  ConstOwnBitmap copy(std::size_t plane, std::size_t bitmap) const {
    assert(place_of_[bitmap] != nowhere);
    const std::size_t slot = slot_of(place_of_[bitmap], plane);
    return memory_[slot / per_segment_][slot % per_segment_];
  }

 private:
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  /// A place for a copy, perhaps of another one.
  std::size_t find_place();
  OwnPlane new_segment();
  /// The copies of all planes of a bitmap lie together.
  std::size_t slot_of(std::size_t place, std::size_t plane) const {
    assert(plane < planes_.size());
    return place * planes_.size() + plane;
  }

  const Sharing& sharing_;
  const Partition& partition_;
  LayerShape shape_;
  Peers& peers_;
  std::size_t most_bytes_;
  std::vector<const OwnPlane*> planes_;
  std::size_t per_segment_;  // slots
  std::size_t most_places_ = 1;
  std::vector<OwnPlane> memory_;           // segments of slots, a bitmap each; read while it grows
  std::vector<std::uint32_t> place_of_;    // by bitmap
  std::vector<std::uint32_t> guest_at_;    // by place
  std::vector<std::uint64_t> last_fetch_;  // by place: the last that wanted it
  std::size_t next_ = 0;                   // the place that may be taken next
  std::size_t looked_at_ = 0;              // places, for a copy of the last fetch
  std::uint64_t fetches_ = 1;
};

/// A plane of which each peer has a range: a bitmap of this peer's own, or its copy.
class SharedPlane {
 public:
  SharedPlane(const OwnPlane& plane, BitmapRange range, const Guests& guests, std::size_t number)
      : plane_(&plane), range_(range), guests_(&guests), number_(number) {}

  ConstOwnBitmap operator[](std::size_t bitmap) const {
    return range_.holds(bitmap) ? (*plane_)[bitmap] : guests_->copy(number_, bitmap);
  }

 private:
  const OwnPlane* plane_;
  BitmapRange range_;
  const Guests* guests_;
  std::size_t number_;  // among the planes that are open
};

}  // namespace quixo::solve
