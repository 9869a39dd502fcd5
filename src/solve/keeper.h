// SPDX-License-Identifier: MIT
//
// Where a solve keeps what it has done: a directory (directory.h), from which a solve that was stopped goes
// on. A solve in memory has none, and so needs neither files nor a compressor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/workers.h"
#include "layout/layer_shape.h"
#include "quixo/value.h"
#include "solve/frames.h"
#include "solve/outcome.h"
#include "solve/spool.h"
#include "table/block.h"
#include "table/layer_entry.h"

namespace quixo::solve {

/// The frames of some bitmaps of a layer, as one peer has written them.
struct FramesPart {
  BitmapRange bitmaps;
  std::uint64_t bytes = 0;  ///< Of all, the footer included.
  FramesFooter footer;
};

struct LayerSummary {
  Census census;  ///< of this layer alone
  std::optional<Longest> win;
  std::optional<Longest> loss;
  std::vector<FramesPart> parts;  ///< of frames that are kept: one for each peer that solved the layer
  table::LayerEntry files;
  bool packed = false;  ///< whether all files of the table are there, not only the outcomes
};

/// Takes the blocks of one part of a layer; of peers that solve together each has one for its own.
class BlockKeeper {
 public:
  virtual ~BlockKeeper() = default;
  /// The code of a block, made by any worker.
  virtual void encode(std::span<const std::uint8_t> packed, std::span<const std::size_t> run_ends, int worker,
                      table::Bytes& code) = 0;
  /// Keeps the code of the next block.
  virtual void append(std::span<const std::uint8_t> code) = 0;
  /// After the last one: the size and the checksum of what is kept, of all peers together. They are told to
  /// the first; all must call it.
  virtual table::FileEntry finish() = 0;
};

/// Makes a place for the blocks of one part of a layer.
using CreateBlocks = std::function<std::unique_ptr<BlockKeeper>(const LayerShape& shape, table::Part part,
                                                                int distance_bytes, int workers)>;

class Keeper {
 public:
  virtual ~Keeper() = default;

  /// The summary of a solved layer, the same at all peers, who must all call it.
  virtual std::optional<LayerSummary> load(int layer) const = 0;
  virtual void save(int layer, const LayerSummary& summary) const = 0;

  /// A new place for this peer's frames of a layer, which is there for good when they are kept.
  virtual std::unique_ptr<Spool> create_frames(int layer) const = 0;
  virtual void keep_frames(int layer) const = 0;
  /// One of the parts of a layer's frames. Null when it is not there any more.
  virtual std::unique_ptr<Spool> open_frames(int layer, std::size_t part, std::size_t parts) const = 0;
  /// All parts.
  virtual void remove_frames(int layer) const = 0;

  virtual CreateBlocks create_blocks() const = 0;
  /// Throws DamagedTable unless the blocks of a solved layer are those that were kept.
  virtual void check_blocks(const LayerShape& shape, table::Part part,
                            const table::LayerEntry& files) const = 0;
  /// The same, and the outcomes that they hold of some bitmaps: whole units.
  virtual OutcomePlanes load_outcomes(const LayerShape& shape, const table::LayerEntry& files,
                                      BitmapRange bitmaps, Workers& workers) const = 0;

  /// All layers are done, and the table is whole.
  virtual void finish(const Summary& summary, const std::vector<table::LayerEntry>& layers) const = 0;
  /// For messages: " in DIRECTORY".
  virtual std::string where() const = 0;
};

}  // namespace quixo::solve
