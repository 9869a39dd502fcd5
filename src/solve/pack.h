// SPDX-License-Identifier: MIT
//
// From a solved layer to the blocks of a table (table/block.h): kept where there is a keeper, and hashed in
// any case, since the signature is made of these hashes.
#pragma once

#include <functional>

#include "base/workers.h"
#include "layout/layout.h"
#include "quixo/value.h"
#include "solve/frames.h"
#include "solve/keeper.h"
#include "solve/outcome.h"
#include "solve/partition.h"
#include "table/layer_entry.h"

namespace quixo::solve {

struct PackTarget {
  CreateBlocks create_blocks = {};  ///< Without it, blocks are only hashed.
  ShowProgress progress = {};
};

// Peers that share the layer pack their ranges together, and all know of the result.

table::FileEntry pack_outcomes(const Layout& layout, int layer, const OutcomePlanes& planes, Workers& workers,
                               const Sharing& sharing, const PackTarget& target);
table::FileEntry pack_distances(const Layout& layout, int layer, const LayerFrames& frames, Workers& workers,
                                const Sharing& sharing, const PackTarget& target);
/// Bytes of a distance in the table of a layer with distances of up to this.
int distance_bytes(int longest);
/// Both, from any function of stored positions (X to move), by a process alone.
table::LayerEntry pack_values(const Layout& layout, int layer, Metric metric,
                              const std::function<Value(Position)>& value, Workers& workers,
                              const PackTarget& target);

}  // namespace quixo::solve
