// SPDX-License-Identifier: MIT
//
// The values of all positions of a game, to be asked: of a position, of its moves, and of best play. A table
// is read-only; any number of threads may ask the same one.
//
//   const quixo::Table table = quixo::Table::solve(quixo::parse_rules("4x4"));
//   const quixo::Position start = quixo::parse_position(table.geometry(), "4/4/4/4 x");
//   table.probe(start);   // {win, 21}: the player to move wins in 21 moves
//   table.moves(start);   // every move and what it is worth to the player who makes it, best first
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "game/error.h"
#include "game/geometry.h"
#include "game/value.h"

namespace quixo {

namespace solve {
class Layout;
}

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

/// Some positions of one occupancy U, X to move, as the solver lays them out (solve/layout.h): the values of
/// the indices first, first + 1, ... of its cube. A table on disk says nothing of the distances of losses
/// (unknown_distance); ask probe() for those.
struct ValueRun {
  int layer = 0;
  std::uint32_t cube = 0;
  std::uint32_t first = 0;
  std::span<const Value> values;
};

/// Where a table gets its values from. Safe from many threads at once.
class ValueSource {
 public:
  using Visit = std::function<void(const ValueRun& run, int worker)>;
  using VisitRun = std::function<void(const ValueRun& run)>;

  virtual ~ValueSource() = default;
  virtual Metric metric() const = 0;
  virtual const Summary& summary() const = 0;
  virtual const solve::Layout& layout() const = 0;
  /// Of an open position with X to move.
  virtual Value value(Position position) const = 0;
  virtual Outcome outcome(Position position) const = 0;
  virtual void scan(int layer, int threads, const std::stop_token& stop, const Visit& visit) const = 0;
  virtual void read(int layer, std::uint32_t cube, const VisitRun& visit) const = 0;
};

class Table {
 public:
  /// Boards of so many cells are solved on the spot and need no table on disk.
  static constexpr int most_cells_in_memory = 16;
  static constexpr std::size_t default_cache_bytes = std::size_t{256} << 20;

  /// Opens a table that quixo solve has made: the directory with its manifest. Decompressed blocks are kept
  /// in a cache of so many bytes. Throws Error when there is no table, or a damaged one.
  static Table open(const std::filesystem::path& directory, std::size_t cache_bytes = default_cache_bytes);

  /// Solves the game in memory. Throws Error when the board is too large for that.
  static Table solve(const Rules& rules);

  const Geometry& geometry() const { return *geometry_; }
  const Rules& rules() const { return geometry_->rules(); }
  /// With Metric::outcome all distances are 0.
  Metric metric() const { return source_->metric(); }
  /// Counts of all positions, the longest games, the signature.
  const Summary& summary() const { return source_->summary(); }

  /// For the player to move. Throws Contradiction, and Error when a block is damaged.
  Value probe(Position position) const;
  /// The outcome alone, which is quicker to find than the distance.
  Outcome outcome(Position position) const;

  /// Every legal move, best first: the fastest wins, then draws, then the slowest losses. Empty when the game
  /// is over.
  std::vector<MoveValue> moves(Position position) const;

  /// Best play by both sides to the end or, in a draw, to the first position that comes up again. Throws
  /// Error when the table has no distances: then there is no way to tell a win that makes progress.
  std::vector<MoveValue> line(Position position) const;

  /// Visits every stored position of a layer (all with so many cubes, one U per symmetry class, positions
  /// that are over among them) on so many threads; `worker` counts them from 0. A run never spans two U and
  /// is not long; those of one U come one after the other to one worker. Throws solve::Interrupted when a
  /// stop was requested.
  void scan(int layer, int threads, const std::stop_token& stop, const ValueSource::Visit& visit) const {
    source_->scan(layer, threads, stop, visit);
  }
  /// Visits the runs of one U, and of others when they are stored in one piece with it. It may be called from
  /// a visit of scan(), but not from one of its own.
  void read(int layer, std::uint32_t cube, const ValueSource::VisitRun& visit) const {
    source_->read(layer, cube, visit);
  }
  /// Says which U a cube is, how many U it stands for and which position an index is.
  const solve::Layout& layout() const { return source_->layout(); }

 private:
  Table(std::shared_ptr<const Geometry> geometry, std::shared_ptr<const ValueSource> source)
      : geometry_(std::move(geometry)), source_(std::move(source)) {}

  std::shared_ptr<const Geometry> geometry_;
  std::shared_ptr<const ValueSource> source_;
};

}  // namespace quixo
