// SPDX-License-Identifier: MIT
#include "base/directory_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

namespace quixo {

DirectoryLock::DirectoryLock(const std::filesystem::path& directory, const char* doing)
    : path_(directory / "lock") {
  file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) throw system_error("write in", directory);
  // Whoever had it may have removed the file that was opened here.
  if (flock(file_, LOCK_EX | LOCK_NB) == 0 && is_in_place()) return;
  close(file_);
  throw Busy(fmt::format("another quixo is {} in {}: wait for it", doing, directory.string()));
}

DirectoryLock::~DirectoryLock() { close(file_); }

void DirectoryLock::remove_file() const { std::filesystem::remove(path_); }

bool DirectoryLock::is_in_place() const {
  struct stat held {};
  struct stat found {};
  return fstat(file_, &held) == 0 && stat(path_.c_str(), &found) == 0 && held.st_dev == found.st_dev &&
         held.st_ino == found.st_ino;
}

}  // namespace quixo
