// SPDX-License-Identifier: MIT
#include "table/slot_places.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace quixo::table {

SlotPlaces::SlotPlaces(const LayerShape& shape, std::size_t block, const Word* listed)
    : shape_(shape), block_(block) {
  ListPlaces places(shape, block, listed);
  for (std::size_t word = 0; word < shape.words_in(block); ++word) {
    if (word % group_words == 0)
      std::ranges::transform(places.next, groups_.emplace_back().begin(),
                             [](std::size_t place) { return static_cast<std::uint32_t>(place); });
    std::size_t* next = places.next.data() + places.ones[word];
    for (std::uint64_t counts = count_by_ones(listed[word]); counts != 0; counts >>= 8)
      *next++ += counts & 255;
  }
}

std::size_t SlotPlaces::place_of(const Word* listed, std::size_t slot) const {
  assert(slot < shape_.slots_in(block_) && (listed[slot / word_slots] >> slot % word_slots & 1) != 0);
  const auto ones_of = [&](std::size_t word) { return std::popcount(shape_.word_in_bitmap(block_, word)); };
  const std::size_t its_word = slot / word_slots;
  const int rest = std::popcount(slot % word_slots);
  const int own = ones_of(its_word) + rest;
  std::size_t place = groups_[its_word / group_words][static_cast<std::size_t>(own)];
  const auto count = [&](Word bits) { place += static_cast<std::size_t>(std::popcount(bits)); };
  for (std::size_t word = its_word - its_word % group_words; word < its_word; ++word)
    if (const int more = own - ones_of(word); more >= 0 && more <= 6)
      count(listed[word] & cube::bits_by_ones[static_cast<std::size_t>(more)]);
  const Word before = (Word{1} << slot % word_slots) - 1;
  count(listed[its_word] & cube::bits_by_ones[static_cast<std::size_t>(rest)] & before);
  return place;
}

}  // namespace quixo::table
