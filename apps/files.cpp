// SPDX-License-Identifier: MIT
#include "apps/files.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "game/error.h"

namespace quixo::apps {
namespace {

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

[[noreturn]] void fail(const char* what, const std::string& name, int error) {
  throw Error(fmt::format("cannot {} {}: {}", what, quoted(name), std::strerror(error)));
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
      throw Error(fmt::format("{} is not a game: it is longer than {} bytes", quoted(name), most_bytes));
  }
  if (std::ferror(file.get())) fail("read", name, errno);
  return text;
}

void write_text(const std::string& name, const std::string& text) {
  const std::string part = name + ".part";
  std::FILE* file = std::fopen(part.c_str(), "wb");
  if (file == nullptr) fail("write", name, errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = std::fclose(file) == 0;
  if (!written || !closed || std::rename(part.c_str(), name.c_str()) != 0) {
    const int error = errno;
    std::remove(part.c_str());
    fail("write", name, error);
  }
}

}  // namespace quixo::apps
