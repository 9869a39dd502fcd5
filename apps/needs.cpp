// SPDX-License-Identifier: MIT
#include "apps/needs.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>

#include "apps/machine.h"
#include "base/text.h"
#include "game/notation.h"
#include "quixo/error.h"

namespace quixo::apps {

void check_needs(const solve::Needs& needs, const std::filesystem::path& directory, const char* option,
                 int processes) {
  const std::size_t memory = available_memory() / static_cast<std::size_t>(processes);
  if (needs.memory > memory)
    throw Error(fmt::format(
        "this needs {} of memory and {} are free: close other programs, or use a machine with more{}",
        size_text(needs.memory), size_text(memory),
        needs.disk != 0 && !needs.planes_on_disk && processes == 1
            ? ", or have quixo solve --memory SIZE keep the rest on disk"
            : ""));
  if (needs.disk == 0) return;
  std::error_code ignored;  // what is not there or out of reach is found out when it is written
  std::filesystem::path existing = directory;
  while (!existing.empty() && !std::filesystem::exists(existing, ignored)) existing = existing.parent_path();
  struct statvfs disk {};
  if (statvfs(existing.empty() ? "." : existing.c_str(), &disk) != 0) return;
  std::uint64_t kept = 0;  // a solve that goes on has part of it already
  for (const auto& entry : std::filesystem::directory_iterator(directory, ignored))
    if (const std::uintmax_t bytes = entry.file_size(ignored); !ignored) kept += bytes;
  const std::uint64_t free = std::uint64_t{disk.f_bavail} * disk.f_frsize;
  if (needs.disk > free + kept)
    throw Error(fmt::format("this needs {} of disk in {} and {} are free: choose another {}",
                            size_text(needs.disk - std::min(needs.disk, kept)), directory.string(),
                            size_text(free), option));
}

}  // namespace quixo::apps
