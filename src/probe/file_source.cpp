// SPDX-License-Identifier: MIT
#include "probe/file_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/workers.h"
#include "game/notation.h"
#include "game/play.h"
#include "layout/layer_shape.h"
#include "quixo/error.h"
#include "quixo/table.h"

namespace quixo::probe {
namespace {

using cube::Word;
using table::Bytes;
using table::Part;

constexpr std::array<Outcome, 4> outcome_of_code = {Outcome::draw, Outcome::win, Outcome::loss,
                                                    Outcome::draw};

/// Where a position is in the files.
struct Slot : LayerShape::Slot {
  Slot(const Layout& layout, const Layout::Place& place)
      : LayerShape::Slot(layout.shape(place.layer).slot_of(place.bitmap, place.bit)), layer(place.layer) {}

  int layer;
};

Outcome outcome_at(const LoadedBlock& loaded, const Slot& slot) {
  return outcome_of_code[static_cast<std::size_t>(table::packed_outcome(loaded.outcomes, slot.in_block))];
}

/// Contexts of the decompressor are large, so a thread keeps its own.
table::Compressor& compressor() {
  thread_local table::Compressor compressor;
  return compressor;
}

bool wins_at_once(const Geometry& geometry, Position position) {
  const Cells opponent = position.cubes(other(position.to_move));
  return std::ranges::any_of(geometry.slides(), [&](const Slide& slide) {
    return (slide.taken() & opponent) == 0 && winner(geometry, play(position, slide)) == position.to_move;
  });
}

}  // namespace

FileSource::FileSource(const std::filesystem::path& directory, table::Manifest manifest,
                       std::size_t cache_bytes)
    : ValueSource(manifest.rules), manifest_(std::move(manifest)), at_once_(layout()), cache_(cache_bytes) {
  for (int layer = 0; layer <= geometry().cells(); ++layer) {
    if (manifest_.layers[static_cast<std::size_t>(layer)].bitmaps != layout().occupancies(layer).size())
      throw Error(fmt::format("{} has layers of another size: remove the table and solve again",
                              table::manifest_file(directory).string()));
    outcomes_.push_back(manifest_.open(directory, layer, Part::outcomes));
    if (metric() == Metric::distance) distances_.push_back(manifest_.open(directory, layer, Part::distances));
  }
  for (const auto* files : {&outcomes_, &distances_})
    for (const table::BlockFile& file : *files) file.expect_single_blocks();
}

std::shared_ptr<const LoadedBlock> FileSource::load(int layer, std::size_t block, bool with_distances) const {
  const std::uint64_t key = std::uint64_t{block} << 8 | static_cast<unsigned>(layer);
  std::shared_ptr<const LoadedBlock> cached = cache_.find(key);
  if (cached && (!with_distances || !cached->listed.empty())) return cached;
  const auto loaded = std::make_shared<LoadedBlock>();
  const auto index = static_cast<std::size_t>(layer);
  if (cached)
    loaded->outcomes = cached->outcomes;
  else
    outcomes_[index].read_outcomes(block, compressor(), loaded->outcomes);
  if (with_distances) {
    const LayerShape& shape = outcomes_[index].header().shape;
    loaded->listed.resize(shape.words_in(block));
    std::array<Word, block_words> loss;
    table::unpack_outcomes(loaded->outcomes, loaded->listed.data(), loss.data());
    std::array<Word, block_words> over;
    std::array<Word, block_words> win_in_one;
    at_once_.fill(shape, block, over.data(), win_in_one.data());
    for (std::size_t i = 0; i < loaded->listed.size(); ++i) loaded->listed[i] &= ~(over[i] | win_in_one[i]);
    distances_[index].read_distances(block, loaded->listed, compressor(), loaded->distances);
  }
  cache_.insert(key, loaded);
  return loaded;
}

Value FileSource::value(Position position) const {
  const Value value = stored_value(position);
  return value.distance == unknown_distance ? value_of_loss(position) : value;
}

Outcome FileSource::outcome(Position position) const {
  if (wins_at_once(geometry(), position)) return Outcome::win;
  const Slot slot(layout(), layout().place(position));
  return outcome_at(*load(slot.layer, slot.block, false), slot);
}

Value FileSource::stored_value(Position position) const {
  if (wins_at_once(geometry(), position))
    return {Outcome::win, static_cast<std::uint16_t>(metric() == Metric::distance ? 1 : 0)};
  const Slot slot(layout(), layout().place(position));
  const Outcome outcome = outcome_at(*load(slot.layer, slot.block, false), slot);
  if (outcome == Outcome::draw || metric() == Metric::outcome) return {outcome, 0};
  if (outcome == Outcome::loss) return {Outcome::loss, unknown_distance};
  const std::shared_ptr<const LoadedBlock> loaded = load(slot.layer, slot.block, true);
  const table::BlockFileHeader& header = distances_[static_cast<std::size_t>(slot.layer)].header();
  const std::size_t at = table::rank_in_list(header.shape, slot.block, loaded->listed.data(), slot.in_block);
  return {Outcome::win, table::packed_distance(loaded->distances, header.distance_bytes == 2, at)};
}

Value FileSource::value_of_loss(Position position) const {
  Value loss{Outcome::loss, 0};
  for_each_child(geometry(), position, [&](const Slide&, Position child) {
    const Value reply =
        is_over(geometry(), child) ? Value{Outcome::win, 0} : stored_value(with_x_to_move(child));
    if (reply.outcome != Outcome::win)
      throw Contradiction(
          fmt::format("the table calls {} a loss and yet has a move for it that does not lose: quixo verify "
                      "{} says more",
                      to_string(geometry(), position), to_string(geometry().rules())),
          position);
    loss.distance = std::max(loss.distance, static_cast<std::uint16_t>(reply.distance + 1));
  });
  return loss;
}

struct FileSource::ScannedBlock {
  Bytes packed;
  std::array<Word, block_words> win, loss, over, win_in_one;
  std::vector<table::Distance> distances = std::vector<table::Distance>(block_slots);
  std::vector<Value> values = std::vector<Value>(block_slots);
};

void FileSource::scan_outcomes(std::size_t layer, std::size_t block, ScannedBlock& scanned) const {
  outcomes_[layer].read_outcomes(block, compressor(), scanned.packed);
  const std::size_t slots = scanned.packed.size() * 4;
  for (std::size_t slot = 0; slot < slots; ++slot)
    scanned.values[slot] = {
        outcome_of_code[static_cast<std::size_t>(table::packed_outcome(scanned.packed, slot))], 0};
}

void FileSource::scan_distances(std::size_t layer, std::size_t block, ScannedBlock& scanned) const {
  const table::BlockFileHeader& header = distances_[layer].header();
  const std::size_t words = header.shape.words_in(block);
  auto& [packed, win, loss, over, win_in_one, distances, values] = scanned;
  table::unpack_outcomes(packed, win.data(), loss.data());
  at_once_.fill(header.shape, block, over.data(), win_in_one.data());
  for (std::size_t i = 0; i < words; ++i) {
    win[i] &= ~(over[i] | win_in_one[i]);
    loss[i] &= ~over[i];
  }
  distances_[layer].read_distances(block, std::span(win).first(words), compressor(), packed);
  table::unpack_distances(header.shape, block, win.data(), packed, header.distance_bytes == 2,
                          distances.data());
  for (std::size_t slot = 0; slot < words * 64; ++slot) {
    const auto in = [slot](const std::array<Word, block_words>& bitmap) {
      return (bitmap[slot / 64] >> slot % 64 & 1) != 0;
    };
    if (in(win))
      values[slot].distance = distances[slot];
    else if (in(win_in_one))
      values[slot].distance = 1;
    else if (in(loss))
      values[slot].distance = unknown_distance;
  }
}

void FileSource::scan_block(int layer, std::size_t block, ScannedBlock& scanned,
                            const VisitRun& visit) const {
  const auto index = static_cast<std::size_t>(layer);
  scan_outcomes(index, block, scanned);
  if (metric() == Metric::distance) scan_distances(index, block, scanned);
  const std::size_t cube_slots = cube::words_of(layer) * 64;
  const std::size_t run = std::min(std::size_t{1} << layer, block_slots);
  const std::size_t slots = outcomes_[index].header().shape.words_in(block) * 64;
  for (std::size_t slot = 0; slot < slots; slot += std::min(cube_slots, block_slots)) {
    const std::size_t number = block * block_slots + slot;
    visit({layer, static_cast<std::uint32_t>(number / cube_slots),
           static_cast<std::uint32_t>(number % cube_slots), std::span(scanned.values).subspan(slot, run)});
  }
}

void FileSource::scan(int layer, int threads, const std::stop_token& stop, const Visit& visit) const {
  const std::size_t blocks = outcomes_[static_cast<std::size_t>(layer)].header().shape.blocks();
  const std::size_t together = layout().shape(layer).blocks_of_bitmap();
  std::vector<ScannedBlock> scanned(static_cast<std::size_t>(threads));
  Workers workers(threads, stop);
  workers.run(blocks / together, [&](std::size_t item, int worker) {
    for (std::size_t i = 0; i < together; ++i)
      scan_block(layer, item * together + i, scanned[static_cast<std::size_t>(worker)],
                 [&](const ValueRun& run) { visit(run, worker); });
  });
}

void FileSource::read(int layer, std::uint32_t bitmap, const VisitRun& visit) const {
  thread_local ScannedBlock scanned;  // too large to be made for every cube
  const std::size_t first = layout().shape(layer).slot_of(bitmap, 0).block;
  for (std::size_t i = 0; i < layout().shape(layer).blocks_of_bitmap(); ++i)
    scan_block(layer, first + i, scanned, visit);
}

}  // namespace quixo::probe
