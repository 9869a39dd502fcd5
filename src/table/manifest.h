// SPDX-License-Identifier: MIT
//
// The manifest of a table: what was solved, what came out, and the files with their sizes and checksums. It
// is written last, so a table that has one is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "quixo/value.h"
#include "table/block_file.h"
#include "table/layer_entry.h"

namespace quixo::table {

struct Manifest {
  Rules rules;
  Metric metric = Metric::distance;
  Summary summary;
  std::vector<LayerEntry> layers;  ///< By the number of cubes on the board.

  std::uint64_t bytes() const;
  BlockFileHeader header(int layer, Part part) const;
  /// Opens a file of the table in this directory. Throws Error when it is not the one that is spoken of here.
  BlockFile open(const std::filesystem::path& directory, int layer, Part part) const;
  /// Throws Error unless this, read in the directory, is of the table that belongs there: someone may have
  /// copied or renamed it.
  void expect(const std::filesystem::path& directory, const Rules& wanted, Metric wanted_metric) const;
};

/// Opens a file of blocks that was written with this header, as "the manifest", or who else knows it, speaks
/// of it. Throws DamagedTable when it is another one.
BlockFile open_known(const std::filesystem::path& directory, const BlockFileHeader& header,
                     const FileEntry& known, const std::string& who = "the manifest");

std::filesystem::path file_name(int layer, Part part);
std::filesystem::path manifest_file(const std::filesystem::path& directory);

/// The manifest as it is written, one field a line, with the hash of all others in the last: nothing of it
/// can change unseen.
std::string to_text(const Manifest& manifest);
void write_manifest(const std::filesystem::path& directory, const Manifest& manifest);
/// Nothing when there is none. Throws Error when it cannot be read, contradicts itself or is not, byte for
/// byte, what write_manifest() would write.
std::optional<Manifest> read_manifest(const std::filesystem::path& directory);
/// One of the older version that had no hash, so that it can be written anew; nothing when it is none of
/// these.
std::optional<Manifest> read_manifest_without_hash(const std::filesystem::path& directory);
/// Throws Error when it is of another table, too.
std::optional<Manifest> read_manifest(const std::filesystem::path& directory, const Rules& wanted,
                                      Metric metric);

}  // namespace quixo::table
