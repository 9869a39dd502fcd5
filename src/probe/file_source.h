// SPDX-License-Identifier: MIT
//
// Values from a table on disk (docs/format.md). Blocks are decompressed when they are first asked for and
// kept in a cache of bounded size; the files themselves are memory-mapped.
#pragma once

#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "probe/at_once.h"
#include "probe/table.h"
#include "solve/layout.h"
#include "table/manifest.h"

namespace quixo::probe {

/// A block ready to be asked.
struct LoadedBlock {
  table::Bytes outcomes;
  // Loaded for the first position whose distance is asked for.
  table::Bytes distances;
  std::vector<table::Word> listed;

  std::size_t bytes() const {
    return sizeof *this + outcomes.size() + distances.size() + listed.size() * sizeof(table::Word);
  }
};

/// The blocks asked for last.
class BlockCache {
 public:
  explicit BlockCache(std::size_t bytes) : most_bytes_(bytes) {}

  std::shared_ptr<const LoadedBlock> find(std::uint64_t key);
  /// Replaces what is there under this key.
  void insert(std::uint64_t key, std::shared_ptr<const LoadedBlock> block);

 private:
  struct Entry {
    std::uint64_t key;
    std::shared_ptr<const LoadedBlock> block;
  };
  std::mutex mutex_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_;  // the latest first
  std::unordered_map<std::uint64_t, std::list<Entry>::iterator> places_;
};

class FileSource : public ValueSource {
 public:
  FileSource(const std::filesystem::path& directory, table::Manifest manifest, const Geometry& geometry,
             std::size_t cache_bytes);

  Metric metric() const override { return manifest_.metric; }
  const solve::Layout& layout() const override { return layout_; }
  const Summary& summary() const override { return manifest_.summary; }
  Value value(Position position) const override;
  Outcome outcome(Position position) const override;
  void scan(int layer, int threads, const std::stop_token& stop, const Visit& visit) const override;

 private:
  /// With unknown_distance for a loss.
  Value stored_value(Position position) const;
  Value value_of_loss(Position position) const;
  std::shared_ptr<const LoadedBlock> load(int layer, std::size_t block, bool with_distances) const;

  /// The values of a block, and what is needed on the way to them.
  struct ScannedBlock;
  void scan_outcomes(std::size_t layer, std::size_t block, ScannedBlock& scanned) const;
  /// After its outcomes.
  void scan_distances(std::size_t layer, std::size_t block, ScannedBlock& scanned) const;

  table::Manifest manifest_;
  solve::Layout layout_;
  AtOnce at_once_;
  std::vector<table::BlockFile> outcomes_;
  std::vector<table::BlockFile> distances_;
  mutable BlockCache cache_;
};

}  // namespace quixo::probe
