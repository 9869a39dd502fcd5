// SPDX-License-Identifier: MIT
#include "probe/file_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/workers.h"
#include "game/notation.h"
#include "game/play.h"
#include "layout/layer_shape.h"
#include "quixo/error.h"
#include "quixo/table.h"

namespace quixo::probe {
namespace {

constexpr std::array<Outcome, 3> outcome_of_code = {Outcome::draw, Outcome::win, Outcome::loss};

constexpr Value over_and_won{Outcome::win, 0};

Outcome outcome_at(const LoadedBlock& loaded, const LayerShape::Slot& slot) {
  const auto code = static_cast<std::size_t>(table::packed_outcome(loaded.outcomes, slot.in_block));
  assert(code < outcome_of_code.size());  // who reads a block refuses others
  return outcome_of_code[code];
}

/// Contexts of the decompressor are large, so a thread keeps its own.
table::Compressor& compressor() {
  thread_local table::Compressor compressor;
  return compressor;
}

/// Every value as it is, but for the distances of losses, which a table does not have.
table::Encoding<Value> values_as_they_are(const table::Manifest& manifest) {
  if (manifest.metric == Metric::outcome)
    return {Metric::outcome, Value{}, {{Outcome::win, 0}}, {{Outcome::loss, 0}}};
  int bytes = 0;
  for (const table::LayerEntry& layer : manifest.layers) bytes = std::max(bytes, layer.distance_bytes);
  std::vector<Value> wins(std::size_t{1} << 8 * bytes);
  for (std::size_t distance = 0; distance < wins.size(); ++distance)
    wins[distance] = {Outcome::win, static_cast<std::uint16_t>(distance)};
  return {Metric::distance,
          Value{},
          std::move(wins),
          {{Outcome::loss, 0}},
          Value{Outcome::loss, unknown_distance}};
}

bool wins_at_once(const Geometry& geometry, Position position) {
  return may_complete_line(geometry, position) &&
         any_child(geometry, position,
                   [&](const Slide&, Position child) { return winner(geometry, child) == position.to_move; });
}

}  // namespace

/// Where a position is in the files.
struct FileSource::Slot : LayerShape::Slot {
  Slot() = default;
  Slot(const Layout& layout, const Layout::Place& place)
      : LayerShape::Slot(layout.shape(place.layer).slot_of(place.bitmap, place.bit)), layer(place.layer) {}

