// SPDX-License-Identifier: MIT
//
// A value as a byte, or three where the distance is large:
//
//   0            a draw
//   1 + 2d + l   an end in d moves, d at most 126; l is 0 for a win and 1 for a loss
//   255          an end further away: 2d + l follows, two bytes, the lower first
//
// Example: a win in 3 is 07, a loss in 200 is FF 91 01.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quixo/value.h"

namespace quixo {

constexpr unsigned value_escape = 255;

inline void append_value(Value value, std::vector<std::uint8_t>& bytes) {
  assert(value.distance < 1 << 15);
  if (value.outcome == Outcome::draw) return bytes.push_back(0);
  const unsigned end = 2U * value.distance + (value.outcome == Outcome::loss ? 1 : 0);
  if (end + 1 < value_escape) return bytes.push_back(static_cast<std::uint8_t>(end + 1));
  for (const unsigned byte : {value_escape, end & 255, end >> 8})
    bytes.push_back(static_cast<std::uint8_t>(byte));
}

/// Takes a value from the front. Nothing when the bytes end in it.
inline std::optional<Value> take_value(std::span<const std::uint8_t>& bytes) {
  if (bytes.empty()) return std::nullopt;
  const unsigned code = bytes[0];
  if (code == value_escape && bytes.size() < 3) return std::nullopt;
  const unsigned end = code == value_escape ? bytes[1] | unsigned{bytes[2]} << 8 : code - 1;
  bytes = bytes.subspan(code == value_escape ? 3 : 1);
  if (code == 0) return Value{};
  return Value{end % 2 == 0 ? Outcome::win : Outcome::loss, static_cast<std::uint16_t>(end / 2)};
}

}  // namespace quixo
