// SPDX-License-Identifier: MIT
//
// Disks that misbehave, in the place of the system's own. None of them waits for the real disk: what is
// synced is noted or not at all, so that hundreds of solves take seconds.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "base/system_calls.h"
#include "tests/files.h"

namespace quixo::faults {

/// A disk that does all it should.
class QuickDisk : public SystemCalls {
 public:
  int fsync(int /*file*/) override { return 0; }
};

/// From where the calls of a failing disk are counted.
enum class CountFrom : std::uint8_t {
  begin,
  planes,  ///< From the first file for planes.
};

/// A disk on which one call, the k-th from 1, does nothing and says so.
class FailingDisk : public QuickDisk {
 public:
  explicit FailingDisk(int k, CountFrom from = CountFrom::begin)
      : k_(k), counting_(from == CountFrom::begin) {}

  /// Whether there were as many calls, and one has failed.
  bool failed() const { return calls_ >= k_; }

  int open(const char* path, int flags) override {
    if (std::filesystem::path(path).filename() == "planes.partial") counting_ = true;
    return fails(EMFILE) ? -1 : SystemCalls::open(path, flags);
  }
  int close(int file) override {
    const int result = SystemCalls::close(file);  // the system lets go of it in any case
    return fails(EIO) ? -1 : result;
  }
  std::int64_t size(int file) override { return fails(EIO) ? -1 : SystemCalls::size(file); }
  ssize_t pread(int file, void* bytes, std::size_t count, off_t offset) override {
    return fails(EIO) ? -1 : SystemCalls::pread(file, bytes, count, offset);
  }
  ssize_t write(int file, const void* bytes, std::size_t count) override {
    return fails(ENOSPC) ? -1 : SystemCalls::write(file, bytes, count);
  }
  ssize_t pwrite(int file, const void* bytes, std::size_t count, off_t offset) override {
    return fails(ENOSPC) ? -1 : SystemCalls::pwrite(file, bytes, count, offset);
  }
  int allocate(int file, off_t bytes) override {
    return fails(ENOSPC) ? -1 : SystemCalls::allocate(file, bytes);
  }
  int fsync(int file) override { return fails(EIO) ? -1 : QuickDisk::fsync(file); }
  int flock(int file, int operation) override {
    return fails(ENOLCK) ? -1 : SystemCalls::flock(file, operation);
  }
  int rename(const char* from, const char* to) override {
    return fails(ENOSPC) ? -1 : SystemCalls::rename(from, to);
  }
  int unlink(const char* path) override { return fails(EROFS) ? -1 : SystemCalls::unlink(path); }
  int mkdir(const char* path) override { return fails(EROFS) ? -1 : SystemCalls::mkdir(path); }

 private:
  bool fails(int error) {
    if (!counting_ || ++calls_ != k_) return false;
    errno = error;
    return true;
  }

  const int k_;
  std::atomic<bool> counting_;
  std::atomic<int> calls_ = 0;
};

/// A disk that does less than it is asked to, as it may: every other call is interrupted before it does
/// anything, and the others read or write half of what they are given.
class HaltingDisk : public QuickDisk {
 public:
  int open(const char* path, int flags) override {
    return interrupts() ? -1 : SystemCalls::open(path, flags);
  }
  ssize_t pread(int file, void* bytes, std::size_t count, off_t offset) override {
    return interrupts() ? -1 : SystemCalls::pread(file, bytes, (count + 1) / 2, offset);
  }
  ssize_t write(int file, const void* bytes, std::size_t count) override {
    return interrupts() ? -1 : SystemCalls::write(file, bytes, (count + 1) / 2);
  }
  ssize_t pwrite(int file, const void* bytes, std::size_t count, off_t offset) override {
    return interrupts() ? -1 : SystemCalls::pwrite(file, bytes, (count + 1) / 2, offset);
  }
  int fsync(int file) override { return interrupts() ? -1 : QuickDisk::fsync(file); }

  int interruptions() const { return calls_ / 2; }

 private:
  bool interrupts() {
    if (++calls_ % 2 == 0) return false;
    errno = EINTR;
    return true;
  }

  std::atomic<int> calls_ = 0;
};

/// A disk that reads one bit of one file wrong; none at first.
class FlippingDisk : public QuickDisk {
 public:
  void flip(std::string name, std::uint64_t bit) {
    name_ = std::move(name);
    bit_ = bit;
  }

  int open(const char* path, int flags) override {
    const int file = SystemCalls::open(path, flags);
    if (file >= 0) names_[file] = std::filesystem::path(path).filename();
    return file;
  }
  ssize_t pread(int file, void* bytes, std::size_t count, off_t offset) override {
    const ssize_t got = SystemCalls::pread(file, bytes, count, offset);
    const std::int64_t at = static_cast<std::int64_t>(bit_ / 8) - offset;
    if (names_.at(file) == name_ && 0 <= at && at < got)
      static_cast<unsigned char*>(bytes)[at] ^= static_cast<unsigned char>(1U << bit_ % 8);
    return got;
  }

 private:
  std::map<int, std::string> names_;  // by the number that it was last opened with
  std::string name_;
  std::uint64_t bit_ = 0;
};

/// What of that which was never synced survives a crash.
enum class Survives {
  nothing,  ///< Neither bytes nor names.
  names,    ///< Names are as they were last, and the bytes of files are lost: as after a power cut on many
            ///< disks.
  some,     ///< Each name and each file by chance, perhaps cut short or filled with zeros.
};

/// A disk that loses power at its k-th change: from then on nothing is done any more, and what was not synced
/// is lost. The bytes of a file survive when it was synced, its name when its directory was.
class ForgetfulDisk : public SystemCalls {
  using Id = std::uint64_t;

