// SPDX-License-Identifier: MIT
//
// Blocks are made from units (layout/layer_shape.h), which hold whole bitmaps and whole blocks. A unit is
// unpacked into bitmaps and an array of distances, whatever it comes from, and its blocks are cut from these.
#include "solve/pack.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <limits>
#include <memory>

#include "base/hash.h"
#include "cube/bitmap.h"
#include "layout/layer_shape.h"

namespace quixo::solve {
namespace {

using table::Bytes;
using table::Distance;
using table::Part;

/// The values of some bitmaps.
struct Unit {
  std::size_t words = 0;
  // For outcomes:
  std::vector<Word> win;
  std::vector<Word> loss;
  // For distances: what has one in the table.
  std::vector<Word> listed;
  std::vector<Distance> distances;

  void clear(std::size_t new_words, Part part) {
    words = new_words;
    if (part == Part::outcomes) {
      win.assign(words, 0);
      loss.assign(words, 0);
    } else {
      listed.assign(words, 0);
      distances.resize(words * word_slots);
    }
  }
};

/// Makes one part of a layer's blocks.
class Packer {
 public:
  Packer(LayerShape shape, BitmapRange range, Peers& peers, Part part, int distance_bytes,
         const PackTarget& target, Workers& workers)
      : shape_(shape),
        range_(range),
        peers_(peers),
        part_(part),
        distance_bytes_(distance_bytes),
        target_(target),
        workers_(workers),
        units_(workers.size()) {
    // The range of a peer that has nothing to do may begin at the end, inside the last unit.
    assert(range.size() == 0 || range.begin % shape.bitmaps_of_unit() == 0);
  }

  Unit& cleared_unit(std::size_t first_bitmap, int worker) {
    assert(first_bitmap % shape_.bitmaps_of_unit() == 0 && first_bitmap < shape_.bitmaps);
    Unit& unit = units_[worker];
    unit.clear(std::min(shape_.bitmaps_of_unit(), shape_.bitmaps - first_bitmap) * shape_.bitmap_words(),
               part_);
    return unit;
  }

  /// fill(first_bitmap, unit) fills a unit, cleared before.
  template <class Fill>
  table::FileEntry pack_units(const Fill& fill) {
    constexpr std::size_t units_per_group = 32;  // or threads spend their time waiting for each other's turn
    const std::size_t per_group = units_per_group * shape_.bitmaps_of_unit();
    return pack((range_.size() + per_group - 1) / per_group,
                [&](std::size_t group, int worker, const auto& emit) {
                  const std::size_t begin = range_.begin + group * per_group;
                  const std::size_t end = std::min(begin + per_group, range_.end);
                  for (std::size_t first = begin; first < end; first += shape_.bitmaps_of_unit()) {
                    Unit& unit = cleared_unit(first, worker);
                    fill(first, unit);
                    emit(first, unit);
                  }
                });
  }

  /// fill(group, worker, emit) makes the units of a group of bitmaps and emits each with its first bitmap.
  template <class Fill>
  table::FileEntry pack(std::size_t groups, const Fill& fill) {
    std::unique_ptr<BlockKeeper> keeper;
    if (target_.create_blocks)
      keeper = target_.create_blocks(shape_, part_, distance_bytes_, workers_.size());
    std::vector<std::uint64_t> hashes;
    run_in_order(
        workers_, groups,
        [&](std::size_t group, int worker) {
          std::vector<Block> blocks;
          fill(group, worker, [&](std::size_t first_bitmap, const Unit& unit) {
            cut(first_bitmap, unit, keeper.get(), worker, blocks);
          });
          return blocks;
        },
        [&](std::size_t group, const std::vector<Block>& blocks) {
          for (const Block& block : blocks) {
            hashes.push_back(block.hash);
            if (keeper) keeper->append(block.code);
          }
          show_share(target_.progress, static_cast<double>(group + 1) / static_cast<double>(groups));
        });
    table::FileEntry entry;
    if (keeper) entry = keeper->finish();
    Hasher hash;
    stream_to_first(peers_, std::span<const std::uint64_t>(hashes),
                    [&](std::span<const std::uint64_t> values) { hash.add(values); });
    if (peers_.is_first()) entry.hash = hash.value();
    std::uint64_t numbers[] = {entry.bytes, entry.checksum, entry.hash};
    peers_.take_from_first(numbers);
    return {.bytes = numbers[0], .checksum = numbers[1], .hash = numbers[2]};
  }

 private:
  struct Block {
    Bytes code;
    std::uint64_t hash = 0;
  };

  void cut(std::size_t first_bitmap, const Unit& unit, BlockKeeper* keeper, int worker,
           std::vector<Block>& blocks) {
    const std::size_t first_block = shape_.slot_of(first_bitmap, 0).block;
    Bytes packed;
    std::vector<std::size_t> run_ends;
    for (std::size_t word = 0; word < unit.words; word += block_words) {
      const std::size_t number = first_block + word / block_words;
      Block& block = blocks.emplace_back();
      if (part_ == Part::outcomes)
        table::pack_outcomes(&unit.win[word], &unit.loss[word], shape_.words_in(number), packed);
      else
        table::pack_distances(shape_, number, &unit.listed[word], &unit.distances[word * word_slots],
                              distance_bytes_ == 2, packed, run_ends);
      block.hash = hash_of(packed);
      if (keeper != nullptr) keeper->encode(packed, run_ends, worker, block.code);
    }
  }

