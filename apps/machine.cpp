// SPDX-License-Identifier: MIT
#include "apps/machine.h"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace quixo::apps {
namespace {

/// A line "NAME: N kB" of a file under /proc, in bytes; 0 when it is not there.
std::size_t kilobytes_line(const char* file, const std::string& name) {
  std::ifstream in(file);
  std::size_t kilobytes = 0;
  for (std::string word; in >> word;)
    if (word == name && in >> kilobytes) return kilobytes * 1024;
  return 0;
}

}  // namespace

std::size_t available_memory() {
  if (const std::size_t available = kilobytes_line("/proc/meminfo", "MemAvailable:")) return available;
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES) / 2 * sysconf(_SC_PAGESIZE));
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::uint64_t current_memory() { return kilobytes_line("/proc/self/status", "RssAnon:"); }

}  // namespace quixo::apps
