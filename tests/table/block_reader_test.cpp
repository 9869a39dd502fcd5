// SPDX-License-Identifier: MIT
//
// A reader gives back, slot by slot, the values that were packed, in any code; what is not a block of values
// is refused by name.
#include "table/block_reader.h"

#include <gtest/gtest.h>

#include <map>

#include "base/workers.h"
#include "game/play.h"
#include "solve/block_keepers.h"
#include "solve/pack.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::table {
namespace {

/// A value that the rules allow, but that is made up where they leave a choice.
Value made_up(const Geometry& geometry, Position position, int farthest) {
  if (const std::optional<Player> won = winner(geometry, position))
    return {*won == Player::x ? Outcome::win : Outcome::loss, 0};
  const bool wins_at_once = any_child(geometry, position, [&](const Slide&, Position child) {
    return winner(geometry, child) == position.to_move;
  });
  if (wins_at_once) return {Outcome::win, 1};
  const std::uint64_t number = (position.bits + 1) * 0x9e37'79b9'7f4a'7c15 >> 40;
  if (number % 3 == 0) return {};
  const auto distance = static_cast<std::uint16_t>(2 + number / 3 % static_cast<std::uint64_t>(farthest - 1));
  return {number % 3 == 1 ? Outcome::win : Outcome::loss, distance};
}

/// One layer of a board on disk.
class Layer {
 public:
  Layer(const char* rules, int layer, Metric metric, int farthest = 200)
      : geometry_(parse_rules(rules)),
        layout_(geometry_),
        at_once_(layout_),
        layer_(layer),
        farthest_(farthest) {
    Workers workers(1, {});
    const auto value = [&](Position position) {
      Value made = made_up(geometry_, position, farthest_);
      if (metric == Metric::outcome) made.distance = 0;
      return made;
    };
    manifest_.rules = geometry_.rules();
    manifest_.metric = metric;
    manifest_.layers.resize(static_cast<std::size_t>(geometry_.cells()) + 1);
    manifest_.layers[static_cast<std::size_t>(layer)] =
        solve::pack_values(layout_, layer, metric, value, workers, {solve::blocks_in(directory_.path())});
  }

  LayerShape shape() const { return layout_.shape(layer_); }
  const AtOnce& at_once() const { return at_once_; }
  LayerFiles open() const { return open_layer(manifest_, directory_.path(), layer_); }
  /// Nothing where a slot holds no position.
  std::optional<Value> value_at(std::size_t block, std::size_t slot) const {
    const std::size_t bit = shape().word_in_bitmap(block, slot / 64) * 64 + slot % 64;
    if (bit >= shape().bitmap_positions()) return std::nullopt;
    const auto bitmap = static_cast<std::uint32_t>(shape().bitmap_at(block, slot / 64));
    return made_up(geometry_, layout_.position(layer_, bitmap, static_cast<std::uint32_t>(bit)), farthest_);
  }

