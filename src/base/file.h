// SPDX-License-Identifier: MIT
//
// Files that survive a crash: written under a temporary name, synced, then renamed, so that a file with its
// own name is whole. Everything that fails says what the system says.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "quixo/error.h"

namespace quixo {

/// "cannot open FILE: No such file or directory", by errno.
Error system_error(std::string_view what, const std::filesystem::path& path);

/// A file that the disk does not take. Whoever keeps what is done can go on when there is room.
class WriteError : public Error {
 public:
  /// Says why, by errno.
  explicit WriteError(const std::filesystem::path& file);
};

/// A directory that cannot be used for what was asked: it holds something else, or cannot be written. Another
/// one may do, and only the caller knows how one is chosen.
class WrongDirectory : public Error {
 public:
  using Error::Error;
};

/// Where a file is written before it gets its name.
std::filesystem::path partial_path(const std::filesystem::path& path);

/// Makes sure a file or directory survives a crash.
void sync(const std::filesystem::path& path);

/// Gives a file that was written whole under its partial path its name, and syncs both.
void publish(const std::filesystem::path& path);

/// Writes a small file whole or not at all.
void write_whole(const std::filesystem::path& path, std::string_view text);

/// The bytes of a small file; nothing when it cannot be read.
std::string bytes_in(const std::filesystem::path& path);

}  // namespace quixo
