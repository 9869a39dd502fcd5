// SPDX-License-Identifier: MIT
#include "base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace quixo {

std::uint64_t hash_of(std::span<const std::uint8_t> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::uint64_t hash_of(std::span<const std::uint64_t> values) {
  return XXH3_64bits(values.data(), values.size_bytes());
}

std::uint64_t hash_of(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

std::string hex(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace quixo
