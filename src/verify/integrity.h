// SPDX-License-Identifier: MIT
//
// Whether a table is the one that was written: every byte of its files against the checksums, and every
// number of its manifest against what the blocks hold.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "base/job.h"
#include "base/workers.h"
#include "quixo/value.h"
#include "verify/problems.h"
#include "verify/table_files.h"

namespace quixo::verify {

/// What the blocks of a layer hold.
struct LayerContent {
  std::array<OutcomeCounts, max_cells + 1> by_own{};  ///< Counts by the cubes of the player to move.
  /// Wins, and losses that are over (distance 0) until the others are derived; draw is unused.
  std::map<int, OutcomeCounts> distances;
  std::uint64_t outcomes_hash = 0;
  std::uint64_t distances_hash = 0;
};

/// Reads all blocks of a layer, each peer a part, when all bytes of its files were read; the blocks are held
/// to the digests of these bytes. Nothing when a file or a block is damaged; that is a problem each, of the
/// peer that finds it. All peers must call it.
std::optional<LayerContent> read_layer(TableFiles& files, int layer, Workers& workers, Peers& peers,
                                       Problems& problems, const ShowProgress& progress);

/// Compares the manifest, byte for byte, with the one that a table of these contents has. Unless the
/// distances of losses were derived, the manifest's counts of them need only have the right sum.
void compare_manifest(const TableFiles& files, const std::vector<LayerContent>& layers, bool losses_derived,
                      Problems& problems);

}  // namespace quixo::verify
