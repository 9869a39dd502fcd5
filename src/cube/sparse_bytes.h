// SPDX-License-Identifier: MIT
//
// A bitmap with many bytes that are zero, without these: for each word a byte that says which of its bytes
// are not zero, then they, from the lowest of the first word to the highest of the last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "cube/axis_map.h"

namespace quixo::cube {

constexpr std::size_t most_sparse_bytes(std::size_t words) { return words * (1 + sizeof(Word)); }

/// Returns where it ends. There must be room for the most.
std::uint8_t* write_sparse_bytes(const Word* bitmap, std::size_t words, std::uint8_t* out);

/// Returns false unless they are the bytes of so many words.
bool read_sparse_bytes(std::span<const std::uint8_t> code, Word* bitmap, std::size_t words);

}  // namespace quixo::cube
