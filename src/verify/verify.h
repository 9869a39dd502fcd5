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
#include "base/peers.h"
#include "quixo/value.h"
#include "verify/problems.h"

namespace quixo::verify {

/// Which positions are held against their moves.
enum class Extent : std::uint8_t {
  fitting,  ///< All when that takes some seconds, else a sample.
  sample,   ///< Some at random, and those near the start.
  full,     ///< All; such a check notes how far it has come and goes on when it was stopped.
};

/// Its progress says what is being done and comes from any thread.
struct Options : Job {
  Extent extent = Extent::fitting;
  std::uint64_t sample = 5000;  ///< Random positions of a sample, besides those near the start.
  std::uint64_t seed = 1;
  /// What the table must be of; whatever its manifest says without.
  std::optional<std::pair<Rules, Metric>> expected;
  /// The memory that a full check may use for decompressed values.
  std::size_t cache_bytes = std::size_t{4} << 30;
  /// The user's own directory, where a full check keeps the key that marks what it has noted.
  std::filesystem::path own;
  /// Where a full check makes its work directory, outside the table; in the user's own without.
  std::filesystem::path work;
  /// The processes that check together, in full alone, with the same options; this one without. They must
  /// see the same directories, and the first keeps the notes.
  Peers* peers = nullptr;
  /// Called with one line when what an earlier full check has noted does not count, and why.
  std::function<void(const std::string&)> tell;
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
  /// The SHA-256 of all files and the manifest (docs/format.md), once they were read; empty before.
  std::string digest;
};

struct Report {
  std::optional<Identity> table;  ///< Nothing when the manifest cannot be read.
  bool full = false;              ///< All positions, not a sample.
  std::uint64_t sampled = 0;      ///< Positions of the sample that were checked.
  std::uint64_t near_start = 0;   ///< Positions near the start that were checked.
  std::uint64_t checked = 0;      ///< Stored positions that a full check has looked at: all, or none.
  std::vector<Problem> problems;
  std::uint64_t problem_count = 0;  ///< Of which only the first are listed.

  bool good() const { return problem_count == 0; }
};

/// So many stored positions are checked in some seconds.
constexpr std::uint64_t quick_positions = std::uint64_t{1} << 27;

/// Positions of at most this number of moves are near the start.
constexpr int near_start_moves = 3;

/// Throws Error when there is no table or not the expected one, or when its files are changed meanwhile, and
/// Interrupted when a stop was requested; then a full check goes on when it is called again, by as many peers
/// as there are then. All peers must call it, and all return the same.
Report verify(const std::filesystem::path& directory, const Options& options);

}  // namespace quixo::verify
