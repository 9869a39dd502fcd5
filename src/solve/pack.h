// SPDX-License-Identifier: MIT
//
// From a solved layer to the blocks of a table (table/block.h): written to files when there is a directory to
// keep them in, and hashed in any case, since the signature is made of these hashes.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "base/workers.h"
#include "layout/layout.h"
#include "quixo/value.h"
#include "solve/frames.h"
#include "solve/outcome.h"
#include "table/manifest.h"

namespace quixo::solve {

struct PackTarget {
  std::optional<std::filesystem::path> directory;  ///< Without one, blocks are only hashed.
  ShowProgress progress;
};

table::FileEntry pack_outcomes(const Layout& layout, int layer, const OutcomePlanes& planes, Workers& workers,
                               const PackTarget& target);
table::FileEntry pack_distances(const Layout& layout, int layer, const LayerFrames& frames, Workers& workers,
                                const PackTarget& target);
/// Bytes of a distance in the table of a layer with distances of up to this.
int distance_bytes(int longest);
/// Both, from any function of stored positions (X to move).
table::LayerEntry pack_values(const Layout& layout, int layer, Metric metric,
                              const std::function<Value(Position)>& value, Workers& workers,
                              const PackTarget& target);

/// The planes of a layer from its file of outcomes.
OutcomePlanes unpack_outcomes(const table::BlockFile& file, Workers& workers);

}  // namespace quixo::solve
