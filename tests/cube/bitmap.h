// SPDX-License-Identifier: MIT
//
// What the tests of bitmaps and of kernels share: bitmaps in aligned memory that are read and written point
// by point, and a test that is run once for each instruction set of the machine.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "cube/kernel.h"

namespace quixo::cube {

class Bitmap {
 public:
  explicit Bitmap(int axes) : axes_(axes), lines_((words_of(axes) + 7) / 8) {}
  Word* words() { return lines_[0].words; }
  const Word* words() const { return lines_[0].words; }
  std::size_t points() const { return std::size_t{1} << axes_; }
  bool get(std::size_t i) const { return lines_[i / 512].words[i / 64 % 8] >> i % 64 & 1; }
  void set(std::size_t i) { lines_[i / 512].words[i / 64 % 8] |= Word{1} << i % 64; }
  bool operator==(const Bitmap&) const = default;

 private:
  struct alignas(64) Line {
    Word words[8];
    bool operator==(const Line&) const = default;
  };
  int axes_;
  std::vector<Line> lines_;
};

/// One point in `sparsity` is set.
inline Bitmap random_bitmap(int axes, std::mt19937_64& random, unsigned sparsity = 2) {
  Bitmap bitmap(axes);
  for (std::size_t i = 0; i < bitmap.points(); ++i)
    if (random() % sparsity == 0) bitmap.set(i);
  return bitmap;
}

class EveryTarget : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { use_simd_target(GetParam()); }
  void TearDown() override { use_simd_target(simd_targets().front()); }
};

}  // namespace quixo::cube
