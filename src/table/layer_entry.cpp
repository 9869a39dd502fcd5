// SPDX-License-Identifier: MIT
#include "table/layer_entry.h"

#include <span>

#include "base/hash.h"

namespace quixo::table {

std::uint64_t signature_of(const std::vector<LayerEntry>& layers) {
  std::vector<std::uint64_t> hashes;
  for (const LayerEntry& layer : layers) {
    hashes.push_back(layer.outcomes.hash);
    hashes.push_back(layer.distances.hash);
  }
  return hash_of(std::span<const std::uint64_t>(hashes));
}

}  // namespace quixo::table
