// SPDX-License-Identifier: MIT
#include "verify/block_reader.h"

#include <fmt/format.h>

#include <utility>

#include "game/error.h"

namespace quixo::verify {
namespace {

[[noreturn]] void fail(const table::BlockFile& file, std::size_t block, const char* what) {
  throw Error(fmt::format("{} {} in block {} of {}: remove the table and solve again", file.path().string(),
                          what, block, file.blocks()));
}

}  // namespace

table::BlockFile TableFiles::open(int layer, table::Part part) const {
  table::BlockFile file(directory_ / table::file_name(layer, part), manifest_.header(layer, part));
  if (file.size() != entry(layer, part).bytes || file.checksum() != entry(layer, part).checksum)
    throw Error(
        fmt::format("{} is not the file that the manifest speaks of: remove the table and solve again",
                    file.path().string()));
  return file;
}

void BlockReader::read(const LayerFiles& layer, std::size_t block) {
  layer.outcomes.read(block, compressor_, outcomes_);
  words_ = layer.shape.words_in(block);
  if (outcomes_.size() != words_ * 16) fail(layer.outcomes, block, "has the wrong number of outcomes");
  table::unpack_outcomes(outcomes_, win_.data(), loss_.data());
  const Word valid = cube::valid_bits(layer.shape.axes);
  for (std::size_t word = 0; word < words_; ++word) {
    ones_[word] = static_cast<std::uint8_t>(std::popcount(layer.shape.word_in_cube(block, word)));
    if ((win_[word] & loss_[word]) != 0) fail(layer.outcomes, block, "has an outcome that is none");
    if (((win_[word] | loss_[word]) & ~valid) != 0)
      fail(layer.outcomes, block, "has outcomes where there are no positions");
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
  file.read(block, compressor_, list.packed);
  const int bytes = file.header().distance_bytes;
  list.wide = bytes == 2;
  std::size_t count = 0;
  for (std::size_t word = 0; word < words_; ++word)
    count += static_cast<std::size_t>(std::popcount(list.listed[word]));
  if (list.packed.size() != count * static_cast<std::size_t>(bytes))
    fail(file, block, "has another number of distances than the outcomes want");
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
