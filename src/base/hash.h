// SPDX-License-Identifier: MIT
//
// The one hash of the project: XXH3, 64 bits. It finds damage, not forgery.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace quixo {

std::uint64_t hash_of(std::span<const std::uint8_t> bytes);
std::uint64_t hash_of(std::span<const std::uint64_t> values);
std::uint64_t hash_of(std::string_view text);

/// A hash as files and messages write it: 16 digits.
std::string hex(std::uint64_t hash);

}  // namespace quixo
