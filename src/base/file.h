// SPDX-License-Identifier: MIT
//
// Files that survive a crash. A file is written under a temporary name, synced and then renamed, so a file
// that has its own name is whole. Every error says what the system says. All of it goes through the few calls
// of base/system_calls.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// An open file. Reading is safe from many threads at once.
class File {
 public:
  /// Opens it for reading. Throws SystemError when it cannot, as all do here.
  explicit File(std::filesystem::path path);
  /// The same; nothing when there is no such file.
  static std::optional<File> if_there(const std::filesystem::path& path);
  /// Creates it, or empties it, for writing and reading. Messages call it `name`, or by its path.
  static File create(const std::filesystem::path& path, const std::filesystem::path& name = {});
  /// Creates it; nothing when there is one already.
  static std::optional<File> create_new(const std::filesystem::path& path);
  /// Opens it for write_at(), and creates it if it is not there: several processes may, each for a part of
  /// its own.
  static File shared(const std::filesystem::path& path);
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&&) = delete;

  std::uint64_t size() const;
  /// Reads the bytes at an offset, and returns how many there are: fewer than asked for only where the file
  /// ends.
  std::size_t read_at(std::uint64_t offset, std::span<std::uint8_t> bytes) const;
  /// Tells the system that parts anywhere will be read, so that it prefetches nothing around them.
  void expect_single_parts() const;

  /// Writes at the end. Throws WriteError.
  void append(std::span<const std::uint8_t> bytes);
  /// Writes anywhere in a shared file. Throws WriteError.
  void write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) const;
  /// Makes an empty file this long, all zero, and maps it: memory that the system can write out and read back
  /// when it is short of its own. The room on the disk is taken at once. Throws WriteError, or
  /// std::bad_alloc.
  void* map(std::size_t bytes) const;
  /// Tells the system to begin to write a part to the disk; sync() waits for it.
  void start_syncing(std::uint64_t offset, std::uint64_t bytes) const;
  void sync() const;
  /// The last word on what was written. A file that goes away without it is closed without a word.
  void close();

 private:
  File(std::filesystem::path name, int file) : name_(std::move(name)), file_(file) {}

  std::filesystem::path name_;  // for messages
  int file_;
};

/// Whose directory a file is written in.
enum class Beside : std::uint8_t {
  ours,    ///< The partial path is known to be ours: what a crash has left there is overwritten.
  others,  ///< People keep files there, so a new name is looked for.
};

/// A file that is written from its beginning to its end and appears whole or not at all.
class NewFile {
 public:
  explicit NewFile(std::filesystem::path path, Beside beside = Beside::ours);
  /// Without publish() nothing is left of it.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Throws WriteError when the disk does not take it. Bytes are gathered and written many at a time.
  void append(std::span<const std::uint8_t> bytes);
  /// All that was appended.
  std::uint64_t size() const { return size_; }
  /// Lets the system begin to write all of it to the disk: else a large file is waited for in the end.
  void start_syncing();
  /// Gives it its name, when all of it will survive a crash.
  void publish();

 private:
  void flush();
  /// Throws Error when a part could not be written: the file would be cut short, or have a hole.
  void expect_whole() const;

  std::filesystem::path path_;
  std::filesystem::path partial_;
  std::optional<File> file_;
  std::vector<std::uint8_t> gathered_;
  std::uint64_t size_ = 0;
  std::uint64_t syncing_ = 0;  // bytes that the system was told to write to the disk
  bool lost_ = false;          // a part could not be written, or is being
  bool published_ = false;
};

/// Where a file is written before it gets its name.
std::filesystem::path partial_path(const std::filesystem::path& path);

/// Makes sure a file or directory survives a crash.
void sync(const std::filesystem::path& path);

/// Gives a file that was written whole under its partial path its name, and syncs file and directory.
void publish(const std::filesystem::path& path);

/// Removes a file, if it is there.
void remove_file(const std::filesystem::path& path);

/// Makes a directory and those above it, as far as they are missing, so that they survive a crash.
void make_directories(const std::filesystem::path& path);

/// Writes a small file whole or not at all. Throws SystemError when it cannot be written; then nothing is
/// left of it.
void write_whole(const std::filesystem::path& path, std::string_view text, Beside beside = Beside::ours);

/// The bytes of a small file; nothing when it is not there. Throws Error when it cannot be read, or has more
/// than `most_bytes`.
std::optional<std::string> read_whole(const std::filesystem::path& path, std::uint64_t most_bytes);

/// The same; no bytes when it is not there.
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
