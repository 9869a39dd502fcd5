// SPDX-License-Identifier: MIT
#include "base/shared_directory.h"

#include <fmt/format.h>

#include <random>
#include <string>

#include "base/file.h"

namespace quixo {
namespace {

/// Another time, and elsewhere, another.
std::string random_text() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

}  // namespace

void expect_shared(const std::filesystem::path& directory, Peers& peers) {
  if (peers.is_alone()) return;
  // By this name it goes with other files that were not finished, should this process be killed now.
  const std::filesystem::path file = partial_path(directory / "peers");
  std::string key;
  if (peers.is_first()) write_whole(file, key = random_text());
  key = said_by_first(peers, key);
  if (bytes_in(file) != key)
    throw WrongDirectory(fmt::format("process {} of {} does not see {}: all must share the directory",
                                     peers.self(), peers.size(), directory.string()));
  peers.meet();
  if (peers.is_first()) remove_file(file);
}

}  // namespace quixo
