// SPDX-License-Identifier: MIT
//
// The distances of a layer as a sequence of frames. A frame is one plane: the positions of the layer that are
// decided as a win or as a loss at one step. Frames are coded cube by cube, so a layer is small, and the next
// layer can play it back step by step.
//
//   frame = chunks, one after the other, each of so many cubes in the layer's order
//   chunk = the sizes of the codes of its cubes, as varints, then the codes; nothing when all are empty
//   code  = nothing                 when no position of the cube is set
//         | 0, then varints         the gaps before each position set, when they are few
//         | 1, then the bitmap      64-bit little-endian words
//         | 2, then for each word   a byte that says which of its bytes are not zero, then all of these; when
//                                   that is shorter
//
// A code depends on nothing but the positions, so files are the same however they were made.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/workers.h"
#include "quixo/error.h"
#include "solve/states.h"

namespace quixo::solve {

using Bytes = std::vector<std::uint8_t>;

/// Codes and decodes the bitmaps of one layer.
class CubeCodec {
 public:
  explicit CubeCodec(int axes) : axes_(axes) {}

  /// Appends the code of some positions: nothing for none.
  void encode(const States& states, Bytes& out) const;

  /// The positions of a code that is not empty. Throws Error when it is not a code.
  void decode(std::span<const std::uint8_t> code, States& states) const;

 private:
  std::uint64_t most_gaps() const;

  int axes_;
};

enum class FrameKind : std::uint8_t { loss, win };

struct FrameInfo {
  FrameKind kind = FrameKind::loss;
  int step = 0;                 ///< from 1: what is over needs no frame
  std::uint64_t states = 0;     ///< positions set, one per symmetry class of U
  std::uint64_t positions = 0;  ///< positions set, symmetric ones counted each
  std::uint64_t hash = 0;
  std::vector<std::uint64_t> chunks;  ///< where each chunk begins, and where the last one ends
};

/// Bytes that are written once, at the end, and read anywhere: a file, or memory when nothing is kept.
class Spool {
 public:
  virtual ~Spool() = default;
  virtual void append(std::span<const std::uint8_t> bytes) = 0;
  virtual std::uint64_t size() const = 0;
  /// Safe from many threads at once.
  virtual void read(std::uint64_t offset, std::span<std::uint8_t> bytes) const = 0;
  /// For messages.
  virtual std::string name() const = 0;
};

std::unique_ptr<Spool> memory_spool();
/// Creates the file, which messages call by the name that it gets later, or opens it for reading.
std::unique_ptr<Spool> create_file_spool(const std::filesystem::path& path,
                                         const std::filesystem::path& later_name);
std::unique_ptr<Spool> open_file_spool(const std::filesystem::path& path);

/// The frames of one layer. Written by one phase at a time with all threads, read by anyone after that.
class LayerFrames {
 public:
  /// Cubes of so many axes, `cubes` of them; `orbit(u)` is how many U stand for cube u.
  LayerFrames(std::size_t cubes, int axes, std::function<int(std::size_t)> orbit,
              std::unique_ptr<Spool> spool, std::vector<FrameInfo> frames = {});

  const std::vector<FrameInfo>& frames() const { return frames_; }
  const FrameInfo* find(FrameKind kind, int step) const;
  int last_step() const;
  std::uint64_t bytes() const { return spool_->size(); }

  /// Finds the positions of cube u, none so far.
  using Produce = std::function<void(std::size_t u, int worker, States& found)>;
  /// Consumes the positions of a cube that has any.
  using Consume = std::function<void(std::size_t u, int worker, const States& states)>;

  /// Appends the frame made of all cubes, each produced once; nothing is kept of a frame without positions.
  /// Returns its information.
  FrameInfo write(FrameKind kind, int step, Workers& workers, const Produce& produce,
                  const std::function<void(double)>& progress = {});

  /// Plays a frame back. Throws Error when it is not what was written.
  void read(const FrameInfo& frame, Workers& workers, const Consume& consume) const;

  /// Chunks, for who reads all frames of some cubes together. A chunk's words are a multiple of a table's
  /// block.
  std::size_t cubes_per_chunk() const;
  std::size_t chunks() const { return (cubes_ + cubes_per_chunk() - 1) / cubes_per_chunk(); }
  std::size_t cubes_in(std::size_t chunk) const {
    return std::min(cubes_per_chunk(), cubes_ - chunk * cubes_per_chunk());
  }

  /// The codes of the cubes of one chunk, empty for empty cubes.
  struct Codes {
    Bytes bytes;
    std::vector<std::span<const std::uint8_t>> cubes;
  };
  /// Returns their hash.
  std::uint64_t read_codes(const FrameInfo& frame, std::size_t chunk, Codes& codes) const;
  /// The positions of a code that is not empty.
  void decode(std::span<const std::uint8_t> code, States& states) const;
  /// Throws Error unless these are the hashes of the chunks that were written.
  void check(const FrameInfo& frame, const std::vector<std::uint64_t>& hashes) const;

 private:
  /// For each thread.
  std::vector<States> states_of(const Workers& workers) const;
  Error wrong(const char* what) const;

  std::size_t cubes_;
  int axes_;
  std::function<int(std::size_t)> orbit_;
  std::unique_ptr<Spool> spool_;
  std::vector<FrameInfo> frames_;
};

}  // namespace quixo::solve
