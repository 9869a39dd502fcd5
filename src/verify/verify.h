// SPDX-License-Identifier: MIT
//
// Proves a finished table, or finds what is wrong with it: first that its files are whole and say what the
// manifest says, then that its values follow from the rules. docs/proof.md says why that is a proof.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/job.h"
#include "quixo/value.h"
#include "verify/problems.h"

namespace quixo::verify {

/// Its progress says what is being done and comes from any thread.
struct Options : Job {
  bool full = false;            ///< Every stored position instead of a sample.
  std::uint64_t sample = 5000;  ///< Random positions, besides those near the start.
  std::uint64_t seed = 1;
  /// What the table must be of; whatever its manifest says without.
  std::optional<std::pair<Rules, Metric>> expected;
  /// The memory that a full check may use for decompressed values.
  std::size_t cache_bytes = std::size_t{4} << 30;
  /// Where a full check keeps how far it has come and its working files; in the table without.
  std::filesystem::path work;
  /// The time after which a full check notes again how far it has come, and the number of positions, some
  /// seconds' worth, after which it looks at the clock inside a layer.
  std::chrono::milliseconds between_notes = std::chrono::seconds(10);
  std::uint64_t positions_per_note = std::uint64_t{1} << 28;
};

/// What a table is by its manifest.
struct Identity {
  Rules rules;
  Metric metric = Metric::distance;
  std::uint64_t bytes = 0;
  std::uint64_t signature = 0;
};

struct Report {
  std::optional<Identity> table;  ///< Nothing when the manifest cannot be read.
  std::uint64_t sampled = 0;      ///< Positions of the sample that were checked.
  std::uint64_t near_start = 0;   ///< Positions near the start that were checked.
  std::uint64_t checked = 0;      ///< Stored positions that a full check has looked at: all, or none.
  std::vector<Problem> problems;
  std::uint64_t problem_count = 0;  ///< Of which only the first are listed.

  bool good() const { return problem_count == 0; }
};

/// Positions of at most this number of moves are near the start.
constexpr int near_start_moves = 3;

/// Throws Error when there is no table or not the expected one, and Interrupted when a stop was
/// requested; then a full check goes on when it is called again.
Report verify(const std::filesystem::path& directory, const Options& options);

}  // namespace quixo::verify
