// SPDX-License-Identifier: MIT
//
// Random positions for the tests of what stores them.
#pragma once

#include <random>
#include <utility>

#include "solve/planes.h"
#include "solve/states.h"

namespace quixo::solve {

/// One position in `sparsity` is set.
inline void fill(OwnBitmap bitmap, int layer, unsigned sparsity, std::mt19937_64& random) {
  clear(bitmap, layer);
  for (std::uint32_t bit = 0; bit < 1U << layer; ++bit)
    if (random() % sparsity == 0) bitmap.set(OwnIndex{bit});
}

/// The same positions, in a bitmap and in a list.
inline std::pair<States, States> both_ways(ConstOwnBitmap bitmap, int layer) {
  std::pair<States, States> states{States(layer), States(layer)};
  states.first.set_bitmap([&](OwnBitmap other) { copy(bitmap, other, layer); });
  states.second.set_list([&](std::vector<OwnIndex>& list) {
    for_each(bitmap, layer, [&](OwnIndex index) { list.push_back(index); });
  });
  return states;
}

}  // namespace quixo::solve
