// SPDX-License-Identifier: MIT
//
// Blocks against their definition: whatever is packed comes out again, in the order the format promises.
#include "table/block.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>

#include "layout/layer_shape.h"
#include "table/compressor.h"
#include "table/slot_places.h"

namespace quixo::table {
namespace {

/// A block of made-up values.
struct Made {
  Made(const LayerShape& layer, std::size_t which, unsigned seed, Distance most)
      : shape(layer), block(which) {
    std::mt19937_64 random(seed);
    const std::size_t words = shape.words_in(block);
    win.resize(words);
    loss.resize(words);
    listed.resize(words);
    distances.resize(words * 64);
    for (std::size_t slot = 0; slot < words * 64; ++slot) {
      if (slot % 64 >> std::min(shape.layer, 6) != 0 && shape.layer < 6)
        continue;  // no position has this slot
      const Word bit = Word{1} << slot % 64;
      const auto value = random() % 5;
      if (value == 4) loss[slot / 64] |= bit;
      if (value < 3) win[slot / 64] |= bit;
      if (value >= 2) continue;
      listed[slot / 64] |= bit;
      distances[slot] = static_cast<Distance>(1 + random() % most);
    }
  }

  LayerShape shape;
  std::size_t block;
  std::vector<Word> win, loss, listed;
  std::vector<Distance> distances;
};

const std::vector<Made>& blocks() {
  static const std::vector<Made> made = [] {
    std::vector<Made> all;
    unsigned seed = 0;
    for (const auto& [layer, bitmaps] : std::vector<std::pair<int, std::size_t>>{
             {0, 1}, {3, 5}, {5, 1100}, {6, 1024}, {7, 600}, {12, 40}, {15, 3}, {16, 2}, {17, 2}, {19, 1}}) {
      const LayerShape shape{layer, bitmaps};
      for (std::size_t block = 0; block < shape.blocks(); ++block)
        all.emplace_back(shape, block, ++seed, 200);
    }
    return all;
  }();
  return made;
}

TEST(Block, OutcomesAreTwoBitsASlot) {
  for (const Made& made : blocks()) {
    Bytes packed;
    pack_outcomes(made.win.data(), made.loss.data(), made.win.size(), packed);
    ASSERT_EQ(packed.size(), made.win.size() * 16);
    for (std::size_t slot = 0; slot < made.win.size() * 64; ++slot) {
      const bool win = made.win[slot / 64] >> slot % 64 & 1;
      const bool loss = made.loss[slot / 64] >> slot % 64 & 1;
      ASSERT_EQ(packed_outcome(packed, slot), win ? 1 : loss ? 2 : 0);
    }
    std::vector<Word> win(made.win.size());
    std::vector<Word> loss(made.win.size());
    unpack_outcomes(packed, win.data(), loss.data());
    EXPECT_EQ(win, made.win);
    EXPECT_EQ(loss, made.loss);
  }
}

/// The list as the format defines it, by sorting.
Bytes list_of(const Made& made) {
  std::vector<std::pair<int, std::size_t>> slots;
  for (std::size_t slot = 0; slot < made.listed.size() * 64; ++slot)
    if (made.listed[slot / 64] >> slot % 64 & 1)
      slots.emplace_back(std::popcount((made.block * block_slots + slot) % made.shape.bitmap_slots()), slot);
  std::ranges::sort(slots);
  Bytes list;
  for (const auto& [own, slot] : slots) list.push_back(static_cast<std::uint8_t>(made.distances[slot]));
  return list;
}

/// What the list says of each slot; the slots must come ascending.
std::vector<Distance> distances_by_slot(const Made& made, const Bytes& packed, bool wide) {
  std::vector<Distance> distances(made.distances.size());
  std::optional<std::size_t> last;
  for_each_distance(made.shape, made.block, made.listed.data(), packed, wide,
                    [&](std::size_t slot, Distance distance) {
                      EXPECT_TRUE(!last || slot > *last);
                      last = slot;
                      distances[slot] = distance;
                    });
  return distances;
}

TEST(Block, DistancesAreListedByOwnCubesThenBySlot) {
  for (const Made& made : blocks()) {
    Bytes packed;
    std::vector<std::size_t> run_ends;
    pack_distances(made.shape, made.block, made.listed.data(), made.distances.data(), false, packed,
                   run_ends);
    EXPECT_EQ(packed, list_of(made));
    EXPECT_TRUE(std::ranges::is_sorted(run_ends));
    EXPECT_EQ(distances_by_slot(made, packed, false), made.distances);
  }
}

TEST(Block, APlaceLeadsToTheDistance) {
  for (const Made& made : blocks()) {
    Bytes packed;
    std::vector<std::size_t> run_ends;
    pack_distances(made.shape, made.block, made.listed.data(), made.distances.data(), false, packed,
                   run_ends);
    const SlotPlaces places(made.shape, made.block, made.listed.data());
    for (std::size_t slot = 0; slot < made.distances.size(); slot += 1 + slot % 37) {
      if ((made.listed[slot / 64] >> slot % 64 & 1) == 0) continue;
      const std::size_t place = places.place_of(made.listed.data(), slot);
      ASSERT_EQ(packed_distance(packed, false, place), made.distances[slot]) << "slot " << slot;
    }
  }
}

TEST(Block, CountsByOnesAreABytePerNumberOfOnes) {
  std::mt19937_64 random(9);
  for (const Word slots : {Word{0}, ~Word{0}, Word{1}, Word{1} << 63, Word{random()}, Word{random()}}) {
    std::array<std::uint64_t, 8> expected{};
    for (unsigned slot = 0; slot < 64; ++slot)
      expected[static_cast<std::size_t>(std::popcount(slot))] += slots >> slot & 1;
    for (std::size_t ones = 0; ones < 8; ++ones)
      EXPECT_EQ(count_by_ones(slots) >> 8 * ones & 255, expected[ones]) << slots << ", " << ones << " ones";
  }
}

TEST(Block, LongDistancesTakeTwoBytes) {
  const Made made({13, 8}, 0, 3, 60'000);
  Bytes packed;
  std::vector<std::size_t> run_ends;
  pack_distances(made.shape, 0, made.listed.data(), made.distances.data(), true, packed, run_ends);
  EXPECT_EQ(distances_by_slot(made, packed, true), made.distances);
}

TEST(Block, WhatIsCompressedComesOutAgain) {
  Compressor compressor;
  for (const Made& made : blocks()) {
    Bytes packed;
    Bytes code;
    Bytes again;
    pack_outcomes(made.win.data(), made.loss.data(), made.win.size(), packed);
    compressor.compress_outcomes(packed, code);
    ASSERT_TRUE(compressor.decompress(code, again));
    EXPECT_EQ(again, packed);
    std::vector<std::size_t> run_ends;
    pack_distances(made.shape, made.block, made.listed.data(), made.distances.data(), false, packed,
                   run_ends);
    compressor.compress_distances(packed, run_ends, code);
    ASSERT_TRUE(compressor.decompress(code, again));
    EXPECT_EQ(again, packed);
    Bytes second;
    Compressor().compress_distances(packed, run_ends, second);
    EXPECT_EQ(second, code) << "the same whoever compresses";
  }
  Bytes nothing;
  EXPECT_FALSE(compressor.decompress({}, nothing));
  EXPECT_FALSE(compressor.decompress(Bytes{1, 2, 3, 4, 5, 6, 7, 8}, nothing));
}

}  // namespace
}  // namespace quixo::table
