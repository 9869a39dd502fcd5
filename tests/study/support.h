// SPDX-License-Identifier: MIT
//
// What the tests of searches share.
#pragma once

#include <vector>

#include "game/play.h"
#include "probe/source.h"
#include "study/find.h"
#include "tests/game/support.h"

namespace quixo::study {

/// All matches, or the first `limit` of them.
inline std::vector<Position> found_by(const Table& table, const Filter& filter, int threads,
                                      std::size_t limit = ~std::size_t{0}) {
  std::vector<Position> found;
  find(table, filter, {.threads = threads}, [&](Position position) {
    found.push_back(position);
    return found.size() < limit;
  });
  return found;
}

/// Sorted.
inline std::vector<Position> canonicals(const Table& table, const std::vector<Position>& positions) {
  std::vector<Position> all;
  all.reserve(positions.size());
  for (const Position& position : positions) all.push_back(canonical(geometry_of(table), position));
  return sorted(all);
}

}  // namespace quixo::study
