// SPDX-License-Identifier: MIT
#include "table/block_reader.h"

#include <algorithm>
#include <iterator>

namespace quixo::table {
namespace {

/// Reads the distances of the slots that the list names.
void read_list(const BlockFile& file, std::size_t block, Compressor& compressor, DistanceList& list) {
  file.read_distances(block, list.listed, compressor, list.packed);
  list.wide = file.header().distance_bytes == 2;
}

}  // namespace

LayerFiles open_outcomes(const Manifest& manifest, const std::filesystem::path& directory, int layer) {
  return {manifest.open(directory, layer, Part::outcomes)};
}

LayerFiles open_layer(const Manifest& manifest, const std::filesystem::path& directory, int layer) {
  LayerFiles files = open_outcomes(manifest, directory, layer);
  if (manifest.metric == Metric::distance)
    files.wins.emplace(manifest.open(directory, layer, Part::distances));
  return files;
}

void read_wins(const AtOnce& at_once, const LayerFiles& files, std::size_t block,
               std::span<const std::uint8_t> outcomes, Compressor& compressor, BlockBitmaps& bitmaps,
               DistanceList& wins) {
  assert(files.wins);
  assert(outcomes.size() == files.shape().words_in(block) * outcome_bytes_per_word);
  unpack_outcomes(outcomes, bitmaps.win.data(), bitmaps.loss.data());
  wins.listed.resize(files.shape().words_in(block));
  Word* listed = wins.listed.data();
  at_once.fill(files.shape(), block, bitmaps.over.data(), listed);
  for (std::size_t word = 0; word < wins.listed.size(); ++word)
    listed[word] = bitmaps.win[word] & ~(bitmaps.over[word] | listed[word]);
  read_list(*files.wins, block, compressor, wins);
}

void BlockReader::read(const AtOnce& at_once, const LayerFiles& files, std::size_t block) {
  files.outcomes.read_outcomes(block, compressor_, outcomes_);
  shape_ = files.shape();
  block_ = block;
  has_wins_ = files.wins.has_value();
  has_losses_ = !files.losses.empty();
  if (has_wins_) {
    read_wins(at_once, files, block, outcomes_, compressor_, bitmaps_, wins_);
  } else {
    unpack_outcomes(outcomes_, bitmaps_.win.data(), bitmaps_.loss.data());
    if (has_losses_) at_once.fill_over(shape_, block, bitmaps_.over.data());
  }
  if (has_losses_) {
    losses_.listed.resize(words());
    for (std::size_t word = 0; word < words(); ++word)
      losses_.listed[word] = bitmaps_.loss[word] & ~bitmaps_.over[word];
    const auto part = std::prev(std::ranges::upper_bound(files.losses, block, {}, &PartFile::first));
    read_list(part->file, block - part->first, compressor_, losses_);
  }
}

}  // namespace quixo::table
