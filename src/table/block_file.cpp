// SPDX-License-Identifier: MIT
#include "table/block_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cstring>
#include <utility>

#include "base/hash.h"
#include "quixo/error.h"
#include "quixo/value.h"

namespace quixo::table {
namespace {

constexpr std::uint64_t magic = 0x656c'6261'746f'7871;  // "qxotable"
constexpr std::uint64_t version = 2;
constexpr std::size_t header_words = 6;
constexpr std::size_t header_bytes = header_words * sizeof(std::uint64_t);
constexpr std::size_t entry_bytes = 2 * sizeof(std::uint64_t);
constexpr std::size_t footer_bytes = 4 * sizeof(std::uint64_t);

std::vector<std::uint64_t> words_of(const BlockFileHeader& header) {
  return {magic,
          version,
          static_cast<std::uint64_t>(header.part),
          static_cast<std::uint64_t>(header.shape.layer),
          header.shape.bitmaps,
          static_cast<std::uint64_t>(header.distance_bytes)};
}

std::uint64_t load(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace

BlockFileWriter::BlockFileWriter(std::filesystem::path path, const BlockFileHeader& header,
                                 std::uint64_t stride)
    : path_(std::move(path)), stride_(stride), header_(words_of(header)) {
  file_ = std::fopen(partial().c_str(), "wb");
  if (file_ == nullptr) throw system_error("create", partial());
  write(header_.data(), header_bytes);
}

BlockFileWriter::~BlockFileWriter() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::error_code ignored;
  std::filesystem::remove(partial(), ignored);
}

void BlockFileWriter::write(const void* data, std::size_t size) {
  if (std::fwrite(data, 1, size, file_) != size) throw WriteError(partial());
  size_ += size;
}

void BlockFileWriter::append(std::span<const std::uint8_t> code) {
  index_.push_back(size_);
  index_.push_back(hash_of(code));
  write(code.data(), code.size());
  if (size_ - on_its_way_ < stride_) return;
  if (std::fflush(file_) != 0) throw WriteError(partial());
  sync_file_range(fileno(file_), static_cast<off_t>(on_its_way_), static_cast<off_t>(size_ - on_its_way_),
                  SYNC_FILE_RANGE_WRITE);
  on_its_way_ = size_;
}

std::uint64_t BlockFileWriter::finish() {
  assert(file_ != nullptr);
  const std::uint64_t index_begin = size_;
  write(index_.data(), index_.size() * sizeof(std::uint64_t));
  std::vector<std::uint64_t> checked = header_;
  checked.insert(checked.end(), index_.begin(), index_.end());
  const std::uint64_t footer[] = {hash_of(std::span<const std::uint64_t>(checked)), index_.size() / 2,
                                  index_begin, magic};
  write(footer, sizeof footer);
  // Closing does not tell of what could not be written before.
  if (std::ferror(file_) != 0)
    throw Error(fmt::format("cannot write {}: a part of it is lost", partial().string()));
  std::FILE* file = std::exchange(file_, nullptr);
  if (std::fclose(file) != 0) throw WriteError(partial());
  publish(path_);
  return footer[0];
}

BlockFile::BlockFile(std::filesystem::path path, const BlockFileHeader& header)
    : path_(std::move(path)), header_(header) {
  const int file = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw system_error("open", path_);
  struct stat status {};
  const bool known = fstat(file, &status) == 0;
  size_ = known ? static_cast<std::uint64_t>(status.st_size) : 0;
  void* memory = size_ >= header_bytes + footer_bytes ? mmap(nullptr, size_, PROT_READ, MAP_SHARED, file, 0)
                                                      : MAP_FAILED;
  close(file);
  if (memory == MAP_FAILED) fail("is cut short or unreadable");
  data_ = static_cast<const std::uint8_t*>(memory);
  try {
    const std::uint8_t* footer = data_ + size_ - footer_bytes;
    if (load(data_) != magic || load(footer + 24) != magic) fail("is not a file of blocks, or cut short");
    const std::vector<std::uint64_t> expected = words_of(header);
    if (std::memcmp(data_, expected.data(), header_bytes) != 0)
      fail("is of another layer, part or version of the format");
    blocks_ = load(footer + 8);
    const std::uint64_t index_begin = load(footer + 16);
    if (blocks_ != header.shape.blocks() || index_begin > size_ ||
        size_ - index_begin != blocks_ * entry_bytes + footer_bytes)
      fail("is cut short or damaged in its footer");
    index_ = data_ + index_begin;
    std::vector<std::uint64_t> checked(header_words + blocks_ * 2);
    std::memcpy(checked.data(), data_, header_bytes);
    std::memcpy(checked.data() + header_words, index_, blocks_ * entry_bytes);
    checksum_ = load(footer);
    if (hash_of(std::span<const std::uint64_t>(checked)) != checksum_) fail("is damaged in its index");
    for (std::size_t block = 0; block < blocks_; ++block) {
      const std::uint64_t begin = load(index_ + block * entry_bytes);
      const std::uint64_t next = block + 1 < blocks_ ? load(index_ + (block + 1) * entry_bytes) : index_begin;
      if (begin < header_bytes || begin > next || next > index_begin) fail("is damaged in its index");
    }
  } catch (...) {
    munmap(memory, size_);
    throw;
  }
}

BlockFile::~BlockFile() {
  if (data_ != nullptr) munmap(const_cast<std::uint8_t*>(data_), size_);
}

BlockFile::BlockFile(BlockFile&& other) noexcept
    : path_(std::move(other.path_)),
      header_(other.header_),
      data_(std::exchange(other.data_, nullptr)),
      size_(other.size_),
      blocks_(other.blocks_),
      checksum_(other.checksum_),
      index_(other.index_),
      look_(std::move(other.look_)) {}

void BlockFile::expect_single_blocks() const {
  madvise(const_cast<std::uint8_t*>(data_), size_, MADV_RANDOM);
}

void BlockFile::fail(const std::string& what) const {
  throw Error(fmt::format("{} {}: remove the table and solve again", path_.string(), what));
}

void BlockFile::fail(std::size_t block, const char* what) const {
  fail(fmt::format("{} in block {} of {}", what, block, blocks_));
}

BlockFile::Extent BlockFile::extent(std::size_t block) const {
  assert(block < blocks_);
  const std::uint8_t* entry = index_ + block * entry_bytes;
  return {load(entry),
          block + 1 < blocks_ ? load(entry + entry_bytes) : static_cast<std::uint64_t>(index_ - data_)};
}

std::span<const std::uint8_t> BlockFile::code(std::size_t block) const {
  const auto [begin, end] = extent(block);
  const std::span<const std::uint8_t> code(data_ + begin, end - begin);
  if (hash_of(code) != load(index_ + block * entry_bytes + 8)) fail(block, "is damaged");
  return code;
}

void BlockFile::read(std::size_t block, Compressor& compressor, Bytes& packed) const {
  const std::span<const std::uint8_t> code = this->code(block);
  if (look_) look_(block, code);
  if (!compressor.decompress(code, packed)) fail(block, "is damaged");
}

void BlockFile::read_outcomes(std::size_t block, Compressor& compressor, Bytes& packed) const {
  read(block, compressor, packed);
  if (packed.size() != header_.shape.words_in(block) * outcome_bytes_per_word)
    fail(block, "has the wrong number of outcomes");
}

void BlockFile::read_distances(std::size_t block, std::span<const Word> listed, Compressor& compressor,
                               Bytes& packed) const {
  assert(listed.size() == header_.shape.words_in(block));
  read(block, compressor, packed);
  std::size_t count = 0;
  for (const Word word : listed) count += static_cast<std::size_t>(std::popcount(word));
  if (packed.size() != count * static_cast<std::size_t>(header_.distance_bytes))
    fail(block, "has another number of distances than the outcomes want");
  if (header_.distance_bytes < 2) return;
  bool unknown = false;
  for (std::size_t place = 0; place < count; ++place)
    unknown |= packed_distance(packed, true, place) == unknown_distance;
  if (unknown) fail(block, "has a distance that is none");
}

}  // namespace quixo::table
