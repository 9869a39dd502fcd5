// SPDX-License-Identifier: MIT
//
// Files that survive a crash. A file is written under a temporary name, synced and then renamed, so a file
// that has its own name is whole. Every error says what the system says.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "quixo/error.h"

namespace quixo {

/// What the system does not do.
class SystemError : public Error {
 public:
  SystemError(const std::string& what, std::string why) : Error(what), reason(std::move(why)) {}
  std::string reason;  ///< "No such file or directory", for callers with words of their own for the rest.
};

/// What an errno means: "No such file or directory".
std::string reason_of(int error);

/// "cannot open FILE: No such file or directory", by errno.
SystemError system_error(std::string_view what, const std::filesystem::path& path);

/// A file that the disk does not take. Whoever keeps what is done can go on when there is room.
class WriteError : public SystemError {
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

/// Gives a file that was written whole under its partial path its name, and syncs file and directory.
void publish(const std::filesystem::path& path);

/// Whose directory a file is written in.
enum class Beside : std::uint8_t {
  ours,    ///< The partial path is known to be ours: what a crash has left there is overwritten.
  others,  ///< People keep files there, so a new name is looked for.
};

/// Writes a small file whole or not at all. Throws SystemError when it cannot be written; then nothing is
/// left of it.
void write_whole(const std::filesystem::path& path, std::string_view text, Beside beside = Beside::ours);

/// The bytes of a small file; nothing when it cannot be read.
std::string bytes_in(const std::filesystem::path& path);

/// Calls visit(bytes) for one piece of a file after the other, from its beginning to its end. Throws
/// SystemError when it cannot be read.
void read_pieces(const std::filesystem::path& path,
                 const std::function<void(std::span<const std::uint8_t>)>& visit);

/// Which file has a name, and when it was last written or changed in any way: the time of a change cannot be
/// set by hand.
struct FileIdentity {
  std::uint64_t device = 0, number = 0, size = 0;
  std::int64_t written = 0, changed = 0;  ///< In nanoseconds.
  bool operator==(const FileIdentity&) const = default;
};

/// Throws SystemError when there is no such file.
FileIdentity identity_of(const std::filesystem::path& path);

}  // namespace quixo
