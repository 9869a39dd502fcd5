// SPDX-License-Identifier: MIT
//
// Getting a table: one on disk that `quixo solve` has made, or a small board solved on the spot.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>

#include "quixo/rules.h"
#include "quixo/table.h"

namespace quixo {

/// Boards of at most this number of cells are solved on the spot and need no table on disk.
constexpr int most_cells_in_memory = 16;

struct SolveOptions {
  int threads = 0;                                  ///< 0 for as many as the machine runs at once.
  std::stop_token stop = {};                        ///< The solve then throws Interrupted.
  std::function<void(double share)> progress = {};  ///< Called now and then, by one thread at a time.
};

/// Solves a game in memory, with distances: half a second and some 50 MB for 4x4 on two cores. Throws Error
/// when the board has more than most_cells_in_memory cells. Safe from many threads.
Table solve_in_memory(const Rules& rules, const SolveOptions& options = {});

/// $XDG_DATA_HOME/quixo, else ~/.local/share/quixo; empty when the environment says neither. Where a
/// directory of tables is expected, an empty path holds none.
std::filesystem::path default_tables_directory();

/// The best table there is for these rules: distances on disk, a small board solved in memory, outcomes on
/// disk. `cache_bytes` is for one on disk, as in Table::open. Throws MissingTable when there is none,
/// DamagedTable or another Error when it cannot be used.
Table open_table(const Rules& rules, const std::filesystem::path& tables = default_tables_directory(),
                 std::size_t cache_bytes = Table::default_cache_bytes);

}  // namespace quixo
