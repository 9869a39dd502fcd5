// SPDX-License-Identifier: MIT
//
// A directory that is written to by one process at a time. The lock is on a file in it, by flock(): the
// system lets go of it with the process, however that ends, so nothing has to be cleaned up by hand.
#pragma once

#include <filesystem>

#include "quixo/error.h"

namespace quixo {

/// Another process works there: wait for it, or use another directory.
class Busy : public Error {
 public:
  using Error::Error;
};

/// Held until it goes away, or the process does.
class DirectoryLock {
 public:
  /// Throws Busy when another has it: "another quixo is solving in DIRECTORY: wait for it", where `doing` is
  /// "solving"; Error when the directory cannot be written.
  DirectoryLock(const std::filesystem::path& directory, const char* doing);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

  /// Removes its file, so that the directory can be removed as well.
  void remove_file() const;

 private:
  bool is_in_place() const;

  std::filesystem::path path_;
  int file_ = -1;
};

}  // namespace quixo
