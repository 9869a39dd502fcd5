// SPDX-License-Identifier: MIT
//
// Where a table gets its values from: a table on disk (file_source.h), or a small board solved in memory
// (catalog/memory_source.h). Whoever goes through all values of a table asks the source itself.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <utility>

#include "base/workers.h"
#include "layout/layout.h"
#include "quixo/table.h"
#include "quixo/value.h"

namespace quixo::probe {

/// Some positions of one occupancy, X to move, as they are stored (layout/layout.h): the values of the bits
/// first, first + 1, ... of its bitmap. A table on disk says nothing of the distances of losses
/// (unknown_distance); ask Table::probe() for those.
struct ValueRun {
  int layer = 0;
  std::uint32_t bitmap = 0;
  std::uint32_t first = 0;
  std::span<const Value> values;
};

/// Safe from many threads at once.
class ValueSource {
 public:
  using Visit = std::function<void(const ValueRun& run, int worker)>;
  using VisitRun = std::function<void(const ValueRun& run)>;

  explicit ValueSource(const Rules& rules) : geometry_(rules), layout_(geometry_) {}
  virtual ~ValueSource() = default;
  ValueSource(const ValueSource&) = delete;
  ValueSource& operator=(const ValueSource&) = delete;

  const Geometry& geometry() const { return geometry_; }
  const Layout& layout() const { return layout_; }
  virtual Metric metric() const = 0;
  virtual const Summary& summary() const = 0;

  /// Of an open position with X to move.
  virtual Value value(Position position) const = 0;
  virtual Outcome outcome(Position position) const = 0;
  /// Of many open positions with X to move, each into its place.
  virtual void values(std::span<const Position> positions, std::span<Value> values, Workers& workers) const {
    run_in_pieces(workers, positions.size(), [&](std::size_t i) { values[i] = value(positions[i]); });
  }

  /// Visits every stored position of a layer (one occupancy of each orbit, positions that are over among
  /// them); `worker` is the number of the calling thread, from 0 to threads - 1. A run never spans two
  /// occupancies and is not long; those of one occupancy come one after the other to one worker. Throws
  /// Interrupted when a stop was requested.
  virtual void scan(int layer, int threads, const std::stop_token& stop, const Visit& visit) const = 0;
  /// Visits the runs of one bitmap, and of others when they are stored in one piece with it. It may be called
  /// from a visit of scan(), but not from one of its own.
  virtual void read(int layer, std::uint32_t bitmap, const VisitRun& visit) const = 0;

 private:
  Geometry geometry_;
  Layout layout_;
};

/// Between a table and its source.
struct Access {
  static Table table(std::shared_ptr<const ValueSource> source) { return Table(std::move(source)); }
  static const ValueSource& source(const Table& table) { return *table.source_; }
};

}  // namespace quixo::probe

namespace quixo {

inline const probe::ValueSource& source_of(const Table& table) { return probe::Access::source(table); }
inline const Geometry& geometry_of(const Table& table) { return source_of(table).geometry(); }
inline const Layout& layout_of(const Table& table) { return source_of(table).layout(); }

}  // namespace quixo
