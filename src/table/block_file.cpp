// SPDX-License-Identifier: MIT
#include "table/block_file.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "quixo/error.h"
#include "quixo/value.h"

namespace quixo::table {
namespace {

constexpr std::uint64_t magic = 0x656c'6261'746f'7871;  // "qxotable"
constexpr std::uint64_t version = 2;
// Two bytes a slot is the most that a block has before it is compressed. Who is made to read more than twice
// that is being fooled.
constexpr std::uint64_t most_code_bytes = 4 * block_slots;

File open_or_fail(const std::filesystem::path& path) {
  try {
    if (std::optional<File> file = File::if_there(path)) return std::move(*file);
  } catch (const SystemError& error) {
    throw DamagedTable(path, "cannot be opened: " + error.reason);
  }
  throw DamagedTable(path, fmt::format("is missing: {}", solve_again));
}

/// What is wrong with packed outcomes of a layer, if anything.
const char* fault_of_outcomes(std::span<const std::uint8_t> packed, int layer) {
  constexpr Word every_low_bit = 0x5555'5555'5555'5555;
  const Word valid = cube::valid_bits(layer);
  Word both = 0;
  Word outside = 0;
  for (std::size_t at = 0; at < packed.size(); at += outcome_bytes_per_word) {
    Word pair[2];
    std::memcpy(pair, packed.data() + at, sizeof pair);
    both |= (pair[0] & pair[0] >> 1 & every_low_bit) | (pair[1] & pair[1] >> 1 & every_low_bit);
    if (~valid != 0) {  // below 32 positions all are in the first half
      assert(layer < 6);
      outside |= layer == 5 ? pair[1] : pair[1] | pair[0] >> (2U << layer);
    }
  }
  if (both != 0) return "has an outcome that is none (code 3)";
  return outside != 0 ? "has outcomes where there are no positions" : nullptr;
}

}  // namespace

std::vector<std::uint64_t> words_of(const BlockFileHeader& header) {
  return {magic,
          version,
          static_cast<std::uint64_t>(header.part),
          static_cast<std::uint64_t>(header.shape.layer),
          header.shape.bitmaps,
          static_cast<std::uint64_t>(header.distance_bytes)};
}

BlockFileEnd::BlockFileEnd(const BlockFileHeader& header) {
  const std::vector<std::uint64_t> words = words_of(header);
  hash_.add(words);
  next_ = std::span(words).size_bytes();
}

std::vector<std::uint64_t> BlockFileEnd::index(std::span<const CodeEntry> entries) {
  std::vector<std::uint64_t> words;
  words.reserve(2 * entries.size());
  for (const CodeEntry& entry : entries) {
    words.push_back(next_);
    words.push_back(entry.hash);
    next_ += entry.bytes;
  }
  hash_.add(words);
  blocks_ += entries.size();
  return words;
}

std::vector<std::uint64_t> BlockFileEnd::footer() const { return {checksum(), blocks_, next_, magic}; }

BlockFileWriter::BlockFileWriter(std::filesystem::path path, const BlockFileHeader& header,
                                 std::uint64_t stride)
    : file_(std::move(path)), stride_(stride), header_(header) {
  write(words_of(header));
}

void BlockFileWriter::write(std::span<const std::uint64_t> words) {
  file_.append({reinterpret_cast<const std::uint8_t*>(words.data()), words.size_bytes()});
}

void BlockFileWriter::append(std::span<const std::uint8_t> code) {
  entries_.push_back({code.size(), hash_of(code)});
  file_.append(code);
  if (file_.size() - syncing_ < stride_) return;
  file_.start_syncing();
  syncing_ = file_.size();
}

std::uint64_t BlockFileWriter::finish() {
  BlockFileEnd end(header_);
  write(end.index(entries_));
  write(end.footer());
  file_.publish();
  return end.checksum();
}

BlockFile::BlockFile(std::filesystem::path path, const BlockFileHeader& header)
    : path_(std::move(path)), header_(header), file_(open_or_fail(path_)) {
  try {
    read_index();
  } catch (const SystemError& error) {
    throw DamagedTable(path_, "cannot be read: " + error.reason);
  }
}

void BlockFile::read_index() {
  size_ = file_.size();
  if (size_ < header_bytes + footer_bytes) fail("is cut short");
  std::vector<std::uint64_t> header(header_words);
  read_at(0, header.data(), header_bytes);
  std::array<std::uint64_t, 4> footer{};
  read_at(size_ - footer_bytes, footer.data(), footer_bytes);
  if (header[0] != magic || footer[3] != magic) fail("is not a file of blocks, or cut short");
  if (header != words_of(header_)) fail("is of another layer, part or version of the format");
  checksum_ = footer[0];
  const std::uint64_t blocks = header_.shape.blocks();
  const std::uint64_t index_bytes = size_ - header_bytes - footer_bytes;  // at most
  if (footer[1] != blocks || blocks > index_bytes / sizeof(Entry) ||
      footer[2] != size_ - footer_bytes - blocks * sizeof(Entry))
    fail("is cut short or damaged in its footer");
  index_.resize(blocks);
  read_at(footer[2], index_.data(), blocks * sizeof(Entry));
  Hasher hash;
  hash.add(header);
  hash.add({reinterpret_cast<const std::uint64_t*>(index_.data()), 2 * blocks});
  if (hash.value() != checksum_) fail("is damaged in its index");
  std::uint64_t end = header_bytes;
  for (std::size_t block = 0; block < blocks; ++block) {
    if (index_[block].begin != end) fail("is damaged in its index");
    end = block + 1 < blocks ? index_[block + 1].begin : index_begin();
    if (end < index_[block].begin || end - index_[block].begin > most_code_bytes)
      fail("is damaged in its index");
  }
}

void BlockFile::fail(const std::string& what) const {
  throw DamagedTable(path_, fmt::format("{}: {}", what, solve_again));
}

void BlockFile::fail(std::size_t block, const std::string& what) const {
  fail(fmt::format("{} in block {} of {}", what, block, blocks()));
}

void BlockFile::read_at(std::uint64_t offset, void* data, std::size_t bytes) const {
  if (file_.read_at(offset, {static_cast<std::uint8_t*>(data), bytes}) != bytes) fail("is cut short");
}

BlockFile::Extent BlockFile::extent(std::size_t block) const {
  assert(block < blocks());
  return {index_[block].begin, block + 1 < blocks() ? index_[block + 1].begin : index_begin()};
}

void BlockFile::read_code(std::size_t block, Bytes& code) const {
  const auto [begin, end] = extent(block);
  code.resize(end - begin);
  try {
    if (file_.read_at(begin, code) != code.size()) fail(block, "is cut short");
  } catch (const SystemError& error) {
    throw DamagedTable(path_,
                       fmt::format("cannot be read in block {} of {}: {}", block, blocks(), error.reason));
  }
  if (hash_of(code) != index_[block].hash) fail(block, "is damaged");
}

Bytes BlockFile::code(std::size_t block) const {
  Bytes code;
  read_code(block, code);
  return code;
}

void BlockFile::read(std::size_t block, std::size_t bytes, const char* wrong_size, Compressor& compressor,
                     Bytes& packed) const {
  Bytes& code = compressor.code();
  read_code(block, code);
  if (look_) look_(block, code);
  const std::optional<std::size_t> size = Compressor::packed_bytes(code);
  if (!size) fail(block, "is damaged");
  if (*size != bytes) fail(block, wrong_size);
  if (!compressor.decompress(code, packed)) fail(block, "is damaged");
}

void BlockFile::read_outcomes(std::size_t block, Compressor& compressor, Bytes& packed) const {
  read(block, header_.shape.words_in(block) * outcome_bytes_per_word, "has the wrong number of outcomes",
       compressor, packed);
  if (const char* fault = fault_of_outcomes(packed, header_.shape.layer)) fail(block, fault);
}

void BlockFile::read_distances(std::size_t block, std::span<const Word> listed, Compressor& compressor,
                               Bytes& packed) const {
  assert(listed.size() == header_.shape.words_in(block));
  std::size_t count = 0;
  for (const Word word : listed) count += static_cast<std::size_t>(std::popcount(word));
  read(block, count * static_cast<std::size_t>(header_.distance_bytes),
       "has another number of distances than the outcomes want", compressor, packed);
  if (header_.distance_bytes < 2) return;
  bool unknown = false;
  for (std::size_t place = 0; place < count; ++place)
    unknown |= packed_distance(packed, true, place) == unknown_distance;
  if (unknown) fail(block, "has a distance that is none");
}

}  // namespace quixo::table
