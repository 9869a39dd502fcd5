// SPDX-License-Identifier: MIT
//
// The files of a table, and a reader that turns a whole block into an array of codes at once: one code per
// slot, whatever code the caller gives a value. Asking a table position by position is hundreds of times
// slower. A table has no distances of losses; a full check derives them and keeps them in working files,
// which are like a table's distances.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "game/geometry.h"
#include "probe/at_once.h"
#include "solve/layout.h"
#include "table/block_file.h"
#include "table/manifest.h"

namespace quixo::verify {

using table::Word;

/// A table as the manifest describes it; the files of a layer are opened by whoever needs them.
class TableFiles {
 public:
  TableFiles(std::filesystem::path directory, table::Manifest manifest)
      : directory_(std::move(directory)),
        manifest_(std::move(manifest)),
        geometry_(manifest_.rules),
        layout_(geometry_),
        at_once_(layout_) {}
  TableFiles(const TableFiles&) = delete;
  TableFiles& operator=(const TableFiles&) = delete;

  const std::filesystem::path& directory() const { return directory_; }
  const table::Manifest& manifest() const { return manifest_; }
  const Geometry& geometry() const { return geometry_; }
  const solve::Layout& layout() const { return layout_; }
  const probe::AtOnce& at_once() const { return at_once_; }
  bool has_distances() const { return manifest_.metric == Metric::distance; }

  const table::FileEntry& entry(int layer, table::Part part) const {
    const table::LayerEntry& entry = manifest_.layers[static_cast<std::size_t>(layer)];
    return part == table::Part::outcomes ? entry.outcomes : entry.distances;
  }
  /// Throws Error when it is not the file the manifest speaks of.
  table::BlockFile open(int layer, table::Part part) const;

 private:
  std::filesystem::path directory_;
  table::Manifest manifest_;
  Geometry geometry_;
  solve::Layout layout_;
  probe::AtOnce at_once_;
};

/// The files of one layer.
struct LayerFiles {
  LayerFiles(const TableFiles& files, int layer)
      : shape{layer, files.layout().layer(layer).size()}, outcomes(files.open(layer, table::Part::outcomes)) {
    if (files.has_distances()) distances.emplace(files.open(layer, table::Part::distances));
  }

  table::LayerShape shape;
  table::BlockFile outcomes;
  std::optional<table::BlockFile> distances;  ///< Of wins.
  std::optional<table::BlockFile> losses;     ///< Their distances, where they are wanted and known.
};

/// Which code stands for which value. Losses and wins go by distance, from 0, the distance of positions that
/// are over; in a table of outcomes all have the distance 0, and so have losses whose distances are not
/// known.
template <class Code>
class Encoding {
 public:
  Encoding(Metric metric, Code draw, std::vector<Code> win, std::vector<Code> loss)
      : win_(std::move(win)), loss_(std::move(loss)) {
    // Wins in one move and lost positions that are over have no distance in the table.
    const Code plain_win = win_[metric == Metric::distance ? 1 : 0];
    const std::array<Code, 4> plain = {draw, plain_win, loss_[0], draw};
    for (std::size_t byte = 0; byte < quads_.size(); ++byte)
      for (std::size_t i = 0; i < 4; ++i) quads_[byte][i] = plain[byte >> i * 2 & 3];
  }

  const std::vector<Code>& win() const { return win_; }
  const std::vector<Code>& loss() const { return loss_; }
  /// Of the four slots of a byte of packed outcomes.
  const std::array<Code, 4>& quad(std::uint8_t byte) const { return quads_[byte]; }

 private:
  std::vector<Code> win_;
  std::vector<Code> loss_;
  std::array<std::array<Code, 4>, 256> quads_;
};

/// How many of the slots set in a word have so many ones in their number: a byte for each, from the lowest.
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

/// Reads blocks one after the other; one reader per thread.
class BlockReader {
 public:
  explicit BlockReader(const TableFiles& files) : files_(files) {}

  /// Throws Error, naming file and block, when the block is damaged or not what it should be.
  void read(const LayerFiles& layer, std::size_t block);

  std::size_t words() const { return words_; }
  const Word* win() const { return win_.data(); }
  const Word* loss() const { return loss_.data(); }
  /// Positions that are over; in a table with distances.
  const Word* over() const { return over_.data(); }
  std::uint64_t outcomes_hash() const { return table::hash_of(outcomes_); }
  std::uint64_t distances_hash() const { return table::hash_of(distances_.packed); }

  /// The codes of all slots of the block, words() * 64 of them. The encoding must have every distance that
  /// the bytes of the layer can hold.
  template <class Code>
  void expand(const Encoding<Code>& encoding, Code* codes) const {
    for (std::size_t i = 0; i < outcomes_.size(); ++i)
      std::memcpy(codes + i * 4, encoding.quad(outcomes_[i]).data(), 4 * sizeof(Code));
    if (!files_.has_distances()) return;
    for (std::size_t word = 0; word < words_; ++word)
      for (Word rest = over_[word] & win_[word]; rest != 0; rest &= rest - 1)
        codes[word * 64 + static_cast<std::size_t>(std::countr_zero(rest))] = encoding.win()[0];
    put_listed(listed_win_, distances_, encoding.win(), codes);
    if (has_losses_) put_listed(listed_loss_, losses_, encoding.loss(), codes);
  }

 private:
  using Bitmap = std::array<Word, table::block_words>;
  /// The distances of a list.
  struct List {
    table::Bytes packed;
    bool wide = false;
  };

  void read_list(const table::BlockFile& file, std::size_t block, const Bitmap& listed, List& list);

  /// Where the distances of each number of own cubes begin in the list.
  using Places = std::array<std::size_t, max_cells + 2>;
  Places begins(const Bitmap& listed) const;

  template <class Code>
  void put_listed(const Bitmap& listed, const List& list, const std::vector<Code>& by_distance,
                  Code* codes) const {
    static constexpr std::array<std::uint8_t, 64> ones_of = [] {
      std::array<std::uint8_t, 64> ones{};
      for (unsigned slot = 0; slot < 64; ++slot) ones[slot] = static_cast<std::uint8_t>(std::popcount(slot));
      return ones;
    }();
    Places places = begins(listed);
    for (std::size_t word = 0; word < words_; ++word) {
      std::size_t* place = places.data() + ones_[word];
      for (Word rest = listed[word]; rest != 0; rest &= rest - 1) {
        const auto slot = static_cast<std::size_t>(std::countr_zero(rest));
        codes[word * 64 + slot] =
            by_distance[table::packed_distance(list.packed, list.wide, place[ones_of[slot]]++)];
      }
    }
  }

  const TableFiles& files_;
  table::Compressor compressor_;
  std::size_t words_ = 0;
  table::Bytes outcomes_;
  List distances_;
  List losses_;
  bool has_losses_ = false;
  Bitmap win_, loss_, over_, listed_win_, listed_loss_;
  std::array<std::uint8_t, table::block_words> ones_;  ///< of the number of the word in its cube
};

}  // namespace quixo::verify
