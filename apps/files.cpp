// SPDX-License-Identifier: MIT
#include "apps/files.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/file.h"
#include "base/text.h"
#include "quixo/error.h"

namespace quixo::apps {
namespace {

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

[[noreturn]] void fail(const char* what, const std::string& name, const std::string& reason) {
  throw Error(fmt::format("cannot {} {}: {}", what, quixo::quoted(name), reason));
}

[[noreturn]] void fail(const char* what, const std::string& name, int error) {
  fail(what, name, reason_of(error));
}

}  // namespace

std::string read_text(const std::string& name) {
  constexpr std::size_t most_bytes = 1'000'000;
  const std::unique_ptr<std::FILE, Close> file(name == "-" ? stdin : std::fopen(name.c_str(), "rb"));
  if (!file) fail("open", name, errno);
  std::string text;
  char block[4096];
  while (const std::size_t count = std::fread(block, 1, sizeof block, file.get())) {
    text.append(block, count);
    if (text.size() > most_bytes)
      throw Error(
          fmt::format("{} is not a game: it is longer than {} bytes", quixo::quoted(name), most_bytes));
  }
  if (std::ferror(file.get())) fail("read", name, errno);
  return text;
}

void write_text(const std::string& name, const std::string& text) {
  std::error_code unknown;  // then opening says what is wrong
  const std::filesystem::file_status now = std::filesystem::symlink_status(name, unknown);
  if (std::filesystem::is_regular_file(now) || !std::filesystem::exists(now)) {
    try {
      return write_whole(name, text, Beside::others);
    } catch (const SystemError& error) {
      fail("write", name, error.reason);
    }
  }
  std::FILE* file = std::fopen(name.c_str(), "wb");
  if (file == nullptr) fail("write", name, errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written) fail("write", name, errno);
}

}  // namespace quixo::apps
