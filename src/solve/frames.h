// SPDX-License-Identifier: MIT
//
// The distances of a layer as a sequence of frames. A frame is one plane: the positions of the layer that are
// decided as a win or as a loss at one step. Frames are coded bitmap by bitmap (solve/bitmap_codec.h), so a
// layer is small, and the next layer can play it back step by step.
//
//   frame = chunks, one after the other, each of the same number of bitmaps, in the layer's order
//   chunk = the sizes of the codes of its bitmaps, as varints, then the codes; nothing when all are empty
//
// Frames that are kept have a footer behind the last of them: what FrameInfo says of each, as words of 64
// bits. Its size and its hash are noted elsewhere (solve/keeper.h), so who has nothing to do with a part need
// not know where its chunks are.
//
// Example: a chunk of three bitmaps, of which the second has no position set and the first and third have
// codes of two and four bytes: 02 00 04, then the six bytes of the codes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/job.h"
#include "base/peers.h"
#include "base/workers.h"
#include "layout/layer_shape.h"
#include "solve/bitmap_codec.h"
#include "solve/partition.h"
#include "solve/spool.h"
#include "solve/states.h"

namespace quixo::solve {

enum class FrameKind : std::uint8_t { loss, win };

struct FrameInfo {
  FrameKind kind = FrameKind::loss;
  int step = 0;                       ///< from 1: what is over needs no frame
  std::uint64_t states = 0;           ///< positions set by all peers, one per symmetry class of occupancies
  std::uint64_t positions = 0;        ///< positions set by all peers, symmetric ones counted each
  std::uint64_t hash = 0;             ///< of the hashes of this peer's chunks
  std::vector<std::uint64_t> chunks;  ///< where each of them begins, and where the last one ends
};

/// Where the footer is: at the end.
struct FramesFooter {
  std::uint64_t bytes = 0;
  std::uint64_t hash = 0;
};

/// The frames that a footer speaks of. Throws Error when it is not what was written.
std::vector<FrameInfo> read_footer(const Spool& spool, const FramesFooter& footer);

/// The frames of one layer, of the bitmaps of one peer. Written by one phase at a time with all threads, read
/// by anyone after that. Peers have frames of the same kinds and steps, and know how much all of them hold.
class LayerFrames {
 public:
  /// `orbit(bitmap)` is how many occupancies a bitmap stands for. The peers must outlive it.
  LayerFrames(LayerShape shape, Partition partition, Peers& peers,
              std::function<int(std::size_t bitmap)> orbit, std::unique_ptr<Spool> spool,
              std::vector<FrameInfo> frames = {});

  const std::vector<FrameInfo>& frames() const { return frames_; }
  const FrameInfo* find(FrameKind kind, int step) const;
  int last_step() const;
  std::uint64_t bytes() const { return spool_->size(); }

  /// Finds the positions of a bitmap, none so far.
  using Produce = std::function<void(std::size_t bitmap, int worker, States& found)>;
  /// Consumes the positions of a bitmap that has any.
  using Consume = std::function<void(std::size_t bitmap, int worker, const States& states)>;

  /// Brings what producing these bitmaps takes of other peers (solve/batches.h); null when that is nothing,
  /// which all peers must agree on.
  using Bring = std::function<void(BitmapRange bitmaps)>;

  /// Appends the frame made of all bitmaps, each produced once; nothing is kept of a frame without positions.
  /// Returns its information. All peers must call it.
  FrameInfo write(FrameKind kind, int step, Workers& workers, const Produce& produce,
                  const ShowProgress& progress = {}, const Bring& bring = {});

  /// Writes the footer, after the last frame.
  FramesFooter write_footer();

  /// Plays a frame back. Throws Error when it is not what was written.
  void read(const FrameInfo& frame, Workers& workers, const Consume& consume) const;

  /// All frames are cut into the same chunks, so that several can be read together, chunk by chunk, with a
  /// FrameReader each. A chunk is made of whole units (layout/layer_shape.h), the last one aside.
  std::size_t bitmaps_per_chunk() const;
  std::size_t chunks() const { return (range().size() + bitmaps_per_chunk() - 1) / bitmaps_per_chunk(); }
  BitmapRange bitmaps_in(std::size_t chunk) const {
    const std::size_t begin = range().begin + chunk * bitmaps_per_chunk();
    return {begin, std::min(begin + bitmaps_per_chunk(), range().end)};
  }
  /// Of this peer.
  BitmapRange range() const { return partition_.range(peers_.self()); }

 private:
  friend class FrameReader;

  LayerShape shape_;
  Partition partition_;
  Peers& peers_;
  std::function<int(std::size_t)> orbit_;
  std::unique_ptr<Spool> spool_;
  std::vector<FrameInfo> frames_;
};

/// The codes of the bitmaps of one chunk, empty for bitmaps without positions.
struct ChunkCodes {
  Bytes bytes;
  std::vector<std::span<const std::uint8_t>> codes;
};

/// Reads the chunks of one frame, each once, in any order and from any threads. Throws Error when they are
/// not what was written; with the last chunk this is known for sure. Both arguments must outlive it.
class FrameReader {
 public:
  FrameReader(const LayerFrames& frames, const FrameInfo& frame);

  void read(std::size_t chunk, ChunkCodes& codes);
  /// The positions of a code that is not empty.
  void decode(std::span<const std::uint8_t> code, States& states) const;

 private:
  Error bad(const char* how) const;

  const LayerFrames& frames_;
  const FrameInfo& frame_;
  std::vector<std::uint64_t> hashes_;  // of the chunks
  std::atomic<std::size_t> unread_;
};

}  // namespace quixo::solve
