// SPDX-License-Identifier: MIT
#include "verify/block_reader.h"

#include <utility>

namespace quixo::verify {

void BlockReader::read(const LayerFiles& layer, std::size_t block) {
  layer.outcomes.read_outcomes(block, compressor_, outcomes_);
  words_ = layer.shape.words_in(block);
  table::unpack_outcomes(outcomes_, win_.data(), loss_.data());
  const Word valid = cube::valid_bits(layer.shape.layer);
  for (std::size_t word = 0; word < words_; ++word) {
    ones_[word] = static_cast<std::uint8_t>(std::popcount(layer.shape.word_in_bitmap(block, word)));
    if ((win_[word] & loss_[word]) != 0) layer.outcomes.fail(block, "has an outcome that is none");
    if (((win_[word] | loss_[word]) & ~valid) != 0)
      layer.outcomes.fail(block, "has outcomes where there are no positions");
  }
  wins_.read = layer.wins.has_value();
  losses_.read = layer.losses.has_value();
  if (wins_.read) {
    files_.at_once().fill(layer.shape, block, over_.data(), wins_.listed.data());
    for (std::size_t word = 0; word < words_; ++word)
      wins_.listed[word] = win_[word] & ~(over_[word] | wins_.listed[word]);
    read_list(*layer.wins, block, wins_);
  } else if (losses_.read) {
    files_.at_once().fill_over(layer.shape, block, over_.data());
  }
  if (losses_.read) {
    for (std::size_t word = 0; word < words_; ++word) losses_.listed[word] = loss_[word] & ~over_[word];
    read_list(*layer.losses, block, losses_);
  }
}

void BlockReader::read_list(const table::BlockFile& file, std::size_t block, List& list) {
  file.read_distances(block, std::span(list.listed).first(words_), compressor_, list.packed);
  list.wide = file.header().distance_bytes == 2;
}

BlockReader::Places BlockReader::begins(const Bitmap& listed) const {
  Places places{};
  for (std::size_t word = 0; word < words_; ++word) {
    std::size_t* place = places.data() + ones_[word];
    for (std::uint64_t counts = count_by_ones(listed[word]); counts != 0; counts >>= 8)
      *place++ += counts & 255;
  }
  std::size_t begin = 0;
  for (std::size_t& place : places) begin += std::exchange(place, begin);
  return places;
}

}  // namespace quixo::verify
