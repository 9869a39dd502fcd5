// SPDX-License-Identifier: MIT
//
// A file in memory that has a name, for code that opens files: no disk is fast enough.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "fuzz/target.h"

namespace quixo::fuzz {

class MemoryFile {
 public:
  MemoryFile() : number_(memfd_create("fuzz", MFD_CLOEXEC)) { expect(number_ >= 0); }
  ~MemoryFile() { close(number_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int number() const { return number_; }
  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(number_); }

  void write(std::span<const std::uint8_t> bytes) const {
    expect(ftruncate(number_, 0) == 0);
    expect(pwrite(number_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  }

 private:
  int number_;
};

}  // namespace quixo::fuzz