  LayerShape shape_;
  BitmapRange range_;  // of this peer
  Peers& peers_;
  Part part_;
  int distance_bytes_;
  const PackTarget& target_;
  Workers& workers_;
  PerWorker<Unit> units_;
};

}  // namespace

table::FileEntry pack_outcomes(const Layout& layout, int layer, const OutcomePlanes& planes, Workers& workers,
                               const Sharing& sharing, const PackTarget& target) {
  Packer packer(layout.shape(layer), sharing.range(layer), sharing.peers(), Part::outcomes, 0, target,
                workers);
  return packer.pack_units([&](std::size_t first_bitmap, Unit& unit) {
    const Word* not_win = planes.not_win[first_bitmap].words();
    const Word* loss = planes.loss[first_bitmap].words();
    for (std::size_t i = 0; i < unit.words; ++i) {
      unit.win[i] = ~not_win[i] & cube::valid_bits(layer);
      unit.loss[i] = loss[i];
    }
  });
}

int distance_bytes(int longest) { return longest > std::numeric_limits<std::uint8_t>::max() ? 2 : 1; }

table::FileEntry pack_distances(const Layout& layout, int layer, const LayerFrames& frames, Workers& workers,
                                const Sharing& sharing, const PackTarget& target) {
  const LayerShape shape = layout.shape(layer);
  Packer packer(shape, sharing.range(layer), sharing.peers(), Part::distances,
                distance_bytes(frames.last_step()), target, workers);
  std::deque<FrameReader> readers;  // of what the rules do not say at once
  std::vector<Distance> steps;
  for (const FrameInfo& frame : frames.frames()) {
    if (frame.kind != FrameKind::win || frame.step < 2) continue;
    readers.emplace_back(frames, frame);
    steps.push_back(static_cast<Distance>(frame.step));
  }
  struct Scratch {
    States states;
    std::vector<ChunkCodes> codes;  ///< Of one chunk of each frame.
  };
  PerWorker<Scratch> scratch_of(workers.size(), [&] {
    return Scratch{States(layer), std::vector<ChunkCodes>(readers.size())};
  });

  const auto fill_bitmap = [&](Scratch& scratch, std::size_t in_chunk, std::size_t word, Unit& unit) {
    for (std::size_t i = 0; i < readers.size(); ++i) {
      const std::span<const std::uint8_t> code = scratch.codes[i].codes[in_chunk];
      if (code.empty()) continue;
      readers[i].decode(code, scratch.states);
      scratch.states.add_to(OwnBitmap(&unit.listed[word]));
      Distance* distances = &unit.distances[word * word_slots];
      const Distance step = steps[i];
      scratch.states.for_each([&](OwnIndex index) { distances[bit_of(index)] = step; });
    }
  };

  return packer.pack(frames.chunks(), [&](std::size_t chunk, int worker, const auto& emit) {
    Scratch& scratch = scratch_of[worker];
    for (std::size_t i = 0; i < readers.size(); ++i) readers[i].read(chunk, scratch.codes[i]);
    const BitmapRange bitmaps = frames.bitmaps_in(chunk);
    for (std::size_t first = bitmaps.begin; first < bitmaps.end; first += shape.bitmaps_of_unit()) {
      Unit& unit = packer.cleared_unit(first, worker);
      for (std::size_t word = 0; word < unit.words; word += shape.bitmap_words())
        fill_bitmap(scratch, first - bitmaps.begin + word / shape.bitmap_words(), word, unit);
      emit(first, unit);
    }
  });
}

table::LayerEntry pack_values(const Layout& layout, int layer, Metric metric,
                              const std::function<Value(Position)>& value, Workers& workers,
                              const PackTarget& target) {
  const LayerShape shape = layout.shape(layer);
  std::vector<Value> values(static_cast<std::size_t>(shape.positions()));
  workers.run(shape.bitmaps, [&](std::size_t bitmap, int) {
    for (std::uint32_t bit = 0; bit < shape.bitmap_positions(); ++bit)
      values[shape.position_number(bitmap, bit)] =
          value(layout.position(layer, static_cast<std::uint32_t>(bitmap), bit));
  });
  const int longest = std::ranges::max(values, {}, &Value::distance).distance;
  Alone alone;
  const auto pack = [&](Part part, int bytes, const auto& put) {
    Packer packer(shape, shape.all_bitmaps(), alone, part, bytes, target, workers);
    return packer.pack_units([&](std::size_t first, Unit& unit) {
      const std::size_t end = std::min(first + shape.bitmaps_of_unit(), shape.bitmaps);
      for (std::size_t bitmap = first; bitmap < end; ++bitmap)
        for (std::uint32_t bit = 0; bit < shape.bitmap_positions(); ++bit)
          put(values[shape.position_number(bitmap, bit)], shape.slot_in_unit(bitmap) + bit, unit);
    });
  };
  table::LayerEntry entry;
  entry.bitmaps = shape.bitmaps;
  entry.outcomes = pack(Part::outcomes, 0, [](const Value& each, std::size_t slot, Unit& unit) {
    if (each.outcome == Outcome::draw) return;
    (each.outcome == Outcome::win ? unit.win : unit.loss)[slot / word_slots] |= Word{1} << slot % word_slots;
  });
  if (metric != Metric::distance) return entry;
  entry.distance_bytes = distance_bytes(longest);
  entry.distances =
      pack(Part::distances, entry.distance_bytes, [](const Value& each, std::size_t slot, Unit& unit) {
        if (each.outcome != Outcome::win || each.distance < 2) return;
        unit.listed[slot / word_slots] |= Word{1} << slot % word_slots;
        unit.distances[slot] = each.distance;
      });
  return entry;
}

}  // namespace quixo::solve
