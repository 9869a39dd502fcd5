// SPDX-License-Identifier: MIT
//
// A bitmap with many bytes that are zero, written without these: first, for each word, a byte that says which
// of its bytes are not zero; then all bytes that are not zero, from the lowest of the first word to the
// highest of the last.
//
//   words 0x0000'0000'00ff'0012, 0, 0x0400'0000'0000'0000   ->   05 00 80  12 ff 04
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "cube/axis_map.h"

namespace quixo::cube {

constexpr std::size_t most_sparse_bytes(std::size_t words) { return words * (1 + sizeof(Word)); }

/// Returns where it ends. There must be room for most_sparse_bytes(words).
std::uint8_t* write_sparse_bytes(const Word* bitmap, std::size_t words, std::uint8_t* out);

/// Returns false unless this is what write_sparse_bytes makes of that number of words.
bool read_sparse_bytes(std::span<const std::uint8_t> code, Word* bitmap, std::size_t words);

}  // namespace quixo::cube
