// SPDX-License-Identifier: MIT
//
// A target takes any bytes and must come back: what is wrong with them is said by an Error, never by a crash.
// Each source of this folder is one target. The preset `fuzz` links it with libFuzzer, which makes up bytes;
// all other builds link it with replay.cpp, which runs the corpus and all that was ever found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

/// libFuzzer's name for a target. 0, or -1 for bytes that are not worth keeping in the corpus.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace quixo::fuzz {

/// An assert that holds in every build.
inline void expect(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%d: this does not hold\n", file, line);
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Takes bytes off the front; zeros when there are no more.
class Source {
 public:
  Source(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}

  unsigned byte() {
    if (rest_.empty()) return 0;
    const std::uint8_t first = rest_.front();
    rest_ = rest_.subspan(1);
    return first;
  }
  std::span<const std::uint8_t> bytes(std::size_t count) {
    const std::span<const std::uint8_t> taken = rest_.first(count < rest_.size() ? count : rest_.size());
    rest_ = rest_.subspan(taken.size());
    return taken;
  }
  std::span<const std::uint8_t> rest() const { return rest_; }
  std::string_view text() const { return text_of(rest_.data(), rest_.size()); }

 private:
  std::span<const std::uint8_t> rest_;
};

}  // namespace quixo::fuzz
