// SPDX-License-Identifier: MIT
//
// What a solve will take, told before it starts: whoever has not so much memory, disk or time is warned.
#pragma once

#include <cstdint>
#include <vector>

#include "game/geometry.h"
#include "solve/solver.h"

namespace quixo::solve {

/// What solve() will use at the most, and roughly how long it takes.
struct Needs {
  std::uint64_t memory = 0;
  std::uint64_t disk = 0;
  std::uint64_t table = 0;  ///< of the disk, what is kept in the end
  double seconds = 0;       ///< with all the cores that its threads can use
  /// Whether planes are in files, since they would not fit into Options::memory. What has to be in memory
  /// still may be more than that.
  bool planes_on_disk = false;
};
Needs needs(const Geometry& geometry, const Options& options);

/// What a layer takes of each process, when so many solve together.
struct LayerNeeds {
  int layer = 0;
  std::uint64_t positions = 0;  ///< stored, of all processes
  std::uint64_t memory = 0;
  std::uint64_t disk = 0;  ///< of all processes, when the layer is done
  std::uint64_t sent = 0;  ///< to others: a model, docs/cluster.md says how good it is
  double seconds = 0;      ///< of work, with nothing for the messages
};
/// From the full board down.
std::vector<LayerNeeds> layer_needs(const Geometry& geometry, const Options& options, int processes);

}  // namespace quixo::solve
