// SPDX-License-Identifier: MIT
//
// How long the parts of a solve take, as measured with AVX2: how much of it is done follows from that.
#pragma once

#include <vector>

#include "game/geometry.h"
#include "layout/layer_shape.h"
#include "quixo/value.h"

namespace quixo::solve {

/// How many steps the distances of a layer take, roughly: as many as the longest game with best play has
/// moves.
double expected_steps(const Rules& rules);

class Work {
 public:
  Work(const Geometry& geometry, Metric metric);

  /// Seconds of CPU of all layers, or of one.
  double seconds() const { return seconds_; }
  double seconds(int layer) const;

  /// How much of a layer is done when a share of one of its parts is. First the outcomes:
  double start(double share) const;
  double sweep(int sweep, double share) const;
  double pack_outcomes(double share) const;
  /// Then the distances, if they are wanted. The steps are about as many as in the layer above.
  double step(int step, double share, int steps_above) const;
  double pack_distances(double share) const;

 private:
  std::vector<LayerShape> layers_;
  double steps_;  // of distances
  double seconds_ = 0;
  double outcomes_end_ = 0;  // of a layer's work
};

}  // namespace quixo::solve
