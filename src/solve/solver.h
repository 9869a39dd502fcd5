// SPDX-License-Identifier: MIT
//
// Solves a whole game, layer by layer from the full board down, with the layers kept in a directory as they
// finish: a solve that was stopped at any moment goes on with the layer it was in. The result depends on the
// rules and the metric alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "base/job.h"
#include "base/workers.h"
#include "game/geometry.h"
#include "quixo/position.h"
#include "quixo/value.h"
#include "solve/frames.h"

namespace quixo::solve {

class Keeper;

/// Its progress says the layer and the phase, "sweep 3" or "step 12".
struct Options : Job {
  Metric metric = Metric::distance;
  std::optional<std::filesystem::path> directory;  ///< where layers are kept; in memory without
  /// With a directory: at most so many bytes of memory, and planes that do not fit are kept in files there.
  std::optional<std::uint64_t> memory;
  /// Who solves together with this process, each with its threads; null when it is alone. All of them must
  /// be given the same options, and the directory, if there is one, must be the same for all.
  Peers* peers = nullptr;
  /// With distances, called with every layer that is solved, from the full board down. Of an earlier run's
  /// layers it gets those whose frames are still there.
  std::function<void(int layer, const LayerFrames& frames, Workers& workers)> layer_done;
};

struct Result : Summary {
  std::uint64_t bytes = 0;  ///< of the table on disk
};

/// The signature that solve() would give if these were its values: to compare another engine bit for bit.
std::uint64_t signature_of(const Geometry& geometry, Metric metric, int threads,
                           const std::function<Value(Position)>& value);

/// Throws Error when the directory cannot be used or holds something else or another process solves there,
/// and Interrupted when a stop was requested; then calling it again goes on.
Result solve(const Geometry& geometry, const Options& options);

/// The same, whatever the options say of a directory: kept there, or in memory when the keeper is null.
Result solve_layers(const Geometry& geometry, const Options& options, const Keeper* keeper);

}  // namespace quixo::solve
