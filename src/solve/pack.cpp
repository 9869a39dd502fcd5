// SPDX-License-Identifier: MIT
//
// Blocks are made from units: so many whole cubes that they fill whole blocks. A unit is unpacked into
// bitmaps and an array of distances, whatever it comes from, and its blocks are cut from these.
#include "solve/pack.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "base/hash.h"
#include "cube/bitmap.h"
#include "layout/layer_shape.h"
#include "solve/layer.h"

namespace quixo::solve {
namespace {

using table::Bytes;
using table::Distance;
using table::Part;

/// The values of some cubes.
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
      distances.resize(words * 64);
    }
  }
};

/// Makes one part of a layer's blocks.
class Packer {
 public:
  Packer(LayerShape shape, Part part, int distance_bytes, const PackTarget& target, Workers& workers)
      : shape_(shape),
        part_(part),
        distance_bytes_(distance_bytes),
        target_(target),
        workers_(workers),
        units_(static_cast<std::size_t>(workers.size())),
        compressors_(static_cast<std::size_t>(workers.size())) {}

  std::size_t cubes_per_unit() const {
    return std::max<std::size_t>(1, block_words / cube::words_of(shape_.layer));
  }
  std::size_t units() const { return (shape_.bitmaps + cubes_per_unit() - 1) / cubes_per_unit(); }
  Unit& cleared_unit(std::size_t first_cube, int worker) {
    Unit& unit = units_[static_cast<std::size_t>(worker)];
    unit.clear(std::min(cubes_per_unit(), shape_.bitmaps - first_cube) * cube::words_of(shape_.layer), part_);
    return unit;
  }

  /// fill(first_cube, unit) fills a unit, cleared before.
  template <class Fill>
  table::FileEntry pack_units(const Fill& fill) {
    constexpr std::size_t units_per_group = 32;  // or threads spend their time waiting for each other's turn
    return pack((units() + units_per_group - 1) / units_per_group,
                [&](std::size_t group, int worker, const auto& emit) {
                  const std::size_t first = group * units_per_group;
                  for (std::size_t i = first; i < std::min(first + units_per_group, units()); ++i) {
                    Unit& unit = cleared_unit(i * cubes_per_unit(), worker);
                    fill(i * cubes_per_unit(), unit);
                    emit(i * cubes_per_unit(), unit);
                  }
                });
  }

  /// fill(group, worker, emit) makes the units of a group of cubes and emits each with its first cube.
  template <class Fill>
  table::FileEntry pack(std::size_t groups, const Fill& fill) {
    std::optional<table::BlockFileWriter> writer;
    if (target_.directory)
      writer.emplace(*target_.directory / table::file_name(shape_.layer, part_),
                     table::BlockFileHeader{part_, shape_, distance_bytes_});
    std::vector<std::uint64_t> hashes;
    run_in_order(
        workers_, groups,
        [&](std::size_t group, int worker) {
          std::vector<Block> blocks;
          fill(group, worker, [&](std::size_t first_cube, const Unit& unit) {
            cut(first_cube, unit, compressors_[static_cast<std::size_t>(worker)], blocks);
          });
          return blocks;
        },
        [&](std::size_t group, const std::vector<Block>& blocks) {
          for (const Block& block : blocks) {
            hashes.push_back(block.hash);
            if (writer) writer->append(block.code);
          }
          if (target_.progress)
            target_.progress(static_cast<double>(group + 1) / static_cast<double>(groups));
        });
    table::FileEntry entry;
    entry.hash = hash_of(std::span<const std::uint64_t>(hashes));
    if (!writer) return entry;
    entry.checksum = writer->finish();
    entry.bytes = writer->size();
    return entry;
  }

 private:
  struct Block {
    Bytes code;
    std::uint64_t hash = 0;
  };

  void cut(std::size_t first_cube, const Unit& unit, table::Compressor& compressor,
           std::vector<Block>& blocks) {
    const std::size_t first_block = first_cube * cube::words_of(shape_.layer) / block_words;
    Bytes packed;
    std::vector<std::size_t> run_ends;
    for (std::size_t word = 0; word < unit.words; word += block_words) {
      const std::size_t number = first_block + word / block_words;
      Block& block = blocks.emplace_back();
      if (part_ == Part::outcomes)
        table::pack_outcomes(&unit.win[word], &unit.loss[word], shape_.words_in(number), packed);
      else
        table::pack_distances(shape_, number, &unit.listed[word], &unit.distances[word * 64],
                              distance_bytes_ == 2, packed, run_ends);
      block.hash = hash_of(packed);
      if (!target_.directory) continue;
      if (part_ == Part::outcomes)
        compressor.compress_outcomes(packed, block.code);
      else
        compressor.compress_distances(packed, run_ends, block.code);
    }
  }

  LayerShape shape_;
  Part part_;
  int distance_bytes_;
  const PackTarget& target_;
  Workers& workers_;
  std::vector<Unit> units_;
  std::vector<table::Compressor> compressors_;
};

LayerShape shape_of(const Layout& layout, int layer) { return {layer, layout.occupancies(layer).size()}; }

}  // namespace

table::FileEntry pack_outcomes(const Layout& layout, int layer, const OutcomePlanes& planes, Workers& workers,
                               const PackTarget& target) {
  Packer packer(shape_of(layout, layer), Part::outcomes, 0, target, workers);
  return packer.pack_units([&](std::size_t first, Unit& unit) {
    for (std::size_t i = 0; i < unit.words; ++i) {
      unit.win[i] = ~planes.not_win[first][i] & cube::valid_bits(layer);
      unit.loss[i] = planes.loss[first][i];
    }
  });
}

