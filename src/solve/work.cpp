// SPDX-License-Identifier: MIT
#include "solve/work.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "layout/orbits.h"

namespace quixo::solve {
namespace {

// Of the outcomes of a layer.
constexpr double start_end = 0.25;
constexpr double sweeps_end = 0.7;
// Of its distances.
constexpr double steps_end = 0.91;

double between(double begin, double end, double share) {
  assert(share >= 0 && share <= 1);
  return begin + (end - begin) * share;
}

double cost(const LayerShape& layer, double per_state, double per_bitmap) {
  return static_cast<double>(layer.positions()) * per_state + static_cast<double>(layer.bitmaps) * per_bitmap;
}

double outcome_seconds(const LayerShape& layer) { return cost(layer, 5.2e-9, 10e-6); }
double step_seconds(const LayerShape& layer) { return cost(layer, 0.4e-9, 3e-6); }

}  // namespace

// That grows with the line, little with the board, and a line longer than the shorter side is hardly ever
// made: 3 moves on two rows, 8 to 12 from 3x3 to 3x8, 22 to 41 from 4x4 to 4x6, 170 on 5x5.
double expected_steps(const Rules& rules) {
  return 10 * std::pow(4.0, std::min(rules.line, rules.default_line()) - 3);
}

Work::Work(const Geometry& geometry, Metric metric)
    : layers_(layer_shapes(geometry)),
      steps_(metric == Metric::distance ? expected_steps(geometry.rules()) : 0) {
  double outcomes = 0;
  for (const LayerShape& layer : layers_) {
    outcomes += outcome_seconds(layer);
    seconds_ += seconds(layer.layer);
  }
  outcomes_end_ = outcomes / seconds_;
}

double Work::seconds(int layer) const {
  const LayerShape& shape = layers_[static_cast<std::size_t>(layer)];
  return outcome_seconds(shape) + steps_ * step_seconds(shape);
}

double Work::start(double share) const { return outcomes_end_ * between(0, start_end, share); }

double Work::sweep(int sweep, double share) const {
  // The first takes longest, and nobody knows how many there will be: each gets half of what is left.
  return outcomes_end_ * between(start_end, sweeps_end, 1 - std::exp2(-(sweep - 1 + share)));
}

double Work::pack_outcomes(double share) const { return outcomes_end_ * between(sweeps_end, 1, share); }

double Work::step(int step, double share, int steps_above) const {
  // The first fifth of the steps takes half of the time.
  const double left = std::max(0.0, 1 - (step - 1 + share) / std::max(steps_above, 1));
  return between(outcomes_end_, 1, between(0, steps_end, 1 - left * left * left));
}

double Work::pack_distances(double share) const {
  return between(outcomes_end_, 1, between(steps_end, 1, share));
}

}  // namespace quixo::solve
