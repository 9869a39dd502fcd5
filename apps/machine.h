// SPDX-License-Identifier: MIT
//
// What the machine has and what the program used of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace quixo::apps {

/// Bytes of memory that are free or can be freed and that the program may have: the limits of its process and
/// of its control groups (a container, a service) count too. Tests have a /proc and a /sys of their own below
/// another root.
std::size_t available_memory(const std::filesystem::path& root = "/");

/// The most memory the program has held so far, in bytes.
std::uint64_t peak_memory();

/// What it holds now; not what it has mapped of files, which the system takes back when it wants to.
std::uint64_t current_memory();

}  // namespace quixo::apps
