// SPDX-License-Identifier: MIT
//
// How long some work will still take, at the pace that it has had.
#pragma once

#include <chrono>
#include <optional>

namespace quixo {

class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  /// The whole work is thought to take so many seconds; 0 when nobody knows.
  explicit Pace(double expected_seconds = 0, Clock::time_point begin = Clock::now())
      : expected_(expected_seconds), begin_(begin) {}

  Clock::time_point begin() const { return begin_; }

  /// This share of the whole is done. What the first call says was done before.
  void see(double share) {
    if (first_share_ < 0) first_share_ = share;
    share_ = share;
  }

  /// Nothing as long as it would be a guess.
  std::optional<double> seconds_left(Clock::time_point now = Clock::now()) const {
    constexpr double told = 0.02;  // of the work: what is expected counts as if so much had gone at that pace
    if (first_share_ < 0) return expected_ > 0 ? std::optional(expected_) : std::nullopt;
    const double done = share_ - first_share_ + (expected_ > 0 ? told : 0);
    if (done < told) return std::nullopt;
    const double seconds = std::chrono::duration<double>(now - begin_).count() + told * expected_;
    return seconds * (1 - share_) / done;
  }

 private:
  double expected_;
  Clock::time_point begin_;
  double first_share_ = -1;
  double share_ = 0;
};

}  // namespace quixo