int distance_bytes(int longest) { return longest > std::numeric_limits<std::uint8_t>::max() ? 2 : 1; }

table::FileEntry pack_distances(const Layout& layout, int layer, const LayerFrames& frames, Workers& workers,
                                const PackTarget& target) {
  const LayerShape shape = shape_of(layout, layer);
  const std::size_t words = cube::words_of(layer);
  Packer packer(shape, Part::distances, distance_bytes(frames.last_step()), target, workers);
  std::vector<FrameInfo> listed;  // what the rules do not say at once
  std::ranges::copy_if(frames.frames(), std::back_inserter(listed),
                       [](const FrameInfo& frame) { return frame.kind == FrameKind::win && frame.step > 1; });
  struct Reader {
    States states;
    std::vector<LayerFrames::Codes> codes;
  };
  std::vector<Reader> readers;
  for (int worker = 0; worker < workers.size(); ++worker)
    readers.push_back({States(layer), std::vector<LayerFrames::Codes>(listed.size())});
  std::vector<std::vector<std::uint64_t>> hashes(listed.size(), std::vector<std::uint64_t>(frames.chunks()));

  const auto fill_cube = [&](Reader& reader, std::size_t in_chunk, std::size_t at, Unit& unit) {
    for (std::size_t f = 0; f < listed.size(); ++f) {
      const std::span<const std::uint8_t> code = reader.codes[f].cubes[in_chunk];
      if (code.empty()) continue;
      frames.decode(code, reader.states);
      reader.states.add_to(&unit.listed[at]);
      Distance* distances = &unit.distances[at * 64];
      const auto step = static_cast<Distance>(listed[f].step);
      reader.states.for_each([&](std::uint32_t point) { distances[point] = step; });
    }
  };

  assert(frames.cubes_per_chunk() % packer.cubes_per_unit() == 0);
  const table::FileEntry entry =
      packer.pack(frames.chunks(), [&](std::size_t chunk, int worker, const auto& emit) {
        Reader& reader = readers[static_cast<std::size_t>(worker)];
        for (std::size_t f = 0; f < listed.size(); ++f)
          hashes[f][chunk] = frames.read_codes(listed[f], chunk, reader.codes[f]);
        const std::size_t begin = chunk * frames.cubes_per_chunk();
        for (std::size_t first = 0; first < frames.cubes_in(chunk); first += packer.cubes_per_unit()) {
          Unit& unit = packer.cleared_unit(begin + first, worker);
          for (std::size_t at = 0; at < unit.words; at += words)
            fill_cube(reader, first + at / words, at, unit);
          emit(begin + first, unit);
        }
      });
  for (std::size_t f = 0; f < listed.size(); ++f) frames.check(listed[f], hashes[f]);
  return entry;
}

table::LayerEntry pack_values(const Layout& layout, int layer, Metric metric,
                              const std::function<Value(Position)>& value, Workers& workers,
                              const PackTarget& target) {
  const LayerShape shape = shape_of(layout, layer);
  std::vector<Value> values(shape.bitmaps << layer);
  workers.run(shape.bitmaps, [&](std::size_t bitmap, int) {
    for (std::uint32_t bit = 0; bit < 1U << layer; ++bit)
      values[bitmap << layer | bit] = value(layout.position(layer, static_cast<std::uint32_t>(bitmap), bit));
  });
  const int longest = std::ranges::max(values, {}, &Value::distance).distance;
  const auto pack = [&](Part part, int bytes, const auto& put) {
    Packer packer(shape, part, bytes, target, workers);
    return packer.pack_units([&](std::size_t first, Unit& unit) {
      const std::size_t end = std::min(first + packer.cubes_per_unit(), shape.bitmaps);
      for (std::size_t bitmap = first; bitmap < end; ++bitmap)
        for (std::uint32_t bit = 0; bit < 1U << layer; ++bit)
          put(values[bitmap << layer | bit], (bitmap - first) * cube::words_of(layer) * 64 + bit, unit);
    });
  };
  table::LayerEntry entry;
  entry.bitmaps = shape.bitmaps;
  entry.outcomes = pack(Part::outcomes, 0, [](const Value& each, std::size_t slot, Unit& unit) {
    if (each.outcome == Outcome::draw) return;
    (each.outcome == Outcome::win ? unit.win : unit.loss)[slot / 64] |= Word{1} << slot % 64;
  });
  if (metric != Metric::distance) return entry;
  entry.distance_bytes = distance_bytes(longest);
  entry.distances =
      pack(Part::distances, entry.distance_bytes, [](const Value& each, std::size_t slot, Unit& unit) {
        if (each.outcome != Outcome::win || each.distance < 2) return;
        unit.listed[slot / 64] |= Word{1} << slot % 64;
        unit.distances[slot] = each.distance;
      });
  return entry;
}

OutcomePlanes unpack_outcomes(const table::BlockFile& file, Workers& workers) {
  const LayerShape shape = file.header().shape;
  OutcomePlanes planes{Plane(shape.bitmaps, shape.layer), Plane(shape.bitmaps, shape.layer), {}};
  std::vector<table::Compressor> compressors(static_cast<std::size_t>(workers.size()));
  workers.run(shape.blocks(), [&](std::size_t block, int worker) {
    Bytes packed;
    file.read_outcomes(block, compressors[static_cast<std::size_t>(worker)], packed);
    Word* not_win = planes.not_win[0] + block * block_words;
    table::unpack_outcomes(packed, not_win, planes.loss[0] + block * block_words);
    for (std::size_t i = 0; i < shape.words_in(block); ++i)
      not_win[i] = ~not_win[i] & cube::valid_bits(shape.layer);
  });
  return planes;
}

}  // namespace quixo::solve
