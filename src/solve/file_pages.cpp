// SPDX-License-Identifier: MIT
#include "solve/file_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <utility>

#include "base/file.h"

namespace quixo::solve {
namespace {

/// What the process has in memory, its part of mapped files too.
std::uint64_t resident_memory() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;  // the second number
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

FilePages::FilePages(std::filesystem::path directory, std::uint64_t most_memory)
    : directory_(std::move(directory)),
      most_memory_(most_memory),
      watch_([this](const std::stop_token& stop) {
        // Often enough: pages come in at some gigabytes a second at the most.
        constexpr std::chrono::milliseconds pause{20};
        for (; !stop.stop_requested(); std::this_thread::sleep_for(pause)) give_back();
      }) {}

cube::Word* FilePages::make(std::size_t bytes) {
  const std::filesystem::path path = partial_path(directory_ / "planes");
  const File file = File::create(path);
  remove_file(path);
  auto* const pages = static_cast<cube::Word*>(file.map(bytes));
  const std::lock_guard lock(mutex_);
  planes_[pages] = bytes;
  return pages;
}

void FilePages::free(cube::Word* pages, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  planes_.erase(pages);
  munmap(pages, bytes);
}

void FilePages::give_back() {
  const std::uint64_t room = most_memory_ / 16;  // for what comes in before the next look
  if (resident_memory() <= most_memory_ - room) return;
  const std::lock_guard lock(mutex_);
  for (const auto& [pages, bytes] : planes_) madvise(pages, bytes, MADV_DONTNEED);
}

}  // namespace quixo::solve
