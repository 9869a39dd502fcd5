// SPDX-License-Identifier: MIT
//
// Reads whole blocks of a layer: the outcomes with the distances that belong to them. Which positions have a
// distance in a table follows from the outcomes and from the rules (layout/at_once.h), and is said here and
// nowhere else. Everything that goes through all values of a table, to count them or to prove them, reads
// them so: asking position by position is hundreds of times slower.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "layout/at_once.h"
#include "layout/layer_shape.h"
#include "table/block_file.h"
#include "table/manifest.h"

namespace quixo::table {

/// The file of some blocks of a layer, which begin with this one.
struct PartFile {
  std::size_t first = 0;
  BlockFile file;
};

/// The files of one layer. A reader reads those that are open.
struct LayerFiles {
  BlockFile outcomes;
  std::optional<BlockFile> wins = {};  ///< Their distances.
  /// Their distances: a table has none, a full check derives them, each of its processes those of a part.
  std::vector<PartFile> losses = {};

  const LayerShape& shape() const { return outcomes.header().shape; }
};

/// The outcomes of a layer of the table in a directory. Both throw Error when a file is not the one that the
/// manifest speaks of.
LayerFiles open_outcomes(const Manifest& manifest, const std::filesystem::path& directory, int layer);
/// And the distances of its wins, if the table has distances.
LayerFiles open_layer(const Manifest& manifest, const std::filesystem::path& directory, int layer);

/// Distances in a file are below this.
inline std::size_t distances_in(const BlockFile& file) {
  return std::size_t{1} << 8 * file.header().distance_bytes;
}

/// A bit for each slot of a block, by the own index.
struct BlockBitmaps {
  using Bitmap = std::array<Word, block_words>;
  Bitmap win, loss;
  Bitmap over;  ///< Known when distances were read.
};

/// The distances of some positions of a block, as a file has them.
struct DistanceList {
  std::vector<Word> listed;  ///< The slots that have one.
  Bytes packed;
  bool wide = false;  ///< Two bytes each, not one.
};

/// Unpacks the outcomes of a block, finds out which wins have a distance in the table, and reads these.
/// Throws Error, naming file and block, when the block is damaged or not what it should be.
void read_wins(const AtOnce& at_once, const LayerFiles& files, std::size_t block,
               std::span<const std::uint8_t> outcomes, Compressor& compressor, BlockBitmaps& bitmaps,
               DistanceList& wins);

/// What stands for a value where a block is expanded: a Value itself, or a number that suits the caller.
/// Wins and losses go by distance, from 0, the distance of positions that are over; in a table of outcomes
/// all have the distance 0. A win that has no distance in the files is one in one move, or over.
template <class Code>
class Encoding {
 public:
  /// `unlisted_loss` is for losses that are not over and whose distances are in no open file; without it they
  /// are not told from losses that are over.
  Encoding(Metric metric, Code draw, std::vector<Code> win, std::vector<Code> loss,
           std::optional<Code> unlisted_loss = {})
      : win_(std::move(win)), loss_(std::move(loss)), tells_open_losses_(unlisted_loss.has_value()) {
    const Code unlisted_win = win_.at(metric == Metric::distance ? 1 : 0);
    const std::array<Code, 4> plain = {draw, unlisted_win, unlisted_loss.value_or(loss_.at(0)), draw};
    for (std::size_t byte = 0; byte < quads_.size(); ++byte)
      for (std::size_t i = 0; i < 4; ++i) quads_[byte][i] = plain[byte >> i * 2 & 3];
  }

  const std::vector<Code>& win() const { return win_; }
  const std::vector<Code>& loss() const { return loss_; }
  bool tells_open_losses() const { return tells_open_losses_; }
  /// Of the four slots of a byte of packed outcomes.
  const std::array<Code, 4>& quad(std::uint8_t byte) const { return quads_[byte]; }

 private:
  std::vector<Code> win_;
  std::vector<Code> loss_;
  bool tells_open_losses_;
  std::array<std::array<Code, 4>, 256> quads_;
};

/// Reads blocks one after the other; one reader per thread.
class BlockReader {
 public:
  /// Throws Error, naming file and block, when the block is damaged or not what it should be.
  void read(const AtOnce& at_once, const LayerFiles& files, std::size_t block);

  const LayerShape& shape() const { return shape_; }
  std::size_t words() const { return shape_.words_in(block_); }
  const Word* win() const { return bitmaps_.win.data(); }
  const Word* loss() const { return bitmaps_.loss.data(); }
  /// Positions that are over, and wins that have a distance in the table; when the file of wins is open.
  const Word* over() const { return bitmaps_.over.data(); }
  const Word* listed_wins() const { return wins_.listed.data(); }
  std::uint64_t outcomes_hash() const { return hash_of(outcomes_); }
  std::uint64_t distances_hash() const { return hash_of(wins_.packed); }

  /// Calls visit(slot, distance) for these wins.
  template <class Visit>
  void for_each_listed_win(const Visit& visit) const {
    for_each_listed(wins_, visit);
  }

  /// The codes of all slots of the block that was read. The encoding must have every distance that the bytes
  /// of the open files can hold.
  template <class Code>
  void expand(const Encoding<Code>& encoding, Code* codes) const {
    for (std::size_t i = 0; i < outcomes_.size(); ++i)
      std::memcpy(codes + i * 4, encoding.quad(outcomes_[i]).data(), 4 * sizeof(Code));
    if (has_wins_) {
      put_over(bitmaps_.win, encoding.win()[0], codes);
      for_each_listed(
          wins_, [&](std::size_t slot, std::size_t distance) { codes[slot] = encoding.win()[distance]; });
      if (encoding.tells_open_losses()) put_over(bitmaps_.loss, encoding.loss()[0], codes);
    }
    if (has_losses_)
      for_each_listed(
          losses_, [&](std::size_t slot, std::size_t distance) { codes[slot] = encoding.loss()[distance]; });
  }

  /// The codes of all slots of a unit.
  template <class Code>
  void read_unit(const AtOnce& at_once, const LayerFiles& files, std::size_t unit,
                 const Encoding<Code>& encoding, Code* codes) {
    const std::size_t blocks = files.shape().blocks_of_unit();
    for (std::size_t i = 0; i < blocks; ++i) {
      read(at_once, files, unit * blocks + i);
      expand(encoding, codes + i * block_slots);
    }
  }

 private:
  template <class Visit>
  void for_each_listed(const DistanceList& list, const Visit& visit) const {
    for_each_distance(shape_, block_, list.listed.data(), list.packed, list.wide, visit);
  }

  /// Gives a code to the positions of a bitmap that are over.
  template <class Code>
  void put_over(const BlockBitmaps::Bitmap& bitmap, const Code& code, Code* codes) const {
    for (std::size_t word = 0; word < words(); ++word)
      for (Word rest = bitmap[word] & bitmaps_.over[word]; rest != 0; rest &= rest - 1)
        codes[word * word_slots + static_cast<std::size_t>(std::countr_zero(rest))] = code;
  }

  Compressor compressor_;
  LayerShape shape_;
  std::size_t block_ = 0;
  Bytes outcomes_;
  BlockBitmaps bitmaps_;
  bool has_wins_ = false;
  bool has_losses_ = false;
  DistanceList wins_;
  DistanceList losses_;
};

}  // namespace quixo::table
