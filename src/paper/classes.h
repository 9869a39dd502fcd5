// SPDX-License-Identifier: MIT
//
// The outcomes (and steps) of all states, class by class. The paper keeps two vector<bool> per class and
// guards them with mutexes, because bits share bytes; here a state has a byte of its own (and two more for
// its step), and threads read and write it as relaxed atomics. Relaxed is enough: no decision is ever taken
// back, and a loop over the states begins when the threads of the one before have joined.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "paper/ranking.h"
#include "quixo/value.h"

namespace quixo::paper {

/// The paper's temporary outcome: a state that cannot be a Loss any more. None is left when its class is
/// finished.
constexpr auto win_or_draw = static_cast<Outcome>(3);

/// The step of a state that is neither Win nor Loss, or not yet.
constexpr std::uint16_t no_step = 0xffff;

/// C(x,o). Any thread may call the methods of a state's index at any time; init is for one thread.
class Class {
 public:
  static constexpr std::size_t bytes_per_state(bool with_steps) {
    return sizeof(Outcome) + (with_steps ? sizeof(std::uint16_t) : 0);
  }

  /// Every state is a Draw so far.
  void init(std::size_t size, bool with_steps) {
    outcomes_ = std::vector<std::atomic<Outcome>>(size);
    steps_ = std::vector<std::atomic<std::uint16_t>>(with_steps ? size : 0);
    for (auto& step : steps_) step.store(no_step, std::memory_order_relaxed);
  }

  std::size_t size() const { return outcomes_.size(); }
  Outcome outcome(std::size_t index) const {
    assert(index < outcomes_.size());
    return outcomes_[index].load(std::memory_order_relaxed);
  }
  std::uint16_t step(std::size_t index) const {
    assert(index < steps_.size());
    return steps_[index].load(std::memory_order_relaxed);
  }
  bool has_steps() const { return !steps_.empty(); }
  int longest_step() const {
    int longest = 0;
    for (std::size_t index = 0; index < size(); ++index)
      if (step(index) != no_step) longest = std::max<int>(longest, step(index));
    return longest;
  }

  void set(std::size_t index, Outcome outcome) { outcomes_[index].store(outcome, std::memory_order_relaxed); }
  void set(std::size_t index, Outcome outcome, std::uint16_t step) {
    set(index, outcome);
    steps_[index].store(step, std::memory_order_relaxed);
  }
  /// In one go, lest a Win that another thread writes in between be lost.
  void draw_to_win_or_draw(std::size_t index) {
    Outcome expected = Outcome::draw;
    outcomes_[index].compare_exchange_strong(expected, win_or_draw, std::memory_order_relaxed);
  }

 private:
  std::vector<std::atomic<Outcome>> outcomes_;
  std::vector<std::atomic<std::uint16_t>> steps_;
};

/// All classes of a board.
class Classes {
 public:
  explicit Classes(int cells)
      : ranking_(cells), side_(static_cast<std::size_t>(cells) + 1), classes_(side_ * side_) {}

  const Ranking& ranking() const { return ranking_; }

  Class& at(int x, int o) { return classes_[slot(x, o)]; }
  const Class& at(int x, int o) const { return classes_[slot(x, o)]; }

  /// The class that holds the state.
  const Class& of(Position state) const {
    return at(ranking_.pop(state.cubes(Player::x)), ranking_.pop(state.cubes(Player::o)));
  }

 private:
  std::size_t slot(int x, int o) const {
    assert(x >= 0 && o >= 0 && static_cast<std::size_t>(x + o) < side_);
    return static_cast<std::size_t>(x) * side_ + static_cast<std::size_t>(o);
  }

  Ranking ranking_;
  std::size_t side_;
  std::vector<Class> classes_;
};

}  // namespace quixo::paper
