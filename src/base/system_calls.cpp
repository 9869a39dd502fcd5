// SPDX-License-Identifier: MIT
#include "base/system_calls.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>

namespace quixo {
namespace {

SystemCalls the_system;
std::atomic<SystemCalls*> in_use = &the_system;

}  // namespace

int SystemCalls::open(const char* path, int flags) { return ::open(path, flags, 0666); }
int SystemCalls::close(int file) { return ::close(file); }
std::int64_t SystemCalls::size(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 ? status.st_size : -1;
}
ssize_t SystemCalls::pread(int file, void* bytes, std::size_t count, off_t offset) {
  return ::pread(file, bytes, count, offset);
}
ssize_t SystemCalls::write(int file, const void* bytes, std::size_t count) {
  return ::write(file, bytes, count);
}
ssize_t SystemCalls::pwrite(int file, const void* bytes, std::size_t count, off_t offset) {
  return ::pwrite(file, bytes, count, offset);
}
int SystemCalls::allocate(int file, off_t bytes) {
  errno = posix_fallocate(file, 0, bytes);
  return errno == 0 ? 0 : -1;
}
int SystemCalls::fsync(int file) { return ::fsync(file); }
int SystemCalls::flock(int file, int operation) { return ::flock(file, operation); }
int SystemCalls::rename(const char* from, const char* to) { return std::rename(from, to); }
int SystemCalls::unlink(const char* path) { return ::unlink(path); }
int SystemCalls::mkdir(const char* path) { return ::mkdir(path, 0777); }

SystemCalls& system_calls() { return *in_use.load(std::memory_order_acquire); }

StandIn::StandIn(SystemCalls& calls) : before_(in_use.exchange(&calls)) {}
StandIn::~StandIn() { in_use = before_; }

}  // namespace quixo
