// SPDX-License-Identifier: MIT
//
// How far a full check has come, kept in a small file that is replaced as a whole, so that a check that was
// stopped at any moment goes on. What it says would make a proof shorter, so it counts only when it bears the
// mark of the user's own key and speaks of the very bytes that the table has now.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/losses.h"
#include "verify/problems.h"
#include "verify/sha256.h"

namespace quixo::verify {

struct State {
  Digest table{};                     ///< The digest of the table that it belongs to.
  int layer = 0;                      ///< The layer that is being checked: those above are proved.
  bool outcomes_checked = false;      ///< Its first pass is done.
  std::size_t units = 0;              ///< The units of its second pass that are done.
  std::map<int, LayerLosses> losses;  ///< By layer. When read, digests of blocks are not known.
  std::vector<Problem> problems;
  std::uint64_t problem_count = 0;
};

/// Throws Error when the file cannot be written.
void write_state(const std::filesystem::path& path, const State& state, const Digest& key);

/// What is kept of the table of this digest. Nothing when there is none that counts; then `why` says why
/// not, unless there is none at all.
std::optional<State> read_state(const std::filesystem::path& path, const Digest& table, const Digest& key,
                                std::string& why);

}  // namespace quixo::verify
