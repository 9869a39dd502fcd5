// SPDX-License-Identifier: MIT
//
// The checksum of zip files, which is not the hash of this project.
#pragma once

#include <cstdint>
#include <span>

namespace quixo::data {

/// Of some bytes, or of more of them: begins with 0, and goes on with what was returned for those before.
std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);

}  // namespace quixo::data
