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

#include "base/hash.h"
#include "game/geometry.h"
#include "layout/at_once.h"
#include "layout/layer_shape.h"
#include "layout/layout.h"
#include "table/block_file.h"
#include "table/manifest.h"

namespace quixo::verify {

using cube::Word;

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
  const Layout& layout() const { return layout_; }
  const AtOnce& at_once() const { return at_once_; }
  bool has_distances() const { return manifest_.metric == Metric::distance; }

  /// Throws Error when it is not the file the manifest speaks of.
  table::BlockFile open(int layer, table::Part part) const { return manifest_.open(directory_, layer, part); }

 private:
  std::filesystem::path directory_;
  table::Manifest manifest_;
  Geometry geometry_;
  Layout layout_;
  AtOnce at_once_;
};

/// The files of one layer. A reader reads those that are open.
struct LayerFiles {
  LayerFiles(const TableFiles& files, int layer)
      : shape{layer, files.layout().occupancies(layer).size()},
        outcomes(files.open(layer, table::Part::outcomes)) {}

  LayerShape shape;
  table::BlockFile outcomes;
  std::optional<table::BlockFile> wins;    ///< Their distances.
  std::optional<table::BlockFile> losses;  ///< Their distances.
};

/// With the distances of wins, if the table has any.
inline LayerFiles with_wins(const TableFiles& files, int layer) {
  LayerFiles opened(files, layer);
  if (files.has_distances()) opened.wins.emplace(files.open(layer, table::Part::distances));
  return opened;
}

/// Distances in a file are below this.
inline std::size_t distances_in(const table::BlockFile& file) {
  return std::size_t{1} << 8 * file.header().distance_bytes;
}

/// Which code stands for which value. Losses and wins go by distance, from 0, the distance of positions that
/// are over; in a table of outcomes all have the distance 0. What has no distance in the files that are open
/// is a win in one move, or a loss that is over.
template <class Code>
class Encoding {
 public:
  Encoding(Metric metric, Code draw, std::vector<Code> win, std::vector<Code> loss)
      : win_(std::move(win)), loss_(std::move(loss)) {
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
  /// Positions that are over, and wins that have a distance in the table; when the file of wins is open.
  const Word* over() const { return over_.data(); }
  const Word* listed_wins() const { return wins_.listed.data(); }
  std::uint64_t outcomes_hash() const { return hash_of(outcomes_); }
  std::uint64_t distances_hash() const { return hash_of(wins_.packed); }

  /// Calls visit(slot, distance) for these wins.
  template <class Visit>
  void for_each_listed_win(Visit&& visit) const {
    for_each_listed(wins_, visit);
  }

  /// The codes of all slots of the block, words() * 64 of them. The encoding must have every distance that
  /// the bytes of the layer can hold.
  template <class Code>
  void expand(const Encoding<Code>& encoding, Code* codes) const {
    for (std::size_t i = 0; i < outcomes_.size(); ++i)
      std::memcpy(codes + i * 4, encoding.quad(outcomes_[i]).data(), 4 * sizeof(Code));
    if (wins_.read) {
      for (std::size_t word = 0; word < words_; ++word)
        for (Word rest = over_[word] & win_[word]; rest != 0; rest &= rest - 1)
          codes[word * 64 + static_cast<std::size_t>(std::countr_zero(rest))] = encoding.win()[0];
      for_each_listed(
          wins_, [&](std::size_t slot, std::size_t distance) { codes[slot] = encoding.win()[distance]; });
    }
    if (losses_.read)
      for_each_listed(
          losses_, [&](std::size_t slot, std::size_t distance) { codes[slot] = encoding.loss()[distance]; });
  }

 private:
  using Bitmap = std::array<Word, block_words>;
  /// The distances of some positions.
  struct List {
    bool read = false;
    Bitmap listed;
    table::Bytes packed;
    bool wide = false;
  };

  void read_list(const table::BlockFile& file, std::size_t block, List& list);

  /// Where the distances of each number of own cubes begin in the list.
  using Places = std::array<std::size_t, max_cells + 2>;
  Places begins(const Bitmap& listed) const;

  template <class Visit>
  void for_each_listed(const List& list, const Visit& visit) const {
    static constexpr std::array<std::uint8_t, 64> ones_of = [] {
      std::array<std::uint8_t, 64> ones{};
      for (unsigned slot = 0; slot < 64; ++slot) ones[slot] = static_cast<std::uint8_t>(std::popcount(slot));
      return ones;
    }();
    Places places = begins(list.listed);
    for (std::size_t word = 0; word < words_; ++word) {
      std::size_t* place = places.data() + ones_[word];
      for (Word rest = list.listed[word]; rest != 0; rest &= rest - 1) {
        const auto slot = static_cast<std::size_t>(std::countr_zero(rest));
        visit(word * 64 + slot, table::packed_distance(list.packed, list.wide, place[ones_of[slot]]++));
      }
    }
  }

  const TableFiles& files_;
  table::Compressor compressor_;
  std::size_t words_ = 0;
  table::Bytes outcomes_;
  Bitmap win_, loss_, over_;
  List wins_;
  List losses_;
  std::array<std::uint8_t, block_words> ones_;  ///< of the number of the word in its cube
};

}  // namespace quixo::verify
