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
#include "verify/together.h"

namespace quixo::verify {

struct State {
  Digest table{};                     ///< The digest of the table that it belongs to.
  int layer = 0;                      ///< The layer that is being checked: those above are proved.
  bool outcomes_checked = false;      ///< Its first pass is done.
  Ranges units;                       ///< The units of its second pass that are done.
  std::map<int, LayerLosses> losses;  ///< By layer. When read, digests of blocks are not known.
  std::vector<Problem> problems;
  std::uint64_t problem_count = 0;
};

/// In one line, as it is written and as peers tell it. The text must come from there.
std::string to_text(const State& state);
State state_from_text(const std::string& text);

/// Throws Error when the file cannot be written.
void write_state(const std::filesystem::path& path, const State& state, const Digest& key);

/// What is kept of the table of this digest. Nothing when there is none that counts; then `why` says why
/// not, unless there is none at all. Throws Error when it cannot be read.
std::optional<State> read_state(const std::filesystem::path& path, const Digest& table, const Digest& key,
                                std::string& why);

}  // namespace quixo::verify
