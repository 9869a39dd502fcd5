// SPDX-License-Identifier: MIT
//
// How far a full check has come, kept in a small file that is replaced as a whole, so that a check that was
// stopped at any moment goes on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "verify/integrity.h"
#include "verify/problems.h"

namespace quixo::verify {

struct State {
  std::uint64_t manifest = 0;  ///< The hash of the manifest that it belongs to.
  std::vector<LayerContent> contents;
  int layer = 0;                  ///< The layer that is being checked: those above are proved.
  bool outcomes_checked = false;  ///< Its first pass is done.
  std::size_t units = 0;          ///< The units of its second pass that are done.
  std::vector<Problem> problems;
  std::uint64_t problem_count = 0;
};

/// Nothing when there is none, or none that belongs to this manifest.
std::optional<State> read_state(const std::filesystem::path& path, std::uint64_t manifest);
/// Throws Error when the file cannot be written.
void write_state(const std::filesystem::path& path, const State& state);

}  // namespace quixo::verify
