// SPDX-License-Identifier: MIT
#include "base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <new>

namespace quixo {

std::uint64_t hash_of(std::span<const std::uint8_t> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::uint64_t hash_of(std::span<const std::uint64_t> values) {
  return XXH3_64bits(values.data(), values.size_bytes());
}

std::uint64_t hash_of(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

namespace {
XXH3_state_t* state_of(void* state) { return static_cast<XXH3_state_t*>(state); }
}  // namespace

Hasher::Hasher() : state_(XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
  XXH3_64bits_reset(state_of(state_.get()));
}

void Hasher::Free::operator()(void* state) const { XXH3_freeState(state_of(state)); }

void Hasher::add(std::span<const std::uint64_t> values) {
  XXH3_64bits_update(state_of(state_.get()), values.data(), values.size_bytes());
}

std::uint64_t Hasher::value() const { return XXH3_64bits_digest(state_of(state_.get())); }

std::string hex(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace quixo
