// SPDX-License-Identifier: MIT
#include "solve/spool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <vector>

#include "base/file.h"

namespace quixo::solve {
namespace {

class MemorySpool : public Spool {
 public:
  void append(std::span<const std::uint8_t> bytes) override {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  std::uint64_t size() const override { return bytes_.size(); }
  void read(std::uint64_t offset, std::span<std::uint8_t> bytes) const override {
    assert(offset + bytes.size() <= bytes_.size());
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
  }
  std::string name() const override { return "a layer in memory"; }

 private:
  std::vector<std::uint8_t> bytes_;
};

class FileSpool : public Spool {
 public:
  FileSpool(const std::filesystem::path& path, const std::filesystem::path& name, int flags)
      : name_(name.string()), file_(open(path.c_str(), flags, 0666)) {
    if (file_ < 0) fail("open");
    const off_t end = lseek(file_, 0, SEEK_END);
    if (end < 0) fail("read");
    size_ = static_cast<std::uint64_t>(end);
  }
  ~FileSpool() override { close(file_); }
  FileSpool(const FileSpool&) = delete;
  FileSpool& operator=(const FileSpool&) = delete;

  void append(std::span<const std::uint8_t> bytes) override {
    while (!bytes.empty()) {
      const ssize_t written = ::write(file_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw WriteError(name_);
      size_ += static_cast<std::uint64_t>(written);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }
  std::uint64_t size() const override { return size_; }
  void read(std::uint64_t offset, std::span<std::uint8_t> bytes) const override {
    while (!bytes.empty()) {
      const ssize_t got = pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail("read");
      if (got == 0) throw bad_spool(name_, "cut short");
      offset += static_cast<std::uint64_t>(got);
      bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
  }
  std::string name() const override { return name_; }

 private:
  [[noreturn]] void fail(const char* what) const { throw system_error(what, name_); }

  std::string name_;
  int file_;
  std::uint64_t size_ = 0;
};

}  // namespace

Error bad_spool(const std::string& name, const char* how) {
  return Error(fmt::format("{} is {}: remove its directory and solve again", name, how));
}

std::unique_ptr<Spool> memory_spool() { return std::make_unique<MemorySpool>(); }
std::unique_ptr<Spool> create_file_spool(const std::filesystem::path& path,
                                         const std::filesystem::path& later_name) {
  return std::make_unique<FileSpool>(path, later_name, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC);
}
std::unique_ptr<Spool> open_file_spool(const std::filesystem::path& path) {
  return std::make_unique<FileSpool>(path, path, O_RDONLY | O_CLOEXEC);
}

}  // namespace quixo::solve
