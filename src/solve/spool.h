// SPDX-License-Identifier: MIT
//
// Where the frames of a layer are kept while the layer below is solved: bytes that are appended once and read
// anywhere, in a file, or in memory when nothing is kept.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "quixo/error.h"

namespace quixo::solve {

class Spool {
 public:
  virtual ~Spool() = default;
  virtual void append(std::span<const std::uint8_t> bytes) = 0;
  virtual std::uint64_t size() const = 0;
  /// Safe from many threads at once. The bytes must be there.
  virtual void read(std::uint64_t offset, std::span<std::uint8_t> bytes) const = 0;
  /// For messages.
  virtual std::string name() const = 0;
};

std::unique_ptr<Spool> memory_spool();
/// Creates the file. It will be renamed when it is whole: messages call it by the later name.
std::unique_ptr<Spool> create_file_spool(const std::filesystem::path& path,
                                         const std::filesystem::path& later_name);
/// Null when it is not there.
std::unique_ptr<Spool> open_file_spool(const std::filesystem::path& path);

/// What to say of a spool that is "damaged" or "cut short". The layers above may be gone, so the layer alone
/// cannot be solved again.
Error bad_spool(const std::string& name, const char* how);

}  // namespace quixo::solve
