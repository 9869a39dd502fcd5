// SPDX-License-Identifier: MIT
//
// Solves with less memory than their planes take.
#include "solve/file_pages.h"

#include <cerrno>

#include "base/file.h"
#include "base/system_calls.h"
#include "cube/plane.h"
#include "game/notation.h"
#include "solve/needs.h"
#include "solve/solver.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::solve {
namespace {

TEST(FilePages, KeepWhatIsWrittenWhileTheyAreGivenBack) {
  const TemporaryDirectory directory;
  const FilePages pages(directory.path(), 1);  // all is given back, again and again
  constexpr int axes = 20;
  constexpr std::size_t bitmaps = 64;
  cube::Plane plane(bitmaps, axes);
  cube::Plane small(1, axes);
  EXPECT_TRUE(files_in(directory.path()).empty());
  const auto word_of = [](std::size_t round, std::size_t bitmap, std::size_t word) {
    return (round + 1) * 0x9e3779b97f4a7c15 * (bitmap * cube::words_of(axes) + word + 1);
  };
  EXPECT_EQ(plane[bitmaps - 1][cube::words_of(axes) - 1], 0U);
  for (std::size_t round = 0; round < 10; ++round) {
    for (std::size_t bitmap = 0; bitmap < bitmaps; ++bitmap)
      for (std::size_t word = 0; word < cube::words_of(axes); ++word)
        plane[bitmap][word] = word_of(round, bitmap, word);
    for (std::size_t bitmap = 0; bitmap < bitmaps; ++bitmap)
      for (std::size_t word = 0; word < cube::words_of(axes); ++word)
        ASSERT_EQ(plane[bitmap][word], word_of(round, bitmap, word));
  }
  plane = cube::Plane::reuse(std::move(plane), 2 * bitmaps, axes);
  plane[2 * bitmaps - 1][0] = 1;
  EXPECT_EQ(plane[2 * bitmaps - 1][0], 1U);
}

Options with_little_memory(const std::filesystem::path& directory, Metric metric) {
  Options options;
  options.metric = metric;
  options.threads = 2;
  options.directory = directory;
  options.memory = 1;
  return options;
}

constexpr std::uint64_t signature_2x9 = 0x415e91d5152bb2a0;  // as docs/results.md has it
constexpr std::uint64_t signature_2x9_outcomes = 0xbcd80e4be544dc83;

TEST(LittleMemory, MakesTheSameTable) {
  const Geometry geometry(parse_rules("2x9"));
  const TemporaryDirectory directory;
  const Options options = with_little_memory(directory.path(), Metric::distance);
  EXPECT_TRUE(needs(geometry, options).planes_on_disk);
  EXPECT_EQ(solve(geometry, options).signature, signature_2x9);
  for (const auto& [name, bytes] : files_in(directory.path()))
    EXPECT_FALSE(name.ends_with(".partial")) << name;
}

TEST(LittleMemory, IsNotAskedForWhereThereIsEnough) {
  const Geometry geometry(parse_rules("2x9"));
  Options options = with_little_memory("anywhere", Metric::outcome);
  const Needs little = needs(geometry, options);
  options.memory.reset();
  const Needs usual = needs(geometry, options);
  EXPECT_LT(little.memory, usual.memory);
  EXPECT_GT(little.disk, usual.disk);
  EXPECT_FALSE(usual.planes_on_disk);
  options.memory = usual.memory;
  EXPECT_FALSE(needs(geometry, options).planes_on_disk);
  EXPECT_EQ(needs(geometry, options).disk, usual.disk);
}

/// A disk that has room for some planes and then for none.
class DiskWithoutRoom final : public SystemCalls {
 public:
  int allocate(int file, off_t bytes) override {
    if (planes_left-- > 0) return SystemCalls::allocate(file, bytes);
    errno = ENOSPC;
    return -1;
  }
  int planes_left = 0;
};

TEST(LittleMemory, ADiskThatIsFullIsSaidAndTheSolveGoesOnLater) {
  const Geometry geometry(parse_rules("2x9"));
  const TemporaryDirectory directory;
  const Options options = with_little_memory(directory.path(), Metric::outcome);
  int runs = 0;
  for (DiskWithoutRoom disk; runs < 100; ++runs) {
    disk.planes_left = runs;
    const StandIn stand_in(disk);
    try {
      solve(geometry, options);
      break;
    } catch (const WriteError& error) {
      EXPECT_EQ(std::string(error.what()), "cannot write " + (directory.path() / "planes.partial").string() +
                                               ": No space left on device");
    }
  }
  EXPECT_GT(runs, 2);
  EXPECT_EQ(solve(geometry, options).signature, signature_2x9_outcomes);
}

}  // namespace
}  // namespace quixo::solve
