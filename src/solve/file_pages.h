// SPDX-License-Identifier: MIT
//
// Planes in files, for machines that have less memory than a solve would take. The files have no names, so
// nothing is left of them, and are mapped: the system holds as much of them in memory as it has to spare, and
// reads and writes the rest. What a sweep asks for lies close together as a rule (layout/layout.h), so that
// most of it is there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "cube/pages.h"

namespace quixo::solve {

class FilePages final : public cube::PageSource {
 public:
  /// As long as it lives, planes are made in this directory, and the process has not much more than so many
  /// bytes of memory for its own, as far as that is up to the planes.
  FilePages(std::filesystem::path directory, std::uint64_t most_memory);

  /// Throws WriteError when the disk has no room.
  cube::Word* make(std::size_t bytes) override;
  void free(cube::Word* pages, std::size_t bytes) override;

 private:
  /// Gives pages back to the system when there are too many. They stay in its cache while it has room.
  void give_back();

  const std::filesystem::path directory_;
  const std::uint64_t most_memory_;
  std::mutex mutex_;
  std::map<cube::Word*, std::size_t> planes_;  // with their bytes
  std::jthread watch_;
};

}  // namespace quixo::solve
