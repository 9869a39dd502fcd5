// SPDX-License-Identifier: MIT
//
// Blocks are made from units: so many whole cubes that they fill whole blocks. A unit is unpacked into
// bitmaps and an array of distances, whatever it comes from, and its blocks are cut from these.
#include "solve/pack.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cube/bitmap.h"
#include "game/error.h"
#include "solve/layer.h"

namespace quixo::solve {
namespace {

using table::Bytes;
using table::Distance;
using table::LayerShape;
using table::Part;

/// The values of some cubes.
struct Unit {
  std::vector<Word> win;
  std::vector<Word> loss;
  std::vector<Word> listed;  // what has a distance in the table
  std::vector<Distance> distances;

  void clear(std::size_t words, bool with_distances) {
    win.assign(words, 0);
    loss.assign(words, 0);
    if (!with_distances) return;
    listed.assign(words, 0);
    distances.resize(words * 64);
  }
};

class Packer {
 public:
  Packer(LayerShape shape, Metric metric, int distance_bytes, const PackTarget& target, Workers& workers)
      : shape_(shape),
        metric_(metric),
        distance_bytes_(distance_bytes),
        target_(target),
        workers_(workers),
        units_(static_cast<std::size_t>(workers.size())),
        compressors_(static_cast<std::size_t>(workers.size())) {}

  std::size_t cubes_per_unit() const {
    return std::max<std::size_t>(1, table::block_words / cube::words_of(shape_.axes));
  }
  Unit& cleared_unit(std::size_t first_cube, int worker) {
    Unit& unit = units_[static_cast<std::size_t>(worker)];
    unit.clear(std::min(cubes_per_unit(), shape_.cubes - first_cube) * cube::words_of(shape_.axes),
               metric_ == Metric::distance);
    return unit;
  }

  /// fill(group, worker, emit) makes the units of a group of cubes and emits each with its first cube.
  template <class Fill>
  table::LayerEntry pack(std::size_t groups, const Fill& fill) {
    table::LayerEntry entry{shape_.cubes, metric_ == Metric::distance ? distance_bytes_ : 0, {}, {}};
    Output outcomes(*this, Part::outcomes, 0);
    std::optional<Output> distances;
    if (metric_ == Metric::distance) distances.emplace(*this, Part::distances, distance_bytes_);
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
            outcomes.append(block.outcomes);
            if (distances) distances->append(block.distances);
          }
          if (target_.progress)
            target_.progress(static_cast<double>(group + 1) / static_cast<double>(groups));
        });
    entry.outcomes = outcomes.finish();
    if (distances) entry.distances = distances->finish();
    return entry;
  }

 private:
  struct Coded {
    Bytes code;
    std::uint64_t hash = 0;
  };
  struct Block {
    Coded outcomes;
    Coded distances;
  };

  class Output {
   public:
    Output(const Packer& packer, Part part, int distance_bytes) {
      if (packer.target_.directory)
        writer_.emplace(*packer.target_.directory / table::file_name(packer.shape_.axes, part),
                        table::BlockFileHeader{part, packer.shape_, distance_bytes});
    }
    void append(const Coded& block) {
      hashes_.push_back(block.hash);
      if (writer_) writer_->append(block.code);
    }
    table::FileEntry finish() {
      table::FileEntry entry;
      entry.hash = table::hash_of(std::span<const std::uint64_t>(hashes_));
      if (!writer_) return entry;
      entry.checksum = writer_->finish();
      entry.bytes = writer_->size();
      return entry;
    }

   private:
    std::optional<table::BlockFileWriter> writer_;
    std::vector<std::uint64_t> hashes_;
  };

  void cut(std::size_t first_cube, const Unit& unit, table::Compressor& compressor,
           std::vector<Block>& blocks) {
    const std::size_t first_block = first_cube * cube::words_of(shape_.axes) / table::block_words;
    Bytes packed;
    std::vector<std::size_t> run_ends;
    for (std::size_t word = 0; word < unit.win.size(); word += table::block_words) {
      const std::size_t number = first_block + word / table::block_words;
      Block& block = blocks.emplace_back();
      table::pack_outcomes(&unit.win[word], &unit.loss[word], shape_.words_in(number), packed);
      block.outcomes.hash = table::hash_of(packed);
      if (target_.directory) compressor.compress_outcomes(packed, block.outcomes.code);
      if (metric_ != Metric::distance) continue;
      table::pack_distances(shape_, number, &unit.listed[word], &unit.distances[word * 64],
                            distance_bytes_ == 2, packed, run_ends);
      block.distances.hash = table::hash_of(packed);
      if (target_.directory) compressor.compress_distances(packed, run_ends, block.distances.code);
    }
  }

  LayerShape shape_;
  Metric metric_;
  int distance_bytes_;
  const PackTarget& target_;
  Workers& workers_;
  std::vector<Unit> units_;
  std::vector<table::Compressor> compressors_;
};

