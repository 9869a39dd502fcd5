// SPDX-License-Identifier: MIT
//
// The calls of the system that change files or read them, in one place: everything that tables, layers and
// notes of unfinished work are written and read with goes through here (base/file.h has it in a better form).
// So a test can stand in for the disk, and fail, cut short or forget what it likes.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace quixo {

/// Each does what the call of the same name does, errno included. Safe from many threads at once.
class SystemCalls {
 public:
  SystemCalls() = default;
  virtual ~SystemCalls() = default;
  SystemCalls(const SystemCalls&) = delete;
  SystemCalls& operator=(const SystemCalls&) = delete;

  /// New files get the mode 0666.
  virtual int open(const char* path, int flags);
  virtual int close(int file);
  /// The size of an open file, or -1.
  virtual std::int64_t size(int file);
  virtual ssize_t pread(int file, void* bytes, std::size_t count, off_t offset);
  virtual ssize_t write(int file, const void* bytes, std::size_t count);
  virtual ssize_t pwrite(int file, const void* bytes, std::size_t count, off_t offset);
  /// As posix_fallocate, but for -1 and errno.
  virtual int allocate(int file, off_t bytes);
  virtual int fsync(int file);
  virtual int flock(int file, int operation);
  virtual int rename(const char* from, const char* to);
  virtual int unlink(const char* path);
  /// With the mode 0777.
  virtual int mkdir(const char* path);
};

/// Those in use: the system's own, unless a test stands in.
SystemCalls& system_calls();

/// Puts others in their place as long as it lives. For tests: nothing else may be under way when it comes and
/// goes.
class StandIn {
 public:
  explicit StandIn(SystemCalls& calls);
  ~StandIn();
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

 private:
  SystemCalls* before_;
};

}  // namespace quixo
