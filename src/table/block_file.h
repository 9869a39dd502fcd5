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
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/hash.h"
#include "layout/layer_shape.h"
#include "table/block.h"
#include "table/compressor.h"

namespace quixo::table {

/// What to do about a damaged table.
inline constexpr const char* solve_again = "remove the table and solve again";

struct BlockFileHeader {
  Part part = Part::outcomes;
  LayerShape shape;
  int distance_bytes = 0;
  bool operator==(const BlockFileHeader&) const = default;
};

std::vector<std::uint64_t> words_of(const BlockFileHeader& header);

/// What a file has of a block.
struct CodeEntry {
  std::uint64_t bytes = 0;
  std::uint64_t hash = 0;
};

/// The words behind the blocks of a file, as they are to be written, piece by piece.
class BlockFileEnd {
 public:
  explicit BlockFileEnd(const BlockFileHeader& header);

  /// The index of the next blocks.
  std::vector<std::uint64_t> index(std::span<const CodeEntry> entries);
  /// After that of the last.
  std::vector<std::uint64_t> footer() const;
  std::uint64_t checksum() const { return hash_.value(); }

 private:
  Hasher hash_;         // of header and index
  std::uint64_t next_;  // where the next block begins
  std::uint64_t blocks_ = 0;
};

class BlockFileWriter {
 public:
  /// The system is told to write to the disk each time this number of bytes has been appended. Else all of a
  /// large file would be written, and waited for, when it is synced in the end.
  static constexpr std::uint64_t default_stride = 32 << 20;

  BlockFileWriter(std::filesystem::path path, const BlockFileHeader& header,
                  std::uint64_t stride = default_stride);

  /// Appends the code of the next block. Throws WriteError when the disk does not take it, as does finish().
  void append(std::span<const std::uint8_t> code);
  /// Writes index and footer, gives the file its name and returns the checksum in the footer.
  std::uint64_t finish();
  std::uint64_t size() const { return file_.size(); }

 private:
  void write(std::span<const std::uint64_t> words);

  NewFile file_;
  std::uint64_t stride_;
  std::uint64_t syncing_ = 0;  // bytes that the system was told to write to the disk
  BlockFileHeader header_;
  std::vector<CodeEntry> entries_;
};

/// Read-only; any number of threads may read. The index is read once and kept, 16 bytes a block. A block is
/// read whenever it is asked for, and its checksum is taken of the very bytes that are decompressed: so a
/// file that is cut short, overwritten or on a failing disk under a running reader is an Error, never a wrong
/// value. Every Error is a DamagedTable.
class BlockFile {
 public:
  /// Checks everything but the blocks. Throws when the file is not what the header says, before it takes more
  /// memory than such a file needs.
  BlockFile(std::filesystem::path path, const BlockFileHeader& header);

  const BlockFileHeader& header() const { return header_; }
  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  std::size_t blocks() const { return index_.size(); }
  /// Tells the system that single blocks will be read, so that it prefetches nothing around them.
  void expect_single_blocks() const { file_.expect_single_parts(); }
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

  /// The code of a block. Throws, naming file and block, when it cannot be read or its checksum is wrong.
  Bytes code(std::size_t block) const;
  /// Decompresses a block of outcomes. Throws likewise, and unless it has one, win, loss or draw, for every
  /// position of the block and none where there is no position.
  void read_outcomes(std::size_t block, Compressor& compressor, Bytes& packed) const;
  /// Decompresses the distances of the slots set in `listed`, a bit for each slot of the block. Throws
  /// likewise, and when there are more or fewer.
  void read_distances(std::size_t block, std::span<const Word> listed, Compressor& compressor,
                      Bytes& packed) const;

 private:
  struct Entry {
    std::uint64_t begin;
    std::uint64_t hash;
  };

  [[noreturn]] void fail(const std::string& what) const;
  [[noreturn]] void fail(std::size_t block, const std::string& what) const;
  std::uint64_t index_begin() const { return size_ - footer_bytes - index_.size() * sizeof(Entry); }
  void read_index();
  /// Throws unless all bytes are there.
  void read_at(std::uint64_t offset, void* data, std::size_t bytes) const;
  void read_code(std::size_t block, Bytes& code) const;
  /// Decompresses a block that must have this number of bytes; else says `wrong_size` of it.
  void read(std::size_t block, std::size_t bytes, const char* wrong_size, Compressor& compressor,
            Bytes& packed) const;

  static constexpr std::size_t header_words = 6;
  static constexpr std::size_t header_bytes = header_words * sizeof(std::uint64_t);
  static constexpr std::size_t footer_bytes = 4 * sizeof(std::uint64_t);

  std::filesystem::path path_;
  BlockFileHeader header_;
  File file_;
  std::uint64_t size_ = 0;
  std::uint64_t checksum_ = 0;
  std::vector<Entry> index_;
  Look look_;
};

}  // namespace quixo::table