LayerShape shape_of(const Layout& layout, int layer) { return {layer, layout.layer(layer).size()}; }

int bytes_for(int longest) { return longest > std::numeric_limits<std::uint8_t>::max() ? 2 : 1; }

}  // namespace

table::LayerEntry pack_outcomes(const Layout& layout, int layer, const OutcomePlanes& planes,
                                Workers& workers, const PackTarget& target) {
  const LayerShape shape = shape_of(layout, layer);
  Packer packer(shape, Metric::outcome, 0, target, workers);
  const std::size_t per_unit = packer.cubes_per_unit();
  return packer.pack((shape.cubes + per_unit - 1) / per_unit,
                     [&](std::size_t group, int worker, const auto& emit) {
                       const std::size_t first = group * per_unit;
                       Unit& unit = packer.cleared_unit(first, worker);
                       for (std::size_t i = 0; i < unit.win.size(); ++i) {
                         unit.win[i] = ~planes.not_win[first][i] & cube::valid_bits(layer);
                         unit.loss[i] = planes.loss[first][i];
                       }
                       emit(first, unit);
                     });
}

table::LayerEntry pack_distances(const Layout& layout, int layer, const LayerFrames& frames, Workers& workers,
                                 const PackTarget& target) {
  const LayerShape shape = shape_of(layout, layer);
  const std::size_t words = cube::words_of(layer);
  Packer packer(shape, Metric::distance, bytes_for(frames.last_step()), target, workers);
  struct Reader {
    CubeCodec codec;
    Scratch scratch;
    std::vector<LayerFrames::Codes> codes;
  };
  std::vector<Reader> readers;
  for (int worker = 0; worker < workers.size(); ++worker)
    readers.push_back(
        {CubeCodec(layer), Scratch(layout, layer), std::vector<LayerFrames::Codes>(frames.frames().size())});

  const auto fill_cube = [&](Reader& reader, std::size_t cube, std::size_t in_chunk, std::size_t at,
                             Unit& unit) {
    reader.scratch.terminal(layout.layer(layer)[cube], reader.scratch[0], reader.scratch[1]);
    std::copy_n(reader.scratch[0], words, &unit.win[at]);
    std::copy_n(reader.scratch[1], words, &unit.loss[at]);
    for (std::size_t f = 0; f < frames.frames().size(); ++f) {
      const std::span<const std::uint8_t> code = reader.codes[f].cubes[in_chunk];
      if (code.empty()) continue;
      const FrameInfo& frame = frames.frames()[f];
      const bool win = frame.kind == FrameKind::win;
      Word* bitmap = reader.scratch[2];
      reader.codec.decode(code, bitmap);
      Word* decided = win ? &unit.win[at] : &unit.loss[at];
      for (std::size_t i = 0; i < words; ++i) decided[i] |= bitmap[i];
      if (!win || frame.step == 1) continue;
      for (std::size_t i = 0; i < words; ++i) unit.listed[at + i] |= bitmap[i];
      Distance* distances = &unit.distances[at * 64];
      cube::for_each_point(
          bitmap, layer, [&](std::uint32_t point) { distances[point] = static_cast<Distance>(frame.step); });
    }
  };

  return packer.pack(frames.chunks(), [&](std::size_t chunk, int worker, const auto& emit) {
    Reader& reader = readers[static_cast<std::size_t>(worker)];
    for (std::size_t f = 0; f < reader.codes.size(); ++f)
      frames.read_codes(frames.frames()[f], chunk, reader.codes[f]);
    const std::size_t begin = chunk * frames.cubes_per_chunk();
    for (std::size_t first = 0; first < frames.cubes_in(chunk); first += packer.cubes_per_unit()) {
      Unit& unit = packer.cleared_unit(begin + first, worker);
      for (std::size_t at = 0; at < unit.win.size(); at += words)
        fill_cube(reader, begin + first + at / words, first + at / words, at, unit);
      emit(begin + first, unit);
    }
  });
}

