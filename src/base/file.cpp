// SPDX-License-Identifier: MIT
#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

namespace quixo {

namespace {

/// A file beside this one that was not there before, and its path; null when it cannot be made.
std::FILE* create_new(const std::filesystem::path& path, std::filesystem::path& created) {
  std::FILE* file = nullptr;
  for (int number = 1; file == nullptr && (number == 1 || errno == EEXIST); ++number) {
    created = fmt::format("{}.part{}", path.string(), number);
    file = std::fopen(created.c_str(), "wbx");
  }
  return file;
}

void rename_synced(const std::filesystem::path& from, const std::filesystem::path& to) {
  sync(from);
  if (std::rename(from.c_str(), to.c_str()) != 0) throw system_error("write", to);
  sync(to.parent_path());
}

}  // namespace

std::string reason_of(int error) { return std::generic_category().message(error); }

SystemError system_error(std::string_view what, const std::filesystem::path& path) {
  const std::string reason = reason_of(errno);
  return {fmt::format("cannot {} {}: {}", what, path.string(), reason), reason};
}

WriteError::WriteError(const std::filesystem::path& file) : SystemError(system_error("write", file)) {}

std::filesystem::path partial_path(const std::filesystem::path& path) { return path.string() + ".partial"; }

void sync(const std::filesystem::path& path) {
  const int file = open(path.empty() ? "." : path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = file >= 0 && fsync(file) == 0;
  const int error = errno;
  if (file >= 0) close(file);
  errno = error;
  if (!synced) throw system_error("sync", path);
}

void publish(const std::filesystem::path& path) { rename_synced(partial_path(path), path); }

void write_whole(const std::filesystem::path& path, std::string_view text, Beside beside) {
  std::filesystem::path partial = partial_path(path);
  std::FILE* file = beside == Beside::ours ? std::fopen(partial.c_str(), "wb") : create_new(path, partial);
  if (file == nullptr) throw system_error("create", partial);
  try {
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (std::fclose(file) != 0 || !written) throw WriteError(partial);
    rename_synced(partial, path);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    throw;
  }
}

std::string bytes_in(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void read_pieces(const std::filesystem::path& path,
                 const std::function<void(std::span<const std::uint8_t>)>& visit) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw system_error("open", path);
  try {
    std::vector<std::uint8_t> piece(std::size_t{1} << 20);
    for (;;) {
      const ssize_t count = read(file, piece.data(), piece.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) throw system_error("read", path);
      if (count == 0) break;
      visit(std::span(piece).first(static_cast<std::size_t>(count)));
    }
  } catch (...) {
    close(file);
    throw;
  }
  close(file);
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
