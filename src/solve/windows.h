// SPDX-License-Identifier: MIT
//
// How much one peer says to another at a time, where all may have much to say to all: so that nobody needs
// room for all of it at once, at either end.
#pragma once

#include <algorithm>
#include <cstddef>

namespace quixo::solve {

/// To all, and from all, this much; but a message that is too small costs more than it carries.
constexpr std::size_t window_of_all = std::size_t{16} << 20;
constexpr std::size_t least_window = std::size_t{32} << 10;

/// Bytes to each of so many peers.
constexpr std::size_t window_for_each(int peers) {
  return std::max(window_of_all / static_cast<std::size_t>(peers), least_window);
}

}  // namespace quixo::solve
