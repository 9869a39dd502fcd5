// SPDX-License-Identifier: MIT
//
// A layer as a sequence of slots, and how slots, words, blocks and bitmaps count one another. This is all the
// arithmetic between them; nobody else does it by hand.
//
//   slot    one bit, the place of one position
//   word    64 slots
//   bitmap  the positions of one occupancy, 2^layer of them; it takes at least one word, so that in layers
//           0 to 5 some slots of a word hold no position
//   block   1,024 words, 65,536 slots: what a table compresses at a time. Small bitmaps share a block, large
//           ones have several; the last block of a layer may be shorter
//   unit    a block, or a bitmap when that is larger: the least part of a layer that holds whole blocks and
//           whole bitmaps
//
//   layer 15, 3 bitmaps:   | bitmap 0 | bitmap 1 | bitmap 2 |          512 words each
//                          |       block 0       |  block 1 |
//   layer 17, 2 bitmaps:   |      bitmap 0       |      bitmap 1       |    2,048 words each
//                          | block 0  | block 1  | block 2  | block 3  |
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "cube/axis_map.h"

namespace quixo {

constexpr std::size_t word_slots = 64;
constexpr std::size_t block_words = 1024;
constexpr std::size_t block_slots = block_words * word_slots;

/// Some bitmaps of a layer, one behind the other.
struct BitmapRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
  bool holds(std::size_t bitmap) const { return bitmap - begin < end - begin; }
  bool operator==(const BitmapRange&) const = default;
};

struct LayerShape {
  int layer = 0;            ///< The number of cubes on the board, and of axes of a bitmap.
  std::size_t bitmaps = 0;  ///< Stored occupancies.

  std::size_t bitmap_words() const { return cube::words_of(layer); }
  std::size_t bitmap_slots() const { return bitmap_words() * word_slots; }
  /// The first slots of a bitmap hold its positions; in layers 0 to 5 there are more slots.
  std::size_t bitmap_positions() const { return std::size_t{1} << layer; }
  std::size_t words() const { return bitmaps * bitmap_words(); }
  BitmapRange all_bitmaps() const { return {0, bitmaps}; }
  /// Stored positions.
  std::uint64_t positions() const { return std::uint64_t{bitmaps} << layer; }

  std::size_t blocks() const { return (words() + block_words - 1) / block_words; }
  std::size_t words_in(std::size_t block) const {
    assert(block < blocks());
    return std::min(block_words, words() - block * block_words);
  }
  std::size_t slots_in(std::size_t block) const { return words_in(block) * word_slots; }
  /// At least 1: small bitmaps share a block.
  std::size_t blocks_of_bitmap() const { return (bitmap_words() + block_words - 1) / block_words; }

  /// The bitmap that a word of a block belongs to, and which word of the bitmap it is.
  std::size_t bitmap_at(std::size_t block, std::size_t word) const {
    assert(word < words_in(block));
    return (block * block_words + word) / bitmap_words();
  }
  std::size_t word_in_bitmap(std::size_t block, std::size_t word) const {
    assert(word < words_in(block));
    return (block * block_words + word) & (bitmap_words() - 1);
  }

  /// The number of a stored position when only these count, without the slots that hold none.
  std::size_t position_number(std::size_t bitmap, std::size_t bit) const {
    assert(bitmap < bitmaps && bit < bitmap_positions());
    return bitmap << layer | bit;
  }

  /// Where the bit of a bitmap is.
  struct Slot {
    std::size_t block = 0;
    std::size_t in_block = 0;
  };
  Slot slot_of(std::size_t bitmap, std::size_t bit) const {
    assert(bitmap < bitmaps && bit < bitmap_positions());
    const std::size_t slot = bitmap * bitmap_slots() + bit;
    return {slot / block_slots, slot % block_slots};
  }

  std::size_t unit_slots() const { return std::max(block_slots, bitmap_slots()); }
  std::size_t unit_words() const { return unit_slots() / word_slots; }
  /// The last unit may have fewer bitmaps, in a shorter block, but never fewer blocks.
  std::size_t units() const { return (words() + unit_words() - 1) / unit_words(); }
  std::size_t blocks_of_unit() const { return unit_slots() / block_slots; }
  std::size_t bitmaps_of_unit() const { return unit_slots() / bitmap_slots(); }
  std::uint64_t positions_of_unit() const { return std::uint64_t{bitmaps_of_unit()} << layer; }
  std::size_t unit_of(std::size_t bitmap) const {
    assert(bitmap < bitmaps);
    return bitmap / bitmaps_of_unit();
  }
  std::size_t slot_in_unit(std::size_t bitmap) const { return bitmap % bitmaps_of_unit() * bitmap_slots(); }

  bool operator==(const LayerShape&) const = default;
};

/// How many bitmaps of a layer are worked on together: enough to keep all threads busy, few enough to stay
/// near the cache.
constexpr std::size_t bitmaps_per_batch(int layer, int threads = 1) {
  constexpr std::size_t batch_words = 1 << 20;  // 8 MiB
  constexpr std::size_t per_thread = 4;         // where bitmaps are large
  const std::size_t bitmap_words = cube::words_of(layer);
  assert(bitmap_words > 0);
  return std::max(
      {batch_words / bitmap_words, std::size_t{8}, per_thread * static_cast<std::size_t>(threads)});
}

/// Calls visit(bitmap, its first word in the block, the number of its words in the block, where these begin
/// in the block) for the bitmaps of a block: several whole ones, or a part of a large one.
template <class Visit>
void for_each_bitmap(const LayerShape& shape, std::size_t block, const Visit& visit) {
  const std::size_t words = shape.words_in(block);
  const std::size_t count = std::min(words, shape.bitmap_words());
  assert(words % count == 0);
  for (std::size_t first = 0; first < words; first += count)
    visit(shape.bitmap_at(block, first), shape.word_in_bitmap(block, first), count, first);
}

/// Calls visit(bitmap) for the bitmaps of a unit.
template <class Visit>
void for_each_bitmap_of_unit(const LayerShape& shape, std::size_t unit, const Visit& visit) {
  assert(unit < shape.units());
  const std::size_t end = std::min((unit + 1) * shape.bitmaps_of_unit(), shape.bitmaps);
  for (std::size_t bitmap = unit * shape.bitmaps_of_unit(); bitmap < end; ++bitmap)
    visit(static_cast<std::uint32_t>(bitmap));
}

}  // namespace quixo
