// SPDX-License-Identifier: MIT
//
// Frames are all that a finished layer leaves, so what is written must be what is read, whatever the number
// of threads, and bytes that have changed must never become other positions.
#include "solve/frames.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "base/workers.h"
#include "cube/bitmap.h"
#include "quixo/error.h"
#include "tests/files.h"
#include "tests/game/support.h"
#include "tests/solve/bitmaps.h"

namespace quixo::solve {
namespace {

/// A spool in memory whose bytes the test can see and change.
class OpenSpool : public Spool {
 public:
  explicit OpenSpool(Bytes& bytes) : bytes_(bytes) {}
  void append(std::span<const std::uint8_t> more) override {
    bytes_.insert(bytes_.end(), more.begin(), more.end());
  }
  std::uint64_t size() const override { return bytes_.size(); }
  void read(std::uint64_t offset, std::span<std::uint8_t> out) const override {
    if (offset + out.size() > bytes_.size()) throw Error("read past the end");
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
  }
  std::string name() const override { return "the open spool"; }

 private:
  Bytes& bytes_;
};

/// A layer of made-up frames: at every step fewer positions, with empty bitmaps and empty chunks among them.
class MadeUpLayer {
 public:
  explicit MadeUpLayer(LayerShape shape) : shape_(shape) {}

  LayerFrames open(std::unique_ptr<Spool> spool, std::vector<FrameInfo> frames = {}) {
    return {shape_,           Partition({0, shape_.bitmaps}),
            alone_,           [](std::size_t bitmap) { return static_cast<int>(bitmap % 8) + 1; },
            std::move(spool), std::move(frames)};
  }

  void write(LayerFrames& frames, Workers& workers) const {
    for (int step = 1; step <= steps; ++step)
      for (const auto kind : {FrameKind::loss, FrameKind::win})
        frames.write(kind, step, workers, [&](std::size_t bitmap, int, States& found) {
          found.set_bitmap([&](OwnBitmap positions) { make(kind, step, bitmap, positions); });
        });
  }

  /// Whether a frame gives the bitmaps it was made of. Throws what reading throws.
  bool is_right(const LayerFrames& frames, const FrameInfo& frame, Workers& workers) const {
    struct Compared {
      explicit Compared(int layer) : memory(2, layer), wanted(memory[0]), got(memory[1]) {}
      Plane memory;
      OwnBitmap wanted;
      OwnBitmap got;
    };
    PerWorker<Compared> compared_by(workers.size(), [&] { return Compared(shape_.layer); });
    std::vector<std::uint8_t> seen(shape_.bitmaps);
    std::atomic<bool> right = true;
    frames.read(frame, workers, [&](std::size_t bitmap, int worker, const States& states) {
      seen[bitmap] = 1;
      const Compared& compared = compared_by[worker];
      states.copy_to(compared.got);
      if (!make(frame.kind, frame.step, bitmap, compared.wanted) ||
          !std::equal(compared.got.words(), compared.got.words() + shape_.bitmap_words(),
                      compared.wanted.words()))
        right = false;
    });
    for (std::size_t bitmap = 0; bitmap < shape_.bitmaps; ++bitmap)
      if (make(frame.kind, frame.step, bitmap, compared_by[0].wanted) != (seen[bitmap] != 0)) return false;
    return right;
  }

  static constexpr int steps = 4;

 private:
  bool make(FrameKind kind, int step, std::size_t bitmap, OwnBitmap positions) const {
    clear(positions, shape_.layer);
    if (step == 3 || (step == 4 && bitmap < shape_.bitmaps - 5)) return false;  // no frame; empty chunks
    std::mt19937_64 random(bitmap * 10 + static_cast<std::size_t>(step) * 2 +
                           (kind == FrameKind::win ? 1 : 0));
    if (random() % 3 == 0) return false;
    fill(positions, shape_.layer, step == 1 ? 3 : 40, random);
    return !is_empty(positions, shape_.layer);
  }

