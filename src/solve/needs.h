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

/// Between processes, as each sees it.
struct Network {
  double bytes_per_second = 10e9;
  double latency = 5e-6;  ///< Seconds.
};

/// What a layer takes of each process, when so many solve together: a model, and docs/cluster.md says how
/// good it is.
struct LayerNeeds {
  int layer = 0;
  std::uint64_t positions = 0;  ///< stored, of all processes
  std::uint64_t memory = 0;
  std::uint64_t disk =
      0;  ///< of all processes, at the most until the layer is done; none without a directory
  std::uint64_t sent = 0;  ///< to others
  std::uint64_t messages = 0;
  std::uint64_t waits = 0;  ///< until what others have sent is there
  double work = 0;          ///< seconds, by all of its threads
  double seconds = 0;       ///< with all that the others cost
};
/// From the full board down.
std::vector<LayerNeeds> layer_needs(const Geometry& geometry, const Options& options, int processes,
                                    const Network& network = {});

}  // namespace quixo::solve
