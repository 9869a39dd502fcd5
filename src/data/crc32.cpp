// SPDX-License-Identifier: MIT
#include "data/crc32.h"

#include <array>

namespace quixo::data {
namespace {

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ (rest & 1 ? 0xedb88320U : 0);
    table[byte] = rest;
  }
  return table;
}
constexpr std::array<std::uint32_t, 256> remainders = make_table();

}  // namespace

std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before) {
  std::uint32_t rest = ~before;
  for (const std::uint8_t byte : bytes) rest = rest >> 8 ^ remainders[(rest ^ byte) & 0xff];
  return ~rest;
}

}  // namespace quixo::data