table::LayerEntry pack_values(const Layout& layout, int layer, Metric metric,
                              const std::function<Value(Position)>& value, Workers& workers,
                              const PackTarget& target) {
  const LayerShape shape = shape_of(layout, layer);
  const std::size_t words = cube::words_of(layer);
  std::vector<Value> values(shape.cubes << layer);
  workers.run(shape.cubes, [&](std::size_t cube, int) {
    for (std::uint32_t bit = 0; bit < 1U << layer; ++bit)
      values[cube << layer | bit] = value(layout.position(layer, static_cast<std::uint32_t>(cube), bit));
  });
  const int longest = std::ranges::max(values, {}, &Value::distance).distance;
  Packer packer(shape, metric, bytes_for(longest), target, workers);
  const std::size_t per_unit = packer.cubes_per_unit();
  return packer.pack((shape.cubes + per_unit - 1) / per_unit,
                     [&](std::size_t group, int worker, const auto& emit) {
                       const std::size_t first = group * per_unit;
                       Unit& unit = packer.cleared_unit(first, worker);
                       for (std::size_t cube = first; cube < std::min(first + per_unit, shape.cubes); ++cube)
                         for (std::uint32_t bit = 0; bit < 1U << layer; ++bit) {
                           const Value& each = values[cube << layer | bit];
                           if (each.outcome == Outcome::draw) continue;
                           const bool win = each.outcome == Outcome::win;
                           const std::size_t slot = (cube - first) * words * 64 + bit;
                           const Word mask = Word{1} << slot % 64;
                           (win ? unit.win : unit.loss)[slot / 64] |= mask;
                           if (metric != Metric::distance || !win || each.distance < 2) continue;
                           unit.listed[slot / 64] |= mask;
                           unit.distances[slot] = each.distance;
                         }
                       emit(first, unit);
                     });
}

OutcomePlanes unpack_outcomes(const table::BlockFile& file, Workers& workers) {
  const LayerShape shape = file.header().shape;
  OutcomePlanes planes{Plane(shape.cubes, shape.axes), Plane(shape.cubes, shape.axes)};
  std::vector<table::Compressor> compressors(static_cast<std::size_t>(workers.size()));
  workers.run(shape.blocks(), [&](std::size_t block, int worker) {
    Bytes packed;
    file.read(block, compressors[static_cast<std::size_t>(worker)], packed);
    if (packed.size() != shape.words_in(block) * 16)
      throw Error(fmt::format("{} has a block of the wrong size: remove the table and solve again",
                              file.path().string()));
    Word* not_win = planes.not_win[0] + block * table::block_words;
    table::unpack_outcomes(packed, not_win, planes.loss[0] + block * table::block_words);
    for (std::size_t i = 0; i < shape.words_in(block); ++i)
      not_win[i] = ~not_win[i] & cube::valid_bits(shape.axes);
  });
  return planes;
}

}  // namespace quixo::solve
