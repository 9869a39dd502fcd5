// SPDX-License-Identifier: MIT
#include "table/block.h"

#include <cstring>
#include <utility>

#include "cube/bitmap.h"

namespace quixo::table {
namespace {

static_assert(std::endian::native == std::endian::little, "packed words are stored as they are in memory");

// A shorter run pays more for its entropy code than it gains.
constexpr std::size_t least_run = 700;

/// Every other bit, together in the low half.
Word squeeze(Word bits) {
  bits &= 0x5555'5555'5555'5555;
  bits = (bits | bits >> 1) & 0x3333'3333'3333'3333;
  bits = (bits | bits >> 2) & 0x0f0f'0f0f'0f0f'0f0f;
  bits = (bits | bits >> 4) & 0x00ff'00ff'00ff'00ff;
  bits = (bits | bits >> 8) & 0x0000'ffff'0000'ffff;
  return (bits | bits >> 16) & 0xffff'ffff;
}

}  // namespace

void pack_outcomes(const Word* win, const Word* loss, std::size_t words, Bytes& packed) {
  assert(words <= block_words);
  packed.resize(words * outcome_bytes_per_word);
  cube::interleave(win, loss, words, packed.data());
}

void unpack_outcomes(std::span<const std::uint8_t> packed, Word* win, Word* loss) {
  for (std::size_t word = 0; word < packed.size() / outcome_bytes_per_word; ++word) {
    Word pair[2];
    std::memcpy(pair, packed.data() + word * outcome_bytes_per_word, sizeof pair);
    win[word] = squeeze(pair[0]) | squeeze(pair[1]) << 32;
    loss[word] = squeeze(pair[0] >> 1) | squeeze(pair[1] >> 1) << 32;
  }
}

void pack_distances(const LayerShape& shape, std::size_t block, const Word* listed, const Distance* distances,
                    bool wide, Bytes& packed, std::vector<std::size_t>& run_ends) {
  ListPlaces places(shape, block, listed);
  const std::size_t words = shape.words_in(block);
  std::size_t count = 0;
  for (std::size_t word = 0; word < words; ++word)
    count += static_cast<std::size_t>(std::popcount(listed[word]));
  packed.resize(wide ? 2 * count : count);
  std::uint8_t* const low = packed.data();
  std::uint8_t* const high = low + count;
  for (std::size_t word = 0; word < words; ++word) {
    std::size_t* next = places.next.data() + places.ones[word];
    for (Word rest = listed[word]; rest != 0; rest &= rest - 1) {
      const auto slot = static_cast<std::size_t>(std::countr_zero(rest));
      const std::size_t place = next[ones_of_slot[slot]]++;
      const Distance distance = distances[word * word_slots + slot];
      low[place] = static_cast<std::uint8_t>(distance);
      if (wide) high[place] = static_cast<std::uint8_t>(distance >> 8);
    }
  }
  // By now the next place of each number of own cubes is where the next number begins.
  run_ends.clear();
  for (const std::size_t end : places.next)
    if (end >= (run_ends.empty() ? 0 : run_ends.back()) + least_run) run_ends.push_back(end);
}

ListPlaces::ListPlaces(const LayerShape& shape, std::size_t block, const Word* listed) {
  const std::size_t words = shape.words_in(block);
  for (std::size_t word = 0; word < words; ++word) {
    ones[word] = static_cast<std::uint8_t>(std::popcount(shape.word_in_bitmap(block, word)));
    std::size_t* count = next.data() + ones[word];
    for (std::uint64_t counts = count_by_ones(listed[word]); counts != 0; counts >>= 8)
      *count++ += counts & 255;
  }
  std::size_t begin = 0;
  for (std::size_t& place : next) begin += std::exchange(place, begin);
}

}  // namespace quixo::table
