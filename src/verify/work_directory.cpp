// SPDX-License-Identifier: MIT
#include "verify/work_directory.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "base/file.h"

namespace quixo::verify {
namespace {

/// Makes a directory that is the user's alone, unless it is there. Throws WrongDirectory when it is someone
/// else's, or others can write there.
void make_own(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (!error && mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
    error.assign(errno, std::generic_category());
  if (error) throw WrongDirectory(fmt::format("{} cannot be made ({})", path.string(), error.message()));
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
    throw WrongDirectory(fmt::format("{} is no directory", path.string()));
  if (status.st_uid != geteuid())
    throw WrongDirectory(fmt::format("{} belongs to another user", path.string()));
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    throw WrongDirectory(fmt::format("others may write in {}", path.string()));
}

bool is_inside(const std::filesystem::path& path, const std::filesystem::path& directory) {
  const std::filesystem::path inner = std::filesystem::weakly_canonical(path);
  const std::filesystem::path outer = std::filesystem::canonical(directory);
  return std::ranges::mismatch(outer, inner).in1 == outer.end();
}

}  // namespace

Digest own_key(const std::filesystem::path& directory) {
  make_own(directory);
  const std::filesystem::path path = directory / "key";
  Digest key{};
  std::string kept = bytes_in(path);
  if (kept.size() != key.size()) {
    key = random_key();
    try {
      write_whole(path, {reinterpret_cast<const char*>(key.data()), key.size()});
      std::filesystem::permissions(path,
                                   std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    } catch (const SystemError& error) {
      throw WrongDirectory(fmt::format("{} cannot be written ({})", path.string(), error.reason));
    }
    return key;
  }
  std::ranges::copy(kept, key.begin());
  return key;
}

WorkDirectory::WorkDirectory(const std::filesystem::path& parent, const std::string& name,
                             const std::filesystem::path& table)
    : path_(parent / name) {
  if (is_inside(path_, table))
    throw WrongDirectory(
        fmt::format("{} is inside the table, and what comes with a table proves nothing", parent.string()));
  make_own(path_);
  // What a check has made has a lock from the beginning.
  if (!std::filesystem::is_empty(path_) && !std::filesystem::exists(path_ / "lock"))
    throw WrongDirectory(fmt::format("{} was not made by a check", path_.string()));
  lock_.emplace(path_, "verifying");
}

WorkDirectory::WorkDirectory() {
  std::string name = std::filesystem::temp_directory_path() / "quixo-verify-XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    throw WrongDirectory(fmt::format("{} cannot be made ({})", name, reason_of(errno)));
  path_ = name;
}

WorkDirectory::~WorkDirectory() {
  std::error_code ignored;
  if (!lock_) std::filesystem::remove_all(path_, ignored);
}

void WorkDirectory::remove() {
  if (!lock_) return;
  lock_->remove_file();
  std::error_code kept;  // what others have put there stays, and the directory with it
  std::filesystem::remove(path_, kept);
}

}  // namespace quixo::verify
