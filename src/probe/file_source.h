// SPDX-License-Identifier: MIT
//
// Values from a table on disk (docs/format.md). Blocks are read and decompressed when they are first asked
// for and kept in a cache of bounded size. The files stay open, two a layer.
#pragma once

#include <cassert>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "base/lru_cache.h"
#include "layout/at_once.h"
#include "layout/layout.h"
#include "probe/source.h"
#include "table/block_reader.h"
#include "table/manifest.h"
#include "table/slot_places.h"

namespace quixo::probe {

/// A block ready to be asked for single positions.
struct LoadedBlock {
  table::Bytes outcomes;
  table::DistanceList wins;                 ///< Read for the first position whose distance is asked for, ...
  std::optional<table::SlotPlaces> places;  ///< ... and then this is made.

  std::size_t bytes() const {
    return sizeof *this + outcomes.size() + wins.packed.size() + wins.listed.size() * sizeof(cube::Word) +
           (places ? places->bytes() : 0);
  }
};

class FileSource : public ValueSource {
 public:
  FileSource(const std::filesystem::path& directory, table::Manifest manifest, std::size_t cache_bytes);

  Metric metric() const override { return manifest_.metric; }
  const Summary& summary() const override { return manifest_.summary; }
  Value value(Position position) const override;
  Outcome outcome(Position position) const override;
  void values(std::span<const Position> positions, std::span<Value> values, Workers& workers) const override;
  void scan(int layer, int threads, const std::stop_token& stop, const Visit& visit) const override;
  void read(int layer, std::uint32_t bitmap, const VisitRun& visit) const override;

 private:
  struct Slot;
  Value won_at_once() const;
  /// Of a slot of this block, which is loaded with its distances when one is needed.
  Value value_in(std::shared_ptr<const LoadedBlock>& loaded, const Slot& slot) const;
  /// With unknown_distance for a loss.
  Value stored_value(Position position) const;
  void stored_values(std::span<const Position> positions, std::span<Value> values, Workers& workers) const;
  struct Question;
  /// Calls take(asker, value) with what is stored for each question, from all threads. Where all are said to
  /// win, blocks are loaded with their distances at once.
  template <class Take>
  void answer(std::vector<Question>& questions, bool all_win, Workers& workers, const Take& take) const;
  Value value_of_loss(Position position) const;
  /// Of positions with the values of losses without distances, at these places.
  void find_losses(std::span<const Position> positions, std::span<const std::size_t> losses,
                   std::span<Value> values, Workers& workers) const;
  /// Makes the distance of a loss one more than that of this reply, unless it is longer already. Throws
  /// Contradiction when the reply does not win. Threads may do so at once.
  void add_reply(Position loss, Value reply, Value& value) const;
  std::shared_ptr<const LoadedBlock> load(int layer, std::size_t block, bool with_distances) const;

  struct Scan;
  void scan_block(int layer, std::size_t block, Scan& scan, const VisitRun& visit) const;
  const table::LayerFiles& files_of(int layer) const {
    assert(layer >= 0 && static_cast<std::size_t>(layer) < files_.size());
    return files_[static_cast<std::size_t>(layer)];
  }

  table::Manifest manifest_;
  AtOnce at_once_;
  table::Encoding<Value> encoding_;
  std::vector<table::LayerFiles> files_;  ///< By layer.
  mutable LruCache<LoadedBlock> cache_;
};

}  // namespace quixo::probe
