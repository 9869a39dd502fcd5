// SPDX-License-Identifier: MIT
//
// A file of blocks: the outcomes, or the distances, of one layer. Little-endian throughout:
//
//   header   6 x u64   magic, version, part, layer, bitmaps, bytes of a distance (0 in a file of outcomes)
//   blocks             zstd frames, one after the other
//   index    2 x u64   for each block: where it begins, XXH3 of its bytes
//   footer   4 x u64   XXH3 of header and index, number of blocks, where the index begins, magic
//
// A file is written under a temporary name, synced and renamed, so it is whole or not there.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "layout/layer_shape.h"
#include "table/block.h"

namespace quixo::table {

enum class Part : std::uint8_t { outcomes, distances };

struct BlockFileHeader {
  Part part = Part::outcomes;
  LayerShape shape;
  int distance_bytes = 0;
  bool operator==(const BlockFileHeader&) const = default;
};

class BlockFileWriter {
 public:
  /// The system is told to write to the disk each time this number of bytes has been appended. Else all of a
  /// large file would be written, and waited for, when it is synced in the end.
  static constexpr std::uint64_t default_stride = 32 << 20;

  BlockFileWriter(std::filesystem::path path, const BlockFileHeader& header,
                  std::uint64_t stride = default_stride);
  ~BlockFileWriter();
  BlockFileWriter(const BlockFileWriter&) = delete;
  BlockFileWriter& operator=(const BlockFileWriter&) = delete;

  /// Appends the code of the next block. Throws WriteError when the disk does not take it, as does finish().
  void append(std::span<const std::uint8_t> code);
  /// Writes index and footer, gives the file its name and returns the checksum in the footer.
  std::uint64_t finish();
  std::uint64_t size() const { return size_; }

 private:
  void write(const void* data, std::size_t size);
  std::filesystem::path partial() const { return partial_path(path_); }

  std::filesystem::path path_;
  std::uint64_t stride_;
  std::FILE* file_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t on_its_way_ = 0;  // bytes that the system was told to write to the disk
  std::vector<std::uint64_t> header_;
  std::vector<std::uint64_t> index_;
};

/// Read-only and memory-mapped; any number of threads may read.
class BlockFile {
 public:
  /// Checks everything but the blocks. Throws Error when the file is not what the header says.
  BlockFile(std::filesystem::path path, const BlockFileHeader& header);
  ~BlockFile();
  BlockFile(BlockFile&& other) noexcept;
  BlockFile& operator=(BlockFile&&) = delete;

  const BlockFileHeader& header() const { return header_; }
  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  std::size_t blocks() const { return blocks_; }
  /// Tells the system that single blocks will be read, so that it prefetches nothing around them.
  void expect_single_blocks() const;
  /// The one in the footer.
  std::uint64_t checksum() const { return checksum_; }

  /// Where the code of a block is in the file: from its first byte to the one behind its last.
  struct Extent {
    std::uint64_t begin = 0, end = 0;
  };
  Extent extent(std::size_t block) const;
  /// Has look(block, code) called before a block is unpacked, by any thread; it throws Error when the block
  /// must not be used.
  using Look = std::function<void(std::size_t block, std::span<const std::uint8_t> code)>;
  void watch(Look look) { look_ = std::move(look); }

  /// The code of a block. Throws Error, naming file and block, when its checksum is wrong.
  std::span<const std::uint8_t> code(std::size_t block) const;
  /// Decompresses a block of outcomes. Throws Error likewise, and when it has not one for every slot.
  void read_outcomes(std::size_t block, Compressor& compressor, Bytes& packed) const;
  /// Decompresses the distances of the slots set in `listed`, a bit for each slot of the block. Throws Error
  /// likewise, and when there are more or fewer.
  void read_distances(std::size_t block, std::span<const Word> listed, Compressor& compressor,
                      Bytes& packed) const;
  /// Throws Error that says this of a block: "is damaged".
  [[noreturn]] void fail(std::size_t block, const char* what) const;

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void read(std::size_t block, Compressor& compressor, Bytes& packed) const;

  std::filesystem::path path_;
  BlockFileHeader header_;
  const std::uint8_t* data_ = nullptr;
  std::uint64_t size_ = 0;
  std::size_t blocks_ = 0;
  std::uint64_t checksum_ = 0;
  const std::uint8_t* index_ = nullptr;
  Look look_;
};

}  // namespace quixo::table
