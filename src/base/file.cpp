// SPDX-License-Identifier: MIT
#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>

namespace quixo {

Error system_error(std::string_view what, const std::filesystem::path& path) {
  return Error(fmt::format("cannot {} {}: {}", what, path.string(), std::generic_category().message(errno)));
}

WriteError::WriteError(const std::filesystem::path& file) : Error(system_error("write", file)) {}

std::filesystem::path partial_path(const std::filesystem::path& path) { return path.string() + ".partial"; }

void sync(const std::filesystem::path& path) {
  const int file = open(path.empty() ? "." : path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = file >= 0 && fsync(file) == 0;
  const int error = errno;
  if (file >= 0) close(file);
  errno = error;
  if (!synced) throw system_error("sync", path);
}

void publish(const std::filesystem::path& path) {
  sync(partial_path(path));
  std::filesystem::rename(partial_path(path), path);
  sync(path.parent_path());
}

void write_whole(const std::filesystem::path& path, std::string_view text) {
  const std::filesystem::path partial = partial_path(path);
  std::FILE* file = std::fopen(partial.c_str(), "wb");
  if (file == nullptr) throw system_error("create", partial);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written) throw WriteError(partial);
  publish(path);
}

std::string bytes_in(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace quixo
