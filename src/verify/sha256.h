// SPDX-License-Identifier: MIT
//
// SHA-256, by OpenSSL: unlike the project's own hash it cannot be forged, so bytes that have the digest noted
// for them are those bytes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

extern "C" struct evp_md_ctx_st;

namespace quixo::verify {

using Digest = std::array<std::uint8_t, 32>;

/// 64 digits.
std::string hex(const Digest& digest);

/// Of bytes that come piece by piece.
class Sha256 {
 public:
  Sha256();
  void add(std::span<const std::uint8_t> bytes);
  /// Of all since the last call.
  Digest finish();

 private:
  void begin();
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

Digest sha256_of(std::span<const std::uint8_t> bytes);
Digest sha256_of(std::string_view text);

/// The mark (HMAC-SHA-256) that a text has for those who know the key, and that nobody else can make.
Digest mark_of(const Digest& key, std::string_view text);

/// Bytes that nobody can guess.
Digest random_key();

}  // namespace quixo::verify
