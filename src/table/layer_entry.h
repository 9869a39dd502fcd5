// SPDX-License-Identifier: MIT
//
// What is known of the files of a layer, and the signature that is made of it: a table in memory has one,
// too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quixo::table {

/// One file of blocks of a layer.
struct FileEntry {
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;  ///< The one in its footer, which covers the checksums of all blocks.
  std::uint64_t hash = 0;      ///< Over the blocks before compression: what the signature is made of.
  bool operator==(const FileEntry&) const = default;
};

struct LayerEntry {
  std::size_t bitmaps = 0;
  int distance_bytes = 0;
  FileEntry outcomes;
  FileEntry distances;  ///< Unused in a table of outcomes.
  bool operator==(const LayerEntry&) const = default;
};

/// The signature of a table with these layers.
std::uint64_t signature_of(const std::vector<LayerEntry>& layers);

}  // namespace quixo::table
