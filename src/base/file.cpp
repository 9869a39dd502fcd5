// SPDX-License-Identifier: MIT
#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <new>
#include <system_error>
#include <vector>

#include "base/system_calls.h"

namespace quixo {
namespace {

/// A call that a signal has cut short before it did anything is made again.
template <class Call>
auto whatever_interrupts(const Call& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

int open_file(const std::filesystem::path& path, int flags) {
  return whatever_interrupts([&] { return system_calls().open(path.c_str(), flags | O_CLOEXEC); });
}

constexpr int for_writing = O_RDWR | O_CREAT | O_APPEND;

void rename_synced(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (system_calls().rename(from.c_str(), to.c_str()) != 0) throw system_error("write", to);
  sync(to.parent_path());
}

}  // namespace

std::string reason_of(int error) { return std::generic_category().message(error); }

SystemError system_error(std::string_view what, const std::filesystem::path& path) {
  const std::string reason = reason_of(errno);
  return {fmt::format("cannot {} {}: {}", what, path.string(), reason), reason};
}

WriteError::WriteError(const std::filesystem::path& file) : SystemError(system_error("write", file)) {}

File::File(std::filesystem::path path) : name_(std::move(path)), file_(open_file(name_, O_RDONLY)) {
  if (file_ < 0) throw system_error("open", name_);
}

std::optional<File> File::if_there(const std::filesystem::path& path) {
  const int file = open_file(path, O_RDONLY);
  if (file < 0 && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
  if (file < 0) throw system_error("open", path);
  return File(path, file);
}

File File::create(const std::filesystem::path& path, const std::filesystem::path& name) {
  const int file = open_file(path, for_writing | O_TRUNC);
  if (file < 0) throw system_error("create", path);
  return File(name.empty() ? path : name, file);
}

std::optional<File> File::create_new(const std::filesystem::path& path) {
  const int file = open_file(path, for_writing | O_EXCL);
  if (file < 0 && errno == EEXIST) return std::nullopt;
  if (file < 0) throw system_error("create", path);
  return File(path, file);
}

File File::shared(const std::filesystem::path& path) {
  const int file = open_file(path, O_WRONLY | O_CREAT);
  if (file < 0) throw system_error("create", path);
  return File(path, file);
}

File::~File() {
  if (file_ >= 0) system_calls().close(file_);
}

File::File(File&& other) noexcept : name_(std::move(other.name_)), file_(std::exchange(other.file_, -1)) {}

std::uint64_t File::size() const {
  const std::int64_t size = system_calls().size(file_);
  if (size < 0) throw system_error("read", name_);
  return static_cast<std::uint64_t>(size);
}

std::size_t File::read_at(std::uint64_t offset, std::span<std::uint8_t> bytes) const {
  std::size_t read = 0;
  while (read < bytes.size()) {
    const ssize_t got = whatever_interrupts([&] {
      return system_calls().pread(file_, bytes.data() + read, bytes.size() - read,
                                  static_cast<off_t>(offset + read));
    });
    if (got < 0) throw system_error("read", name_);
    if (got == 0) break;
    read += static_cast<std::size_t>(got);
  }
  return read;
}

void File::expect_single_parts() const { posix_fadvise(file_, 0, 0, POSIX_FADV_RANDOM); }

void File::append(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        whatever_interrupts([&] { return system_calls().write(file_, bytes.data(), bytes.size()); });
    if (written < 0) throw WriteError(name_);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void File::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = whatever_interrupts(
        [&] { return system_calls().pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset)); });
    if (written < 0) throw WriteError(name_);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
}

void* File::map(std::size_t bytes) const {
  if (whatever_interrupts([&] { return system_calls().allocate(file_, static_cast<off_t>(bytes)); }) != 0)
    throw WriteError(name_);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

void File::start_syncing(std::uint64_t offset, std::uint64_t bytes) const {
  sync_file_range(file_, static_cast<off_t>(offset), static_cast<off_t>(bytes), SYNC_FILE_RANGE_WRITE);
}

void File::sync() const {
  if (whatever_interrupts([&] { return system_calls().fsync(file_); }) != 0)
    throw system_error("sync", name_);
}

void File::close() {
  assert(file_ >= 0);
  // After an interrupted close the number may be another file's already: it is never closed twice.
  if (system_calls().close(std::exchange(file_, -1)) != 0 && errno != EINTR) throw WriteError(name_);
}

NewFile::NewFile(std::filesystem::path path, Beside beside)
    : path_(std::move(path)), partial_(partial_path(path_)) {
  if (beside == Beside::ours) file_.emplace(File::create(partial_));
  for (int number = 1; !file_; ++number) {
    partial_ = fmt::format("{}.part{}", path_.string(), number);
    if (std::optional<File> created = File::create_new(partial_)) file_.emplace(std::move(*created));
  }
}

NewFile::~NewFile() {
  if (published_) return;
  file_.reset();
  system_calls().unlink(partial_.c_str());
}

void NewFile::append(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t together = std::size_t{1} << 18;
  expect_whole();
  lost_ = true;  // until it is there
  if (gathered_.size() + bytes.size() > together) flush();
  if (bytes.size() < together)
    gathered_.insert(gathered_.end(), bytes.begin(), bytes.end());
  else
    file_->append(bytes);
  size_ += bytes.size();
  lost_ = false;
}

void NewFile::flush() {
  file_->append(gathered_);
  gathered_.clear();
}

void NewFile::expect_whole() const {
  if (lost_) throw Error(fmt::format("cannot write {}: a part of it is lost", partial_.string()));
}

void NewFile::start_syncing() {
  expect_whole();
  lost_ = true;
  flush();
  lost_ = false;
  file_->start_syncing(syncing_, size_ - syncing_);
  syncing_ = size_;
}

void NewFile::publish() {
  assert(!published_);
  expect_whole();
  flush();
  file_->sync();
  file_->close();
  if (system_calls().rename(partial_.c_str(), path_.c_str()) != 0) throw system_error("write", path_);
  published_ = true;
  quixo::sync(path_.parent_path());
}

std::filesystem::path partial_path(const std::filesystem::path& path) { return path.string() + ".partial"; }

void sync(const std::filesystem::path& path) { File(path.empty() ? "." : path).sync(); }

void publish(const std::filesystem::path& path) {
  sync(partial_path(path));
  rename_synced(partial_path(path), path);
}

void remove_file(const std::filesystem::path& path) {
  if (system_calls().unlink(path.c_str()) != 0 && errno != ENOENT) throw system_error("remove", path);
}

void make_directories(const std::filesystem::path& path) {
  std::error_code unknown;
  if (path.empty() || std::filesystem::is_directory(path, unknown)) return;
  const std::filesystem::path above =
      path.has_filename() ? path.parent_path() : path.parent_path().parent_path();
  make_directories(above);
  if (system_calls().mkdir(path.c_str()) != 0 && errno != EEXIST) throw system_error("create", path);
  sync(above);
}

void write_whole(const std::filesystem::path& path, std::string_view text, Beside beside) {
  NewFile file(path, beside);
  file.append({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  file.publish();
}

std::optional<std::string> read_whole(const std::filesystem::path& path, std::uint64_t most_bytes) {
  const std::optional<File> file = File::if_there(path);
  if (!file) return std::nullopt;
  const std::uint64_t size = file->size();
  if (size > most_bytes)
    throw Error(
        fmt::format("cannot read {}: it has {} bytes, more than such a file has", path.string(), size));
  std::string text(size, '\0');
  text.resize(file->read_at(0, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  return text;
}

std::string bytes_in(const std::filesystem::path& path) {
  constexpr std::uint64_t small = std::uint64_t{1} << 30;
  return read_whole(path, small).value_or("");
}

void read_pieces(const std::filesystem::path& path,
                 const std::function<void(std::span<const std::uint8_t>)>& visit) {
  const File file(path);
  std::vector<std::uint8_t> piece(std::size_t{1} << 20);
  std::uint64_t offset = 0;
  while (const std::size_t count = file.read_at(offset, piece)) {
    visit(std::span(piece).first(count));
    offset += count;
  }
}

FileIdentity identity_of(const std::filesystem::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) throw system_error("find", path);
  const auto nanoseconds = [](const timespec& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  };
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
          nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

}  // namespace quixo
