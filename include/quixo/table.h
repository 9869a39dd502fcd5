// SPDX-License-Identifier: MIT
//
// The values of all positions of a game, to be asked: of a position, of its moves, and of best play.
//
//   const quixo::Table table = quixo::solve_in_memory(quixo::parse_rules("4x4"));   // quixo/open.h
//   const quixo::Position start = quixo::parse_position(table.rules(), "4/4/4/4 x");
//   table.probe(start);   // {win, 21}: the player to move wins in 21 moves
//   table.moves(start);   // every move and what it is worth to the player who makes it, best first
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "quixo/error.h"
#include "quixo/move.h"
#include "quixo/position.h"
#include "quixo/rules.h"
#include "quixo/value.h"

namespace quixo {

namespace probe {
class ValueSource;
struct Access;
}  // namespace probe

/// The table calls the position a loss and yet has a move for it that does not lose. `quixo verify` finds all
/// of these.
class Contradiction : public Error {
 public:
  Contradiction(const std::string& what, Position at) : Error(what), position(at) {}
  Position position;
};

struct MoveValue {
  Move move;
  Position position;  ///< The position it leads to.
  Value value;        ///< For the player who makes the move; the distance counts the move itself.
};

/// Read-only, and cheap to copy: copies share the values. Any number of threads may ask the same table.
///
/// A table on disk keeps the blocks it decompressed last in a cache. An answer from the cache takes some
/// microseconds, a block that is not there about a millisecond and a read of the disk. In memory an answer
/// takes well under a microsecond. Every question may throw Error: when a position is impossible on the
/// board, or the block that has the answer is damaged.
class Table {
 public:
  static constexpr std::size_t default_cache_bytes = std::size_t{256} << 20;

  /// Opens a finished table: the directory with its manifest. Its files are checked but for the blocks, which
  /// are checked when they are read. `cache_bytes` bounds the memory for decompressed blocks. Throws Error
  /// when there is no table, or a damaged one.
  static Table open(const std::filesystem::path& directory, std::size_t cache_bytes = default_cache_bytes);

  const Rules& rules() const;
  /// With Metric::outcome all distances are 0.
  Metric metric() const;
  /// Counts of all positions, the longest games, the signature. Costs nothing.
  const Summary& summary() const;

  /// For the player to move. Finding a loss on disk asks for all its children. Throws Contradiction.
  Value probe(Position position) const;
  /// Of many positions: values[i] is that of positions[i]. On so many threads, 0 for as many as the machine
  /// runs at once. What is stored together is read once, so on disk this is much quicker than one by one.
  /// Throws Interrupted when a stop was requested.
  void probe_many(std::span<const Position> positions, std::span<Value> values, int threads = 0,
                  const std::stop_token& stop = {}) const;
  /// The outcome alone, which is quicker to find than the distance.
  Outcome outcome(Position position) const;

  /// Every legal move, best first: the fastest wins, then draws, then the slowest losses. Empty when the game
  /// is over. Probes every child.
  std::vector<MoveValue> moves(Position position) const;

  /// Best play by both sides to the end or, in a draw, to the first position that comes up again. Asks for
  /// the moves of every position on the way. Throws Error when the table has no distances: then there is no
  /// way to tell a win that makes progress.
  std::vector<MoveValue> line(Position position) const;

  /// The positions that are stored have numbers, from 0, those with fewer cubes first: of all positions with
  /// X to move, those of one occupancy of each orbit (docs/glossary.md). Some microseconds at the most.
  ///
  /// How many there are with fewer than so many cubes, which may be one more than the board has cells: the
  /// first number of those with so many.
  std::uint64_t stored_below(int cubes) const;
  /// The number under which the value of a position is stored: that of a symmetric one, X to move.
  std::uint64_t index(Position position) const;
  /// The position that has this number. Throws Error when there is none.
  Position at(std::uint64_t index) const;

 private:
  friend struct probe::Access;  // for the library itself, which goes through all values of a table
  explicit Table(std::shared_ptr<const probe::ValueSource> source) : source_(std::move(source)) {}

  std::shared_ptr<const probe::ValueSource> source_;
};

}  // namespace quixo
