// SPDX-License-Identifier: MIT
#include "solve/work.h"

#include <algorithm>
#include <cmath>

namespace quixo::solve {
namespace {

// Of the outcomes of a layer.
constexpr double start_end = 0.25;
constexpr double sweeps_end = 0.7;
// Of a layer with distances.
constexpr double outcomes_end = 0.08;
constexpr double steps_end = 0.92;

double between(double begin, double end, double share) { return begin + (end - begin) * share; }

}  // namespace

double stored_states(const Layout& layout, int layer) {
  return std::ldexp(static_cast<double>(layout.layer(layer).size()), layer);
}

Work::Work(const Layout& layout, Metric metric)
    : layout_(layout), distances_(metric == Metric::distance), outcomes_end_(distances_ ? outcomes_end : 1) {}

double Work::seconds() const {
  double sum = 0;
  for (int n = 0; n <= layout_.cells(); ++n) sum += seconds(n);
  return sum;
}

double Work::seconds(int layer) const {
  const double per_state = distances_ ? 56e-9 : 5.2e-9;
  const double per_cube = distances_ ? 750e-6 : 10e-6;
  // Smaller boards have fewer steps: with this it is right for 4x4 and 4x5 too.
  const double steps = distances_ ? std::pow(layout_.cells() / 25.0, 6) : 1;
  return steps * (stored_states(layout_, layer) * per_state +
                  static_cast<double>(layout_.layer(layer).size()) * per_cube);
}

double Work::start(double share) const { return outcomes_end_ * between(0, start_end, share); }

double Work::sweep(int sweep, double share) const {
  // Each takes about half as long as the one before, and nobody knows how many there will be.
  return outcomes_end_ * between(start_end, sweeps_end, 1 - std::exp2(-(sweep - 1 + share)));
}

double Work::pack_outcomes(double share) const { return outcomes_end_ * between(sweeps_end, 1, share); }

double Work::step(int step, double share, int steps_above) const {
  // The first fifth of the steps takes half of the time.
  const double left = std::max(0.0, 1 - (step - 1 + share) / std::max(steps_above, 1));
  return between(outcomes_end, steps_end, 1 - left * left * left);
}

double Work::pack_distances(double share) const { return between(steps_end, 1, share); }

}  // namespace quixo::solve
