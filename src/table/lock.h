// SPDX-License-Identifier: MIT
//
// A directory that is written to by one process at a time.
#pragma once

#include <filesystem>

namespace quixo::table {

/// Held until it goes away, or the process does.
class DirectoryLock {
 public:
  /// Throws Error when another has it: "another quixo is solving in DIRECTORY: wait for it or choose another
  /// --out", where `busy` is "solving" and `option` is "--out".
  DirectoryLock(const std::filesystem::path& directory, const char* busy, const char* option);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

  /// Removes its file, before a directory that is not needed any more.
  void remove_file() const;

 private:
  bool is_in_place() const;

  std::filesystem::path path_;
  int file_ = -1;
};

}  // namespace quixo::table