  int layer = -1;  ///< In none of the files.
};

/// A reader, and room for the values of a block.
struct FileSource::Scan {
  table::BlockReader reader;
  std::vector<Value> values = std::vector<Value>(block_slots);
};

FileSource::FileSource(const std::filesystem::path& directory, table::Manifest manifest,
                       std::size_t cache_bytes)
    : ValueSource(manifest.rules),
      manifest_(std::move(manifest)),
      at_once_(layout()),
      encoding_(values_as_they_are(manifest_)),
      cache_(cache_bytes) {
  for (int layer = 0; layer <= geometry().cells(); ++layer) {
    const table::LayerFiles& files = files_.emplace_back(table::open_layer(manifest_, directory, layer));
    files.outcomes.expect_single_blocks();
    if (files.wins) files.wins->expect_single_blocks();
  }
}

std::shared_ptr<const LoadedBlock> FileSource::load(int layer, std::size_t block, bool with_distances) const {
  const std::uint64_t key = std::uint64_t{block} << 8 | static_cast<unsigned>(layer);
  std::shared_ptr<const LoadedBlock> cached = cache_.find(key);
  if (cached && (!with_distances || cached->places)) return cached;
  const auto loaded = std::make_shared<LoadedBlock>();
  if (cached)
    loaded->outcomes = cached->outcomes;
  else
    files_of(layer).outcomes.read_outcomes(block, compressor(), loaded->outcomes);
  if (with_distances) {
    table::BlockBitmaps bitmaps;
    table::read_wins(at_once_, files_of(layer), block, loaded->outcomes, compressor(), bitmaps, loaded->wins);
    loaded->places.emplace(files_of(layer).shape(), block, loaded->wins.listed.data());
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

Value FileSource::won_at_once() const {
  return {Outcome::win, static_cast<std::uint16_t>(metric() == Metric::distance ? 1 : 0)};
}

Value FileSource::value_in(std::shared_ptr<const LoadedBlock>& loaded, const Slot& slot) const {
  const Outcome outcome = outcome_at(*loaded, slot);
  if (outcome == Outcome::draw || metric() == Metric::outcome) return {outcome, 0};
  if (outcome == Outcome::loss) return {Outcome::loss, unknown_distance};
  if (!loaded->places) loaded = load(slot.layer, slot.block, true);
  const table::DistanceList& wins = loaded->wins;
  const std::size_t at = loaded->places->place_of(wins.listed.data(), slot.in_block);
  return {Outcome::win, table::packed_distance(wins.packed, wins.wide, at)};
}

Value FileSource::stored_value(Position position) const {
  if (wins_at_once(geometry(), position)) return won_at_once();
  const Slot slot(layout(), layout().place(position));
  std::shared_ptr<const LoadedBlock> loaded = load(slot.layer, slot.block, false);
  return value_in(loaded, slot);
}

/// For what is stored of one position: where that is, and for whom. A number that sorts by where it is, since
/// batches have a hundred million of them.
struct FileSource::Question {
  static constexpr int slot_bits = 35;  // 5x5 has layers of up to 2^34.04 slots, and no board has larger ones
  static constexpr int asker_bits = 24;
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

  Question() = default;
  Question(const Slot& slot, std::size_t asker)
      : bits((std::uint64_t{static_cast<unsigned>(slot.layer)} << slot_bits |
              (std::uint64_t{slot.block} * block_slots + slot.in_block))
                 << asker_bits |
             asker) {
    assert(asker >> asker_bits == 0 && slot.block * block_slots >> slot_bits == 0 && bits != nowhere);
  }

  /// The layer, and the block in it.
  std::uint64_t block() const { return (bits >> asker_bits) / block_slots; }
  Slot slot() const {
    Slot slot;
    const std::uint64_t where = bits >> asker_bits;
    slot.layer = static_cast<int>(where >> slot_bits);
    const std::uint64_t number = where & ((std::uint64_t{1} << slot_bits) - 1);
    slot.block = static_cast<std::size_t>(number / block_slots);
    slot.in_block = static_cast<std::size_t>(number % block_slots);
    return slot;
  }
  /// The place of who asked among those who did.
  std::size_t asker() const { return bits & ((std::uint64_t{1} << asker_bits) - 1); }

  std::uint64_t bits = nowhere;
};

template <class Take>
void FileSource::answer(std::vector<Question>& questions, bool all_win, Workers& workers,
                        const Take& take) const {
  sort_on(workers, questions, [](const Question& each) { return each.bits; });
  std::vector<std::size_t> firsts;  // Of the questions to each block.
  for (std::size_t i = 0; i < questions.size() && questions[i].bits != Question::nowhere; ++i)
    if (i == 0 || questions[i].block() != questions[i - 1].block()) firsts.push_back(i);
  workers.run(firsts.size(), [&](std::size_t number, int) {
    const Slot first = questions[firsts[number]].slot();
    std::shared_ptr<const LoadedBlock> loaded = load(first.layer, first.block, all_win);
    for (std::size_t i = firsts[number];
         i < questions.size() && questions[i].block() == questions[firsts[number]].block(); ++i)
      take(questions[i].asker(), value_in(loaded, questions[i].slot()));
  });
}

void FileSource::stored_values(std::span<const Position> positions, std::span<Value> values,
                               Workers& workers) const {
  std::vector<Question> questions(positions.size());
  run_in_pieces(workers, positions.size(), [&](std::size_t i) {
    if (wins_at_once(geometry(), positions[i]))
      values[i] = won_at_once();
    else
      questions[i] = Question(Slot(layout(), layout().place(positions[i])), i);
  });
  answer(questions, false, workers, [&](std::size_t asker, Value value) { values[asker] = value; });
}

void FileSource::add_reply(Position loss, Value reply, Value& value) const {
  if (reply.outcome != Outcome::win)
    throw Contradiction(
        fmt::format("the table calls {} a loss and yet has a move for it that does not lose: quixo verify "
                    "{} says more",
                    to_string(geometry(), loss), to_string(geometry().rules())),
        loss);
  const auto distance = static_cast<std::uint16_t>(reply.distance + 1);
  const std::atomic_ref<std::uint16_t> longest(value.distance);
  for (std::uint16_t found = longest; found < distance && !longest.compare_exchange_weak(found, distance);) {
  }
}

Value FileSource::value_of_loss(Position position) const {
  Value loss{Outcome::loss, 0};
  for_each_child(geometry(), position, [&](const Slide&, Position child) {
    add_reply(position, is_over(geometry(), child) ? over_and_won : stored_value(with_x_to_move(child)),
              loss);
  });
  return loss;
}

void FileSource::values(std::span<const Position> positions, std::span<Value> values,
                        Workers& workers) const {
  stored_values(positions, values, workers);
  std::vector<std::size_t> losses;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i].distance == unknown_distance) losses.push_back(i);
  constexpr std::size_t at_a_time = 1 << 22;  // each has up to 86 children, and a question takes 8 bytes
  for (std::size_t first = 0; first < losses.size(); first += at_a_time)
    find_losses(positions, std::span(losses).subspan(first, std::min(at_a_time, losses.size() - first)),
                values, workers);
}

void FileSource::find_losses(std::span<const Position> positions, std::span<const std::size_t> losses,
                             std::span<Value> values, Workers& workers) const {
  PerWorker<std::vector<Question>> asked_by(workers.size());
  run_in_pieces(workers, losses.size(), [&](std::size_t i, int worker) {
    const std::size_t place = losses[i];
    values[place].distance = 0;
    for_each_child(geometry(), positions[place], [&](const Slide&, Position child) {
      if (is_over(geometry(), child)) return add_reply(positions[place], over_and_won, values[place]);
      const Position reply = with_x_to_move(child);
      if (wins_at_once(geometry(), reply)) return add_reply(positions[place], won_at_once(), values[place]);
      asked_by[worker].emplace_back(Slot(layout(), layout().place(reply)), i);
    });
  });
  std::vector<Question> questions;
  for (std::vector<Question>& asked : asked_by) {
    questions.insert(questions.end(), asked.begin(), asked.end());
    asked = {};
  }
  answer(questions, true, workers,
         [&](std::size_t i, Value reply) { add_reply(positions[losses[i]], reply, values[losses[i]]); });
}

void FileSource::scan_block(int layer, std::size_t block, Scan& scan, const VisitRun& visit) const {
  const LayerShape& shape = files_of(layer).shape();
  scan.reader.read(at_once_, files_of(layer), block);
  scan.reader.expand(encoding_, scan.values.data());
  const std::size_t run = std::min(shape.bitmap_positions(), block_slots);
  for_each_bitmap(
      shape, block, [&](std::size_t bitmap, std::size_t first_word, std::size_t, std::size_t word) {
        visit({layer, static_cast<std::uint32_t>(bitmap), static_cast<std::uint32_t>(first_word * word_slots),
               std::span<const Value>(scan.values).subspan(word * word_slots, run)});
      });
}

void FileSource::scan(int layer, int threads, const std::stop_token& stop, const Visit& visit) const {
  const LayerShape& shape = files_of(layer).shape();
  const std::size_t together = shape.blocks_of_bitmap();
  PerWorker<Scan> scans(threads);
  Workers workers(threads, stop);
  workers.run(shape.blocks() / together, [&](std::size_t item, int worker) {
    for (std::size_t i = 0; i < together; ++i)
      scan_block(layer, item * together + i, scans[worker], [&](const ValueRun& run) { visit(run, worker); });
  });
}

void FileSource::read(int layer, std::uint32_t bitmap, const VisitRun& visit) const {
  thread_local Scan scan;  // too large to be made for every bitmap
  const LayerShape& shape = files_of(layer).shape();
  const std::size_t first = shape.slot_of(bitmap, 0).block;
  for (std::size_t i = 0; i < shape.blocks_of_bitmap(); ++i) scan_block(layer, first + i, scan, visit);
}

}  // namespace quixo::probe

namespace quixo {

Table Table::open(const std::filesystem::path& directory, std::size_t cache_bytes) {
  std::optional<table::Manifest> manifest = table::read_manifest(directory);
  if (!manifest) throw Error(fmt::format("{} holds no table: quixo solve makes one", directory.string()));
  return probe::Access::table(
      std::make_shared<const probe::FileSource>(directory, std::move(*manifest), cache_bytes));
}

}  // namespace quixo