 private:
  const TemporaryDirectory directory_;
  Geometry geometry_;
  Layout layout_;
  AtOnce at_once_;
  int layer_;
  int farthest_;
  Manifest manifest_;
};

std::vector<Value> wins_up_to(std::size_t distances) {
  std::vector<Value> wins(distances);
  for (std::size_t i = 0; i < distances; ++i) wins[i] = {Outcome::win, static_cast<std::uint16_t>(i)};
  return wins;
}

void expect_all_values(const Layer& layer) {
  const LayerFiles files = layer.open();
  ASSERT_TRUE(files.wins);
  const Encoding<Value> encoding(Metric::distance, Value{}, wins_up_to(distances_in(*files.wins)),
                                 {{Outcome::loss, 0}}, Value{Outcome::loss, unknown_distance});
  BlockReader reader;
  for (std::size_t block = 0; block < files.shape().blocks(); ++block) {
    reader.read(layer.at_once(), files, block);
    ASSERT_EQ(reader.words(), files.shape().words_in(block));
    std::vector<Value> values(files.shape().slots_in(block));
    reader.expand(encoding, values.data());
    std::map<std::size_t, std::size_t> listed;
    reader.for_each_listed_win([&](std::size_t slot, std::size_t distance) { listed[slot] = distance; });
    for (std::size_t slot = 0; slot < values.size(); ++slot) {
      const auto is_in = [slot](const Word* bitmap) { return (bitmap[slot / 64] >> slot % 64 & 1) != 0; };
      const std::optional<Value> value = layer.value_at(block, slot);
      ASSERT_EQ(is_in(reader.win()), value && value->outcome == Outcome::win);
      ASSERT_EQ(is_in(reader.loss()), value && value->outcome == Outcome::loss);
      ASSERT_EQ(is_in(reader.over()), value && value->outcome != Outcome::draw && value->distance == 0);
      const bool has_distance = value && value->outcome == Outcome::win && value->distance > 1;
      ASSERT_EQ(is_in(reader.listed_wins()), has_distance);
      ASSERT_EQ(listed.contains(slot), has_distance);
      ASSERT_EQ(has_distance ? listed[slot] : 0, has_distance ? value->distance : 0U);
      if (!value) continue;
      Value expected = *value;
      if (expected.outcome == Outcome::loss && expected.distance > 0) expected.distance = unknown_distance;
      ASSERT_EQ(values[slot], expected) << "block " << block << ", slot " << slot;
    }
  }
}

TEST(BlockReader, GivesBackEveryValue) {
  for (const int layer : {0, 3, 5, 6, 7, 9}) {
    expect_all_values({"3x3", layer, Metric::distance});
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << "layer " << layer << " of 3x3";
  }
  expect_all_values({"4x4", 12, Metric::distance});
  expect_all_values({"3x6", 17, Metric::distance});  // two blocks a bitmap
}

TEST(BlockReader, GivesBackDistancesOfTwoBytes) { expect_all_values({"3x4", 9, Metric::distance, 2000}); }

TEST(BlockReader, GivesBackOutcomesWithoutDistances) {
  const Layer layer("3x3", 7, Metric::outcome);
  const LayerFiles files = layer.open();
  EXPECT_FALSE(files.wins);
  BlockReader reader;
  reader.read(layer.at_once(), files, 0);
  std::vector<char> codes(files.shape().slots_in(0));
  reader.expand(Encoding<char>(Metric::outcome, 'd', {'w'}, {'l'}), codes.data());
  for (std::size_t slot = 0; slot < codes.size(); ++slot)
    if (const std::optional<Value> value = layer.value_at(0, slot)) {
      ASSERT_EQ(codes[slot], *outcome_name(value->outcome));
    }
}

TEST(BlockReader, ReadsTheBlocksOfAUnitTogether) {
  const Layer layer("3x6", 17, Metric::distance);
  const LayerFiles files = layer.open();
  const Encoding<Value> encoding(Metric::distance, Value{}, wins_up_to(256), {{Outcome::loss, 0}});
  BlockReader reader;
  ASSERT_EQ(files.shape().blocks_of_unit(), 2U);
  std::vector<Value> unit(files.shape().unit_slots());
  std::vector<Value> block(block_slots);
  reader.read_unit(layer.at_once(), files, 1, encoding, unit.data());
  for (const std::size_t which : {0U, 1U}) {
    reader.read(layer.at_once(), files, 2 + which);
    reader.expand(encoding, block.data());
    EXPECT_TRUE(std::ranges::equal(block, std::span(unit).subspan(which * block_slots, block_slots)));
  }
}

TEST(BlockReader, LossesAreToldFromThoseThatAreOverOnlyIfAsked) {
  const Layer layer("3x3", 8, Metric::distance);
  const LayerFiles files = layer.open();
  const Encoding<int> encoding(Metric::distance, 0, std::vector<int>(256, 1), {2});
  BlockReader reader;
  reader.read(layer.at_once(), files, 0);
  std::vector<int> codes(files.shape().slots_in(0));
  reader.expand(encoding, codes.data());
  for (std::size_t slot = 0; slot < codes.size(); ++slot)
    if (const std::optional<Value> value = layer.value_at(0, slot)) {
      ASSERT_EQ(codes[slot], value->outcome == Outcome::draw ? 0 : value->outcome == Outcome::win ? 1 : 2);
    }
}

/// What a reader says of a block with these packed outcomes, where all else is right.
std::string complaint(const LayerShape& shape, std::uint8_t byte) {
  const TemporaryDirectory directory;
  const BlockFileHeader header{Part::outcomes, shape, 0};
  BlockFileWriter writer(directory.path() / "file", header);
  Bytes code;
  Compressor().compress_outcomes(Bytes(shape.words() * outcome_bytes_per_word, byte), code);
  writer.append(code);
  writer.finish();
  const Geometry geometry(parse_rules("3x3"));
  const Layout layout(geometry);
  const AtOnce at_once(layout);
  const LayerFiles files{BlockFile(directory.path() / "file", header)};
  BlockReader reader;
  return message_of([&] { reader.read(at_once, files, 0); });
}

TEST(BlockReader, RefusesOutcomesThatAreNone) {
  EXPECT_NE(complaint({7, 8}, 0xff).find("has an outcome that is none (code 3) in block 0 of 1"),
            std::string::npos);
  EXPECT_NE(complaint({3, 6}, 0x55).find("has outcomes where there are no positions in block 0 of 1"),
            std::string::npos);
  EXPECT_EQ(complaint({7, 8}, 0x55), "no error");
  EXPECT_EQ(complaint({3, 6}, 0), "no error");
}

}  // namespace
}  // namespace quixo::table
