// SPDX-License-Identifier: MIT
#include "solve/spool.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <vector>

namespace quixo::solve {
namespace {

class MemorySpool : public Spool {
 public:
  void append(std::span<const std::uint8_t> bytes) override {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  std::uint64_t size() const override { return bytes_.size(); }
  void read(std::uint64_t offset, std::span<std::uint8_t> bytes) const override {
    assert(offset + bytes.size() <= bytes_.size());
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
  }
  std::string name() const override { return "a layer in memory"; }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

Error bad_spool(const std::string& name, const char* how) {
  return Error(fmt::format("{} is {}: remove its directory and solve again", name, how));
}

std::unique_ptr<Spool> memory_spool() { return std::make_unique<MemorySpool>(); }
}  // namespace quixo::solve
