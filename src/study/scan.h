// SPDX-License-Identifier: MIT
//
// What walks through tables share: the progress of a walk over several layers, and the number of ones of the
// indices of a run, which is the number of cubes of the player to move.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <mutex>

#include "base/job.h"
#include "layout/layout.h"
#include "quixo/table.h"

namespace quixo::study {

/// Eight bits by table: plain x86-64 has no instruction for it.
class Ones {
 public:
  constexpr int operator()(std::uint32_t index) const {
    return table_[index & 255] + table_[index >> 8 & 255] + table_[index >> 16 & 255] + table_[index >> 24];
  }

 private:
  std::array<std::uint8_t, 256> table_ = [] {
    std::array<std::uint8_t, 256> table{};
    for (unsigned i = 0; i < 256; ++i) table[i] = static_cast<std::uint8_t>(std::popcount(i));
    return table;
  }();
};

/// Adds up the states that are done with, from any thread, and shows the share they are of all.
class ShareDone {
 public:
  ShareDone(const Job& job, double states) : job_(job), states_(states) {}

  void add(double states) {
    const double before = done_.fetch_add(states, std::memory_order_relaxed);
    constexpr double interval = 1 << 20;
    if (std::floor(before / interval) != std::floor((before + states) / interval)) show();
  }

  /// With so many more states about to be done with.
  void show(double more = 0) {
    if (!job_.progress) return;
    const std::lock_guard lock(mutex_);
    job_.show((done_.load(std::memory_order_relaxed) + more) / states_);
  }

 private:
  const Job& job_;
  double states_;
  std::atomic<double> done_ = 0;
  std::mutex mutex_;
};

}  // namespace quixo::study
