// SPDX-License-Identifier: MIT
#include "apps/machine.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace quixo::apps {
namespace {

/// The number after a word of a file of the system, or the number that the file begins with.
std::optional<std::size_t> number_in(const std::filesystem::path& file, const std::string& after = "") {
  std::ifstream in(file);
  std::string word;
  while (word != after && in >> word) continue;
  std::size_t number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

/// A line "NAME: N kB" of a file under /proc, in bytes; 0 when it is not there.
std::size_t kilobytes_line(const std::filesystem::path& file, const std::string& name) {
  return number_in(file, name).value_or(0) * 1024;
}

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

std::size_t less(std::size_t limit, std::size_t used) { return limit - std::min(limit, used); }

std::size_t left_on_machine(const std::filesystem::path& root) {
  if (const std::size_t available = kilobytes_line(root / "proc/meminfo", "MemAvailable:")) return available;
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES) / 2 * sysconf(_SC_PAGESIZE));
}

/// Of what ulimit -v allows.
std::size_t left_to_process() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return no_limit;
  return less(limit.rlim_cur, kilobytes_line("/proc/self/status", "VmSize:"));
}

/// Of what the control groups of one hierarchy allow, from the program's own up. The path may be that of the
/// machine while a container shows only its own part: what is not there says nothing.
std::size_t left_to_groups(const std::filesystem::path& hierarchy, std::filesystem::path group,
                           const char* limit, const char* usage) {
  std::size_t left = no_limit;
  for (;; group = group.parent_path()) {
    const std::filesystem::path directory = hierarchy / group.relative_path();
    const std::optional<std::size_t> most = number_in(directory / limit);  // none when it says "max"
    const std::optional<std::size_t> used = number_in(directory / usage);
    // Files that were read and may be forgotten count as used there.
    const std::size_t files = number_in(directory / "memory.stat", "inactive_file").value_or(0);
    if (most && used) left = std::min(left, less(*most, less(*used, files)));
    if (!group.has_relative_path()) return left;
  }
}

std::size_t left_to_groups(const std::filesystem::path& root) {
  std::size_t left = no_limit;
  const std::filesystem::path groups = root / "sys/fs/cgroup";
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {  // hierarchy:controllers:group
    const std::size_t colon = line.find(':');
    const std::size_t second = line.find(':', colon + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(colon + 1, second - colon - 1);
    const std::string group = line.substr(second + 1);
    if (controllers.empty())
      left = std::min(left, left_to_groups(groups, group, "memory.max", "memory.current"));
    else if (controllers == "memory")
      left = std::min(
          left, left_to_groups(groups / "memory", group, "memory.limit_in_bytes", "memory.usage_in_bytes"));
  }
  return left;
}

}  // namespace

std::size_t available_memory(const std::filesystem::path& root) {
  return std::min({left_on_machine(root), left_to_process(), left_to_groups(root)});
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::uint64_t current_memory() { return kilobytes_line("/proc/self/status", "RssAnon:"); }

}  // namespace quixo::apps
