// SPDX-License-Identifier: MIT
//
// The search itself: does the player to move win, or lose, within so many moves?
//
//   wins within n     she wins at once, or has a move after which the opponent loses within n - 1
//   loses within n    she cannot win at once, and after every move of hers the opponent has won or wins
//                     within n - 1
//
// Cycles do no harm: a repetition only wastes moves. docs/search.md tells what makes it fast.
#pragma once

#include <cstdint>
#include <memory>

#include "game/geometry.h"
#include "quixo/search.h"
#include "search/board.h"

namespace quixo::search {

/// Thrown when the limits are reached. What was proved until then is remembered.
struct CutOff {};

/// Remembers what it has proved. For one thread at a time.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Remembers up to 2^size_bits positions (Proven::least_size_bits or more), eight bytes each.
  static std::unique_ptr<Engine> make(const Rules& rules, int size_bits = 20);

  const Geometry& geometry() const { return geometry_; }

  /// Of `limits` it heeds the deadline and the stop.
  void set_limits(const SearchLimits& limits) { limits_ = limits; }

  /// Whether the player to move wins (loses) within n moves, n >= 1. The board must be open. Throws CutOff,
  /// but not for n = 1.
  virtual bool wins(Board board, int n) = 0;
  virtual bool loses(Board board, int n) = 0;

  /// Whether a win (loss) in n moves, no fewer, is possible under these rules.
  virtual bool can_win_in(int n) const = 0;
  virtual bool can_lose_in(int n) const = 0;

  std::uint64_t nodes() const { return nodes_; }

 protected:
  explicit Engine(const Rules& rules) : geometry_(checked(rules)) {}

  void count_node() {
    constexpr std::uint64_t nodes_between_looks = 256;
    if (++nodes_ % nodes_between_looks == 0) look_at_limits();
  }
  void look_at_limits() const;

 private:
  Geometry geometry_;
  SearchLimits limits_;
  std::uint64_t nodes_ = 0;
};

}  // namespace quixo::search
