// SPDX-License-Identifier: MIT
#include "verify/sha256.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include "quixo/error.h"

namespace quixo::verify {
namespace {

/// OpenSSL fails when there is no memory, or when it is set up without SHA-256.
void expect(bool done) {
  if (!done) throw Error("OpenSSL cannot compute SHA-256 here");
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

std::string hex(const Digest& digest) { return fmt::format("{:02x}", fmt::join(digest, "")); }

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  expect(context_ != nullptr);
  begin();
}

void Sha256::begin() { expect(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1); }

void Sha256::add(std::span<const std::uint8_t> bytes) {
  expect(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
}

Digest Sha256::finish() {
  Digest digest{};
  expect(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr) == 1);
  begin();
  return digest;
}

Digest sha256_of(std::span<const std::uint8_t> bytes) {
  Digest digest{};
  expect(EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr) == 1);
  return digest;
}

Digest sha256_of(std::string_view text) { return sha256_of(bytes_of(text)); }

Digest mark_of(const Digest& key, std::string_view text) {
  Digest mark{};
  const std::span<const std::uint8_t> bytes = bytes_of(text);
  expect(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes.data(), bytes.size(), mark.data(),
              nullptr) != nullptr);
  return mark;
}

Digest random_key() {
  Digest key{};
  expect(RAND_bytes(key.data(), static_cast<int>(key.size())) == 1);
  return key;
}

}  // namespace quixo::verify
