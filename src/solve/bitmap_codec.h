// SPDX-License-Identifier: MIT
//
// Positions of one bitmap as bytes.
//
//   code  = nothing                 when no position is set
//         | 0, then varints         the gaps before each position set, when they are few
//         | 1, then the bitmap      64-bit little-endian words
//         | 2, then for each word   a byte that says which of its bytes are not zero, then all of these; when
//                                   that is shorter (cube/sparse_bytes.h)
//   varint = seven bits a byte, the lowest first; the top bit says that more bytes follow (LEB128)
//
// Example, layer 9 (8 words, 512 positions; up to 8 positions are coded as gaps):
//   positions 3, 4 and 300: 3 are skipped before the first, none before the second and 295 = 2 * 128 + 39
//   before the third                                              00  03 00 a7 02
//   the positions 0 to 9 and 64: words 0x3ff, 0x1, 0, 0, 0, 0, 0, 0, of which the bytes 0 and 1 of the first
//   and 0 of the second are not zero                              02  03 01 00 00 00 00 00 00  ff 03 01
//
// A code depends on nothing but the positions, so files are the same however they were made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quixo/error.h"
#include "solve/states.h"

namespace quixo::solve {

using Bytes = std::vector<std::uint8_t>;

struct NotACode : Error {
  NotACode() : Error("this is not the code of a bitmap") {}
};

void append_varint(std::uint32_t value, Bytes& out);
/// Reads a varint off the front of `in`. Throws NotACode.
std::uint32_t take_varint(std::span<const std::uint8_t>& in);

/// For the bitmaps of one layer.
class BitmapCodec {
 public:
  explicit BitmapCodec(int layer) : layer_(layer) {}

  /// The most positions that are coded as gaps.
  std::uint64_t most_gaps() const;

  /// Appends the code of some positions: nothing for none.
  void encode(const States& states, Bytes& out) const;

  /// The positions of a code that is not empty. Throws NotACode.
  void decode(std::span<const std::uint8_t> code, States& states) const;

 private:
  int layer_;
};

}  // namespace quixo::solve
