// SPDX-License-Identifier: MIT
//
// How the values of a layer are packed. The layer's bitmaps (one bit a position, cube after cube, each cube
// at least one word) are cut into blocks of 1,024 words, 65,536 slots. A block has two independent parts:
//
//   outcomes   two bits a slot: 0 draw, 1 win, 2 loss
//   distances  of the won positions, ordered by the number of the player's own cubes, then by slot. Left out
//              is what the rules say at once: positions that are over, and wins in one move. Losses are left
//              out too: all children of a lost position are won, and it is one move longer than the longest.
//
// Positions with equally many cubes on either side have similar distances, so a part of the list that shares
// this number has an entropy code of its own; docs/format.md has the measurements behind all this.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cube/axis_map.h"
#include "layout/layer_shape.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace quixo::table {

using cube::Word;
using Bytes = std::vector<std::uint8_t>;
using Distance = std::uint16_t;

/// Calls visit(word, bits) for the slots set in a block's bitmap in the order of the distance list: by the
/// number of own cubes, then by slot; next() after each number, the last one too.
template <class Visit, class Next>
void for_each_class(const LayerShape& shape, std::size_t block, const Word* bitmap, Visit&& visit,
                    Next&& next) {
  const std::size_t words = shape.words_in(block);
  std::array<std::uint8_t, block_words> ones;  // of the word's own number
  int least = 64;
  int most = 0;
  for (std::size_t word = 0; word < words; ++word) {
    ones[word] = static_cast<std::uint8_t>(std::popcount(shape.word_in_bitmap(block, word)));
    least = std::min<int>(least, ones[word]);
    most = std::max<int>(most, ones[word]);
  }
  for (int own = least; own <= most + 6; ++own) {
    for (std::size_t word = 0; word < words; ++word) {
      const int rest = own - ones[word];
      if (rest < 0 || rest > 6) continue;
      if (const Word bits = bitmap[word] & cube::bits_by_ones[static_cast<std::size_t>(rest)])
        visit(word, bits);
    }
    next();
  }
}

/// Where the distance of a slot is in the list of the block, which has those set in `listed`.
std::size_t rank_in_list(const LayerShape& shape, std::size_t block, const Word* listed, std::size_t slot);

/// Two bits a slot.
void pack_outcomes(const Word* win, const Word* loss, std::size_t words, Bytes& packed);
void unpack_outcomes(std::span<const std::uint8_t> packed, Word* win, Word* loss);
/// 0 draw, 1 win, 2 loss.
inline int packed_outcome(std::span<const std::uint8_t> packed, std::size_t slot) {
  return packed[slot / 4] >> slot % 4 * 2 & 3;
}

/// The list of distances: low bytes, then, when `wide`, high bytes. `run_ends` gets the places among the low
/// bytes where a number of own cubes ends and the run is long enough for an entropy code of its own. What
/// comes after the last of them, all high bytes included, is one run.
void pack_distances(const LayerShape& shape, std::size_t block, const Word* listed, const Distance* distances,
                    bool wide, Bytes& packed, std::vector<std::size_t>& run_ends);
void unpack_distances(const LayerShape& shape, std::size_t block, const Word* listed,
                      std::span<const std::uint8_t> packed, bool wide, Distance* distances);
/// The distance at a place in the list.
inline Distance packed_distance(std::span<const std::uint8_t> packed, bool wide, std::size_t place) {
  return static_cast<Distance>(wide ? packed[place] | packed[packed.size() / 2 + place] << 8 : packed[place]);
}

/// Compresses and decompresses blocks; one per thread.
class Compressor {
 public:
  Compressor();
  ~Compressor();
  Compressor(Compressor&&) noexcept = default;

  /// A part of a block as one zstd frame; distances start a new entropy code at the ends of runs.
  void compress_outcomes(std::span<const std::uint8_t> packed, Bytes& code);
  void compress_distances(std::span<const std::uint8_t> packed, std::span<const std::size_t> run_ends,
                          Bytes& code);

  /// Returns false when the code is damaged.
  bool decompress(std::span<const std::uint8_t> code, Bytes& packed);

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, Free> outcomes_;
  std::unique_ptr<ZSTD_CCtx_s, Free> distances_;
  std::unique_ptr<ZSTD_DCtx_s, Free> decompressor_;
};

}  // namespace quixo::table
