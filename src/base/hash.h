// SPDX-License-Identifier: MIT
//
// The one hash of the project: XXH3, 64 bits. It finds damage, not forgery.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace quixo {

std::uint64_t hash_of(std::span<const std::uint8_t> bytes);
std::uint64_t hash_of(std::span<const std::uint64_t> values);
std::uint64_t hash_of(std::string_view text);

/// The hash of values that come piece by piece: that of all of them at once.
class Hasher {
 public:
  Hasher();
  void add(std::span<const std::uint64_t> values);
  std::uint64_t value() const;

 private:
  struct Free {
    void operator()(void* state) const;
  };
  std::unique_ptr<void, Free> state_;  // an XXH3_state_t, whose name differs where xxHash is a header alone
};

/// A hash as files and messages write it: 16 digits.
std::string hex(std::uint64_t hash);

}  // namespace quixo
