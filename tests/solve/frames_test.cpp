// SPDX-License-Identifier: MIT
//
// Frames are all that a finished layer leaves, so what is written must be what is read, whatever the number
// of threads, and bytes that have changed must never become other positions.
#include "solve/frames.h"

#include <gtest/gtest.h>

#include <random>

#include "base/workers.h"
#include "cube/bitmap.h"
#include "quixo/error.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::solve {
namespace {

/// One position in `sparsity` is set.
void fill(Word* bitmap, int axes, unsigned sparsity, std::mt19937_64& random) {
  std::fill_n(bitmap, cube::words_of(axes), 0);
  for (std::size_t i = 0; i < std::size_t{1} << axes; ++i)
    if (random() % sparsity == 0) bitmap[i / 64] |= Word{1} << i % 64;
}

/// The same positions, in a bitmap and in a list.
std::pair<States, States> both_ways(const Word* bitmap, int axes) {
  std::pair<States, States> states{States(axes), States(axes)};
  states.first.set_bitmap([&](Word* copy) { std::copy_n(bitmap, cube::words_of(axes), copy); });
  states.second.set_list([&](std::vector<std::uint32_t>& list) {
    cube::for_each_point(bitmap, axes, [&](std::uint32_t point) { list.push_back(point); });
  });
  return states;
}

TEST(CubeCodec, DecodesWhatItEncodes) {
  std::mt19937_64 random(7);
  for (int axes = 0; axes <= 16; ++axes) {
    CubeCodec codec(axes);
    Plane planes(2, axes);
    States decoded(axes);
    const std::span<const Word> before(planes[0], cube::words_of(axes));
    const std::span<const Word> after(planes[1], cube::words_of(axes));
    for (const unsigned sparsity : {1U, 2U, 3U, 10U, 60U, 64U, 300U, 3000U, 60'000U})
      for (int round = 0; round < 4; ++round) {
        fill(planes[0], axes, sparsity, random);
        const auto [bitmap, list] = both_ways(planes[0], axes);
        Bytes code = {42};  // codes are appended
        codec.encode(bitmap, code);
        EXPECT_EQ(code.front(), 42);
        Bytes again = {42};
        codec.encode(list, again);
        EXPECT_EQ(code, again);
        if (cube::is_empty(planes[0], axes)) {
          EXPECT_EQ(code.size(), 1U);
          continue;
        }
        decoded.set_bitmap([&](Word* any) { fill(any, axes, 2, random); });  // does not matter
        codec.decode(std::span(code).subspan(1), decoded);
        EXPECT_EQ(decoded.count(), cube::count(planes[0], axes));
        decoded.copy_to(planes[1]);
        ASSERT_TRUE(std::ranges::equal(before, after)) << axes << " axes, one in " << sparsity;
      }
  }
}

TEST(States, AreTheSameInABitmapAndInAList) {
  std::mt19937_64 random(8);
  for (const int axes : {0, 3, 6, 11})
    for (const unsigned sparsity : {1U, 2U, 50U}) {
      Plane plane(1, axes);
      fill(plane[0], axes, sparsity, random);
      if (cube::is_empty(plane[0], axes)) continue;
      const auto [bitmap, list] = both_ways(plane[0], axes);
      EXPECT_FALSE(bitmap.listed());
      EXPECT_TRUE(list.listed());
      EXPECT_EQ(bitmap.count(), list.count());
      EXPECT_EQ(bitmap.first(), list.first());
      std::vector<std::uint32_t> visited;
      bitmap.for_each([&](std::uint32_t index) { visited.push_back(index); });
      EXPECT_TRUE(std::ranges::equal(visited, list.list()));
      Plane other(4, axes);
      fill(other[0], axes, 2, random);
      const auto apply = [&](const States& states, std::size_t to, auto&& change) {
        std::copy_n(other[0], cube::words_of(axes), other[to]);
        change(states, other[to]);
        return std::vector<Word>(other[to], other[to] + cube::words_of(axes));
      };
      const auto add = [](const States& states, Word* words) { states.add_to(words); };
      const auto remove = [](const States& states, Word* words) { states.remove_from(words); };
      EXPECT_EQ(apply(bitmap, 1, add), apply(list, 2, add));
      EXPECT_EQ(apply(bitmap, 1, remove), apply(list, 2, remove));
      for (std::size_t i = 0; i < cube::words_of(axes); ++i) {
        EXPECT_EQ(apply(list, 1, add)[i], other[0][i] | plane[0][i]);
        EXPECT_EQ(apply(list, 1, remove)[i], other[0][i] & ~plane[0][i]);
      }
    }
}

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

/// A layer of made-up frames: at every step fewer positions, with empty cubes and empty chunks among them.
class MadeUpLayer {
 public:
  MadeUpLayer(std::size_t cubes, int axes) : cubes_(cubes), axes_(axes) {}

  LayerFrames open(std::unique_ptr<Spool> spool, std::vector<FrameInfo> frames = {}) const {
    return {cubes_, axes_, [](std::size_t u) { return static_cast<int>(u % 8) + 1; }, std::move(spool),
            std::move(frames)};
  }

  void write(LayerFrames& frames, Workers& workers) const {
    for (int step = 1; step <= steps; ++step)
      for (const auto kind : {FrameKind::loss, FrameKind::win})
        frames.write(kind, step, workers, [&](std::size_t u, int, States& found) {
          found.set_bitmap([&](Word* bitmap) { make(kind, step, u, bitmap); });
        });
  }

  /// Whether a frame gives the bitmaps it was made of. Throws what reading throws.
  bool is_right(const LayerFrames& frames, const FrameInfo& frame, Workers& workers) const {
    std::vector<std::uint8_t> got(cubes_);
    std::vector<Plane> expected;
    expected.reserve(static_cast<std::size_t>(workers.size()));
    for (int worker = 0; worker < workers.size(); ++worker) expected.emplace_back(2, axes_);
    std::atomic<bool> right = true;
    frames.read(frame, workers, [&](std::size_t u, int worker, const States& states) {
      got[u] = 1;
      Word* wanted = expected[static_cast<std::size_t>(worker)][0];
      Word* bitmap = expected[static_cast<std::size_t>(worker)][1];
      states.copy_to(bitmap);
      if (!make(frame.kind, frame.step, u, wanted) || !std::equal(bitmap, bitmap + words(), wanted))
        right = false;
    });
    for (std::size_t u = 0; u < cubes_; ++u)
      if (make(frame.kind, frame.step, u, expected[0][0]) != (got[u] != 0)) return false;
    return right;
  }

  static constexpr int steps = 4;

 private:
  std::size_t words() const { return cube::words_of(axes_); }

  bool make(FrameKind kind, int step, std::size_t u, Word* bitmap) const {
    std::fill_n(bitmap, words(), 0);
    if (step == 3 || (step == 4 && u < cubes_ - 5)) return false;  // no frame; empty chunks
    std::mt19937_64 random(u * 10 + static_cast<std::size_t>(step) * 2 + (kind == FrameKind::win ? 1 : 0));
    if (random() % 3 == 0) return false;
    fill(bitmap, axes_, step == 1 ? 3 : 40, random);
    return !cube::is_empty(bitmap, axes_);
  }

  std::size_t cubes_;
  int axes_;
};

const std::pair<std::size_t, int> layers[] = {{1, 0}, {7, 3}, {5000, 5}, {2500, 9}, {9, 16}};

TEST(LayerFrames, AreReadAsWrittenByAnyNumberOfThreads) {
  for (const auto& [cubes, axes] : layers) {
    const MadeUpLayer layer(cubes, axes);
    Bytes of_one;
    for (int threads = 1; threads <= 3; ++threads) {
      Workers workers(threads, {});
      Bytes bytes;
      LayerFrames frames = layer.open(std::make_unique<OpenSpool>(bytes));
      layer.write(frames, workers);
      EXPECT_EQ(frames.bytes(), bytes.size());
      if (threads == 1) of_one = bytes;
      EXPECT_EQ(bytes, of_one) << cubes << " cubes of " << axes << " axes, " << threads << " threads";
      for (const FrameInfo& frame : frames.frames()) {
        EXPECT_TRUE(layer.is_right(frames, frame, workers));
        EXPECT_EQ(frames.find(frame.kind, frame.step), &frame);
      }
    }
  }
}

TEST(LayerFrames, CountPositions) {
  Workers workers(2, {});
  LayerFrames frames(
      100, 4, [](std::size_t u) { return u == 0 ? 8 : 2; }, memory_spool());
  const FrameInfo none = frames.write(FrameKind::loss, 1, workers, [](std::size_t, int, States&) {});
  EXPECT_EQ(none.states, 0U);
  EXPECT_TRUE(frames.frames().empty());
  EXPECT_EQ(frames.bytes(), 0U);
  const FrameInfo some = frames.write(FrameKind::win, 2, workers, [](std::size_t u, int, States& found) {
    if (u < 3) found.set_bitmap([](Word* bitmap) { *bitmap = 0b1011; });
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
  for (const auto& [cubes, axes] : {std::pair<std::size_t, int>{7, 3}, {25, 8}, {2, 11}}) {
    const MadeUpLayer layer(cubes, axes);
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
  const MadeUpLayer layer(5000, 5);
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
  const MadeUpLayer layer(2500, 9);
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
  const MadeUpLayer layer(300, 9);
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

TEST(FileSpool, ThatCannotBeOpenedIsAnErrorWithItsName) {
  const TemporaryDirectory directory;
  const auto nowhere = directory.path() / "no" / "where";
  const std::string message = "cannot open " + nowhere.string() + ": No such file or directory";
  EXPECT_EQ(message_of([&] { open_file_spool(nowhere); }), message);
  EXPECT_EQ(message_of([&] { create_file_spool(nowhere, nowhere); }), message);
}

}  // namespace
}  // namespace quixo::solve
