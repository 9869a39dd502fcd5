// SPDX-License-Identifier: MIT
//
// Where single slots of a block have their distances in its list (table/block.h), for blocks that are asked
// again and again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "table/block.h"

namespace quixo::table {

/// Counted once for groups of words, so that a question counts the bits of some words and not of a whole
/// block.
class SlotPlaces {
 public:
  SlotPlaces(const LayerShape& shape, std::size_t block, const Word* listed);

  /// The place of a slot that is set in `listed`, which must be as it was.
  std::size_t place_of(const Word* listed, std::size_t slot) const;
  std::size_t bytes() const { return groups_.size() * sizeof(Group); }

 private:
  static constexpr std::size_t group_words = 16;
  using Group = std::array<std::uint32_t, max_cells + 2>;

  LayerShape shape_;
  std::size_t block_;
  std::vector<Group> groups_;  ///< The place of the next distance from its first word on, by own cubes.
};

}  // namespace quixo::table
