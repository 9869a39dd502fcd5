// SPDX-License-Identifier: MIT
//
// How the values of a layer are packed. The layer's bitmaps are cut into blocks of 1,024 words, 65,536 slots
// (layout/layer_shape.h). A block has two independent parts:
//
//   outcomes   two bits a slot: 0 draw, 1 win, 2 loss
//   distances  of the won positions, sorted by the number of the player's own cubes, then by slot. Left out
//              is what the rules say at once: positions that are over, and wins in one move. Losses are left
//              out too: all children of a lost position are won, and it is one move longer than the longest.
//
// Positions with the same numbers of cubes have similar distances, so each such run of the list has an
// entropy code of its own; docs/format.md has the measurements behind all this.
//
// Example, layer 2 with two occupancies, a word each: wins with distances at slots 0b00 and 0b11 of the
// first bitmap and at 0b01 of the second. By own cubes they are 0, 2 and 1, so the list is the distance of
// the first, the third, the second.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cube/axis_map.h"
#include "layout/layer_shape.h"
#include "quixo/rules.h"

namespace quixo::table {

using cube::Word;
using Bytes = std::vector<std::uint8_t>;
using Distance = std::uint16_t;

enum class Part : std::uint8_t { outcomes, distances };

/// Two bits a slot.
constexpr std::size_t outcome_bytes_per_word = word_slots * 2 / 8;

/// The outcomes of some words of a block, whose bitmaps are by the own index.
void pack_outcomes(const Word* win, const Word* loss, std::size_t words, Bytes& packed);
void unpack_outcomes(std::span<const std::uint8_t> packed, Word* win, Word* loss);
/// 0 draw, 1 win, 2 loss.
inline int packed_outcome(std::span<const std::uint8_t> packed, std::size_t slot) {
  assert(slot / 4 < packed.size());
  return packed[slot / 4] >> slot % 4 * 2 & 3;
}

/// The list of distances: low bytes, then, when `wide`, high bytes. `run_ends` gets the places among the low
/// bytes where a number of own cubes ends and the run is long enough for an entropy code of its own. What
/// comes after the last of them, all high bytes included, is one run.
void pack_distances(const LayerShape& shape, std::size_t block, const Word* listed, const Distance* distances,
                    bool wide, Bytes& packed, std::vector<std::size_t>& run_ends);
/// The distance at a place in the list.
inline Distance packed_distance(std::span<const std::uint8_t> packed, bool wide, std::size_t place) {
  assert(place < packed.size() / (wide ? 2 : 1));
  return static_cast<Distance>(wide ? packed[place] | packed[packed.size() / 2 + place] << 8 : packed[place]);
}

/// How many of the slots set in a word have 0, 1, ... 6 ones in their number: a byte for each, the lowest
/// first.
inline std::uint64_t count_by_ones(Word slots) {
  // Of the slots set in a byte, that is of slots whose higher three digits are the same.
  static constexpr std::array<std::uint32_t, 256> of_byte = [] {
    std::array<std::uint32_t, 256> counts{};
    for (unsigned byte = 0; byte < 256; ++byte)
      for (unsigned slot = 0; slot < 8; ++slot)
        if (byte >> slot & 1) counts[byte] += 1U << 8 * std::popcount(slot);
    return counts;
  }();
  std::uint64_t counts = 0;
  for (unsigned byte = 0; byte < 8; ++byte)
    counts += std::uint64_t{of_byte[slots >> 8 * byte & 255]} << 8 * std::popcount(byte);
  return counts;
}

/// The ones in the number of each slot of a word.
inline constexpr std::array<std::uint8_t, word_slots> ones_of_slot = [] {
  std::array<std::uint8_t, word_slots> ones{};
  for (unsigned slot = 0; slot < word_slots; ++slot)
    ones[slot] = static_cast<std::uint8_t>(std::popcount(slot));
  return ones;
}();

/// Where the words of a block find their distances in its list.
struct ListPlaces {
  ListPlaces(const LayerShape& shape, std::size_t block, const Word* listed);

  std::array<std::uint8_t, block_words> ones;     ///< Own cubes of the first slot of each word.
  std::array<std::size_t, max_cells + 2> next{};  ///< The place of the next distance, by own cubes.
};

/// Calls visit(slot, distance) for the slots set in `listed`, ascending: the list is read at as many places
/// at a time as there are numbers of own cubes.
template <class Visit>
void for_each_distance(const LayerShape& shape, std::size_t block, const Word* listed,
                       std::span<const std::uint8_t> packed, bool wide, const Visit& visit) {
  ListPlaces places(shape, block, listed);
  const std::size_t words = shape.words_in(block);
  for (std::size_t word = 0; word < words; ++word) {
    std::size_t* next = places.next.data() + places.ones[word];
    for (Word rest = listed[word]; rest != 0; rest &= rest - 1) {
      const auto slot = static_cast<std::size_t>(std::countr_zero(rest));
      visit(word * word_slots + slot, packed_distance(packed, wide, next[ones_of_slot[slot]]++));
    }
  }
}

}  // namespace quixo::table
