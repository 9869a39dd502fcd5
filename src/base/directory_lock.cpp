// SPDX-License-Identifier: MIT
#include "base/directory_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/file.h"
#include "base/system_calls.h"

namespace quixo {

DirectoryLock::DirectoryLock(const std::filesystem::path& directory, const char* doing)
    : path_(directory / "lock") {
  do file_ = system_calls().open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC);
  while (file_ < 0 && errno == EINTR);
  if (file_ < 0) throw system_error("write in", directory);
  const bool locked = system_calls().flock(file_, LOCK_EX | LOCK_NB) == 0;
  // Whoever had it may have removed the file that was opened here.
  if (locked && is_in_place()) return;
  const bool busy = locked || errno == EWOULDBLOCK;
  const SystemError other = system_error("lock", path_);
  system_calls().close(file_);
  if (!busy) throw SystemError(other);
  throw Busy(fmt::format("another quixo is {} in {}: wait for it", doing, directory.string()));
}

DirectoryLock::~DirectoryLock() { system_calls().close(file_); }

void DirectoryLock::remove_file() const { quixo::remove_file(path_); }

bool DirectoryLock::is_in_place() const {
  struct stat held {};
  struct stat found {};
  return fstat(file_, &held) == 0 && stat(path_.c_str(), &found) == 0 && held.st_dev == found.st_dev &&
         held.st_ino == found.st_ino;
}

}  // namespace quixo