  LayerShape shape_;
  Alone alone_;
};

constexpr LayerShape shapes[] = {{0, 1}, {3, 7}, {5, 5000}, {9, 2500}, {16, 9}};

TEST(LayerFrames, AreReadAsWrittenByAnyNumberOfThreads) {
  for (const LayerShape& shape : shapes) {
    MadeUpLayer layer(shape);
    Bytes of_one;
    for (int threads = 1; threads <= 3; ++threads) {
      Workers workers(threads, {});
      Bytes bytes;
      LayerFrames frames = layer.open(std::make_unique<OpenSpool>(bytes));
      layer.write(frames, workers);
      EXPECT_EQ(frames.bytes(), bytes.size());
      if (threads == 1) of_one = bytes;
      EXPECT_EQ(bytes, of_one) << shape.bitmaps << " bitmaps of layer " << shape.layer << ", " << threads
                               << " threads";
      for (const FrameInfo& frame : frames.frames()) {
        EXPECT_TRUE(layer.is_right(frames, frame, workers));
        EXPECT_EQ(frames.find(frame.kind, frame.step), &frame);
      }
    }
  }
}

TEST(LayerFrames, CountPositions) {
  Workers workers(2, {});
  Alone alone;
  LayerFrames frames(
      {4, 100}, Partition({0, 100}), alone, [](std::size_t bitmap) { return bitmap == 0 ? 8 : 2; },
      memory_spool());
  const FrameInfo none = frames.write(FrameKind::loss, 1, workers, [](std::size_t, int, States&) {});
  EXPECT_EQ(none.states, 0U);
  EXPECT_TRUE(frames.frames().empty());
  EXPECT_EQ(frames.bytes(), 0U);
  const FrameInfo some = frames.write(FrameKind::win, 2, workers, [](std::size_t bitmap, int, States& found) {
    if (bitmap < 3) found.set_bitmap([](OwnBitmap positions) { *positions.words() = 0b1011; });
  });
  EXPECT_EQ(some.states, 9U);
  EXPECT_EQ(some.positions, 3U * 8 + 6 * 2);
  ASSERT_EQ(frames.frames().size(), 1U);
  EXPECT_EQ(frames.last_step(), 2);
  EXPECT_EQ(frames.find(FrameKind::loss, 2), nullptr);
  EXPECT_EQ(frames.find(FrameKind::win, 1), nullptr);
}

/// Damages a layer in every byte.
TEST(LayerFrames, AChangedByteIsFound) {
  for (const LayerShape& shape : {LayerShape{3, 7}, {8, 25}, {11, 2}}) {
    MadeUpLayer layer(shape);
    Workers workers(1, {});
    Bytes bytes;
    LayerFrames frames = layer.open(std::make_unique<OpenSpool>(bytes));
    layer.write(frames, workers);
    for (const FrameInfo& frame : frames.frames())
      for (std::size_t at = frame.chunks.front(); at < frame.chunks.back(); ++at)
        for (const unsigned change : {0x01U, 0x02U, 0x10U, 0x80U, 0xffU}) {
          const std::uint8_t right = bytes[at];
          bytes[at] = static_cast<std::uint8_t>(right ^ change);
          ASSERT_EQ(message_of([&] { layer.is_right(frames, frame, workers); }),
                    "the open spool is damaged: remove its directory and solve again")
              << "byte " << at << " ^ " << change;
          bytes[at] = right;
        }
  }
}

TEST(LayerFrames, ADamagedIndexIsAnError) {
  MadeUpLayer layer({5, 5000});
  Workers workers(2, {});
  LayerFrames frames = layer.open(memory_spool());
  layer.write(frames, workers);
  const FrameInfo good = frames.frames().front();
  ASSERT_EQ(good.chunks.size(), 4U);
  const auto complaint = [&](auto&& damage) {
    FrameInfo bad = good;
    damage(bad);
    return message_of([&] { layer.is_right(frames, bad, workers); });
  };
  const std::string damaged = "a layer in memory is damaged: remove its directory and solve again";
  EXPECT_EQ(complaint([](FrameInfo&) {}), "no error");
  EXPECT_EQ(complaint([](FrameInfo& frame) { frame.hash ^= 1; }), damaged);
  EXPECT_EQ(complaint([](FrameInfo& frame) { frame.chunks.clear(); }), damaged);
  EXPECT_EQ(complaint([](FrameInfo& frame) { frame.chunks.pop_back(); }), damaged);
  EXPECT_EQ(complaint([](FrameInfo& frame) { frame.chunks.push_back(frame.chunks.back()); }), damaged);
  EXPECT_EQ(complaint([](FrameInfo& frame) { ++frame.chunks[1]; }), damaged);
  EXPECT_EQ(complaint([](FrameInfo& frame) { std::swap(frame.chunks[1], frame.chunks[2]); }), damaged);
  EXPECT_EQ(complaint([](FrameInfo& frame) { frame.chunks.back() = ~std::uint64_t{0}; }),
            "a layer in memory is cut short: remove its directory and solve again");
}

TEST(LayerFrames, InAFileAreReadAgain) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "frames";
  MadeUpLayer layer({9, 2500});
  Workers workers(2, {});
  std::vector<FrameInfo> index;
  {
    LayerFrames frames = layer.open(create_file_spool(path, path));
    layer.write(frames, workers);
    index = frames.frames();
  }
  Bytes bytes;
  LayerFrames in_memory = layer.open(std::make_unique<OpenSpool>(bytes));
  layer.write(in_memory, workers);
  EXPECT_EQ(bytes_of(path), std::string(bytes.begin(), bytes.end()));
  const LayerFrames frames = layer.open(open_file_spool(path), index);
  for (const FrameInfo& frame : frames.frames()) EXPECT_TRUE(layer.is_right(frames, frame, workers));
}

TEST(LayerFrames, AFileThatIsCutShortIsAnError) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "frames";
  MadeUpLayer layer({9, 300});
  Workers workers(2, {});
  LayerFrames frames = layer.open(create_file_spool(path, path));
  layer.write(frames, workers);
  const std::string cut_short = path.string() + " is cut short: remove its directory and solve again";
  for (std::uint64_t size = frames.bytes(); size-- > 0; size -= size / 7) {
    std::filesystem::resize_file(path, size);
    const LayerFrames reopened = layer.open(open_file_spool(path), frames.frames());
    const FrameInfo& last = frames.frames().back();
    EXPECT_EQ(message_of([&] { layer.is_right(reopened, last, workers); }), cut_short);
    // The one that is open already does not know its size any more.
    EXPECT_EQ(message_of([&] { layer.is_right(frames, last, workers); }), cut_short);
  }
}

/// Chunk by chunk, from the last to the first: damage is known with the last one read at the latest.
TEST(FrameReader, ChecksItselfWithTheLastChunk) {
  MadeUpLayer layer({5, 5000});
  Workers workers(1, {});
  LayerFrames frames = layer.open(memory_spool());
  layer.write(frames, workers);
  FrameInfo frame = frames.frames().front();
  ASSERT_GT(frames.chunks(), 1U);
  for (const bool right : {true, false}) {
    if (!right) frame.hash ^= 1;
    FrameReader reader(frames, frame);
    ChunkCodes codes;
    for (std::size_t chunk = frames.chunks(); chunk-- > 1;) {
      reader.read(chunk, codes);
      EXPECT_EQ(codes.codes.size(), frames.bitmaps_in(chunk).size());
    }
    EXPECT_EQ(message_of([&] { reader.read(0, codes); }),
              right ? "no error" : "a layer in memory is damaged: remove its directory and solve again");
  }
}

}  // namespace
}  // namespace quixo::solve