 public:
  /// It knows what is below `root`.
  ForgetfulDisk(std::filesystem::path root, int k) : root_(std::move(root)), k_(k) {
    names_[root_] = id_of(root_);
  }

  bool crashed() const { return changes_ >= k_; }

  int open(const char* path, int flags) override {
    const std::lock_guard lock(mutex_);
    const bool fresh = (flags & O_CREAT) != 0 && !std::filesystem::exists(path);
    if ((flags & (O_CREAT | O_TRUNC)) != 0 ? is_dead() : crashed()) return failed();
    const int file = SystemCalls::open(path, flags);
    if (fresh && file >= 0) id_of(path, true);
    return file;
  }
  ssize_t write(int file, const void* bytes, std::size_t count) override {
    return is_dead() ? failed() : SystemCalls::write(file, bytes, count);
  }
  ssize_t pwrite(int file, const void* bytes, std::size_t count, off_t offset) override {
    return is_dead() ? failed() : SystemCalls::pwrite(file, bytes, count, offset);
  }
  ssize_t pread(int file, void* bytes, std::size_t count, off_t offset) override {
    return crashed() ? failed() : SystemCalls::pread(file, bytes, count, offset);
  }
  int fsync(int file) override {
    const std::lock_guard lock(mutex_);
    if (is_dead()) return failed();
    const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file));
    if (std::filesystem::is_directory(path)) {
      std::erase_if(names_, [&](const auto& name) { return name.first.parent_path() == path; });
      for (const auto& entry : std::filesystem::directory_iterator(path))
        names_[entry.path()] = id_of(entry.path());
    } else {
      bytes_[id_of(path)] = bytes_of(path);
    }
    return 0;
  }
  int rename(const char* from, const char* to) override {
    return is_dead() ? failed() : SystemCalls::rename(from, to);
  }
  int unlink(const char* path) override { return is_dead() ? failed() : SystemCalls::unlink(path); }
  int mkdir(const char* path) override {
    const std::lock_guard lock(mutex_);
    if (is_dead()) return failed();
    const int made = SystemCalls::mkdir(path);
    if (made == 0) id_of(path, true);
    return made;
  }

  /// Makes below another root what is found when the power is back.
  void restore(const std::filesystem::path& to, Survives what, std::mt19937& random) {
    const auto by_chance = [&] { return random() % 2 == 0; };
    std::map<std::filesystem::path, Id> now;
    std::map<Id, std::string> written;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root_)) {
      now[entry.path()] = id_of(entry.path());
      if (entry.is_regular_file()) written[id_of(entry.path())] = bytes_of(entry.path());
    }
    std::map<std::filesystem::path, std::pair<Id, bool>> found;  // and whether it is a directory
    for (const auto* names : {&names_, &now})
      for (const auto& [path, inode] : *names) {
        if (path == root_) continue;
        const bool synced = names_.contains(path) && names_.at(path) == inode;
        const bool last = now.contains(path) && now.at(path) == inode;
        const bool survives = what == Survives::nothing ? synced
                              : what == Survives::names ? last
                                                        : (synced && last) || by_chance();
        if (survives) found[path] = {inode, directories_.contains(inode)};
      }
    std::map<Id, std::string> kept = bytes_;
    if (what == Survives::some)
      for (const auto& [inode, bytes] : written) {
        if (kept.contains(inode) && (kept.at(inode) == bytes || by_chance())) continue;
        std::string survivor = bytes.substr(0, by_chance() ? bytes.size() : random() % (bytes.size() + 1));
        if (by_chance()) survivor.append(bytes.size() - survivor.size(), '\0');
        kept[inode] = survivor;
      }
    for (const auto& [path, inode] : found) {  // a directory comes before what is in it
      const std::filesystem::path copy = to / path.lexically_relative(root_);
      if (!std::filesystem::exists(copy.parent_path())) continue;
      if (inode.second)
        std::filesystem::create_directory(copy);
      else
        write_bytes(copy, kept.contains(inode.first) ? kept.at(inode.first) : "");
    }
  }

 private:
  /// A number of a file or directory, whatever it is called. The system gives those that it has away again.
  Id id_of(const std::filesystem::path& path, bool fresh = false) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return 0;
    Id& id = ids_[status.st_ino];
    if (id == 0 || fresh) id = ++last_id_;
    if (S_ISDIR(status.st_mode)) directories_.insert(id);
    return id;
  }
  bool is_dead() { return ++changes_ >= k_; }
  static int failed() {
    errno = EIO;
    return -1;
  }

  const std::filesystem::path root_;
  const int k_;
  std::atomic<int> changes_ = 0;
  std::mutex mutex_;
  std::map<ino_t, Id> ids_;
  Id last_id_ = 0;
  std::set<Id> directories_;
  std::map<std::filesystem::path, Id> names_;  // that survive
  std::map<Id, std::string> bytes_;            // that survive
};

/// A disk that kills the process at its k-th named point: just before and just after each rename and each
/// sync.
class KillingDisk : public QuickDisk {
 public:
  explicit KillingDisk(int k) : k_(k) {}

  int fsync(int file) override {
    return around([&] { return QuickDisk::fsync(file); });
  }
  int rename(const char* from, const char* to) override {
    return around([&] { return SystemCalls::rename(from, to); });
  }

 private:
  int around(const std::function<int()>& call) {
    kill_when_due();
    const int result = call();
    kill_when_due();
    return result;
  }
  void kill_when_due() {
    if (++points_ == k_) kill(getpid(), SIGKILL);
  }

  const int k_;
  std::atomic<int> points_ = 0;
};

}  // namespace quixo::faults
