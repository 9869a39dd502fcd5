// SPDX-License-Identifier: MIT
#include "probe/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "cube/bitmap.h"
#include "game/error.h"
#include "game/play.h"
#include "probe/file_source.h"
#include "solve/layer.h"
#include "solve/solver.h"
#include "solve/workers.h"

namespace quixo {
namespace {

/// All values of a small board, one after the other in the order of the solver's layout.
class MemorySource : public ValueSource {
 public:
  explicit MemorySource(const Geometry& geometry) : layout_(geometry) {
    solve::Options options;
    options.threads = solve::all_threads();
    options.layer_done = [&](int layer, const solve::LayerFrames& frames, solve::Workers& workers) {
      std::vector<Value>& values = layers_[static_cast<std::size_t>(layer)];
      values.resize(layout_.layer(layer).size() << layer);
      for (const solve::FrameInfo& frame : frames.frames()) {
        const Value value{frame.kind == solve::FrameKind::win ? Outcome::win : Outcome::loss,
                          static_cast<std::uint16_t>(frame.step)};
        frames.read(frame, workers, [&](std::size_t u, int, const solve::States& states) {
          states.for_each([&](std::uint32_t bit) { values[u << layer | bit] = value; });
        });
      }
      mark_finished(layer, values, workers);
    };
    summary_ = solve::solve(geometry, options);
  }

  Value value(Position position) const override {
    const solve::Layout::Place place = layout_.place(position);
    return layers_[static_cast<std::size_t>(place.layer)][std::size_t{place.cube} << place.layer | place.bit];
  }
  Outcome outcome(Position position) const override { return value(position).outcome; }
  Metric metric() const override { return Metric::distance; }
  const Summary& summary() const override { return summary_; }
  const solve::Layout& layout() const override { return layout_; }

  void scan(int layer, int threads, const std::stop_token& stop, const Visit& visit) const override {
    solve::Workers workers(threads, stop);
    workers.run(layout_.layer(layer).size(), [&](std::size_t u, int worker) {
      visit(run_of(layer, static_cast<std::uint32_t>(u)), worker);
    });
  }
  void read(int layer, std::uint32_t cube, const VisitRun& visit) const override {
    visit(run_of(layer, cube));
  }

 private:
  ValueRun run_of(int layer, std::uint32_t cube) const {
    const std::vector<Value>& values = layers_[static_cast<std::size_t>(layer)];
    return {layer, cube, 0, std::span(values).subspan(std::size_t{cube} << layer, std::size_t{1} << layer)};
  }

  /// Positions that are over have no frame.
  void mark_finished(int layer, std::vector<Value>& values, solve::Workers& workers) const {
    std::vector<solve::Scratch> scratch = solve::make_scratch(layout_, layer, workers.size());
    workers.run(layout_.layer(layer).size(), [&](std::size_t u, int worker) {
      solve::Scratch& bitmaps = scratch[static_cast<std::size_t>(worker)];
      bitmaps.terminal(layout_.layer(layer)[u], bitmaps[0], bitmaps[1]);
      for (const auto& [bitmap, outcome] : {std::pair{bitmaps[0], Outcome::win}, {bitmaps[1], Outcome::loss}})
        cube::for_each_point(bitmap, layer, [&, outcome = outcome](std::uint32_t bit) {
          values[u << layer | bit] = {outcome, 0};
        });
    });
  }

  solve::Layout layout_;
  std::array<std::vector<Value>, max_cells + 1> layers_;
  Summary summary_;
};

}  // namespace

Table Table::open(const std::filesystem::path& directory, std::size_t cache_bytes) {
  std::optional<table::Manifest> manifest = table::read_manifest(directory);
  if (!manifest) throw Error(fmt::format("{} holds no table: quixo solve makes one", directory.string()));
  auto geometry = std::make_shared<const Geometry>(manifest->rules);
  auto source =
      std::make_shared<const probe::FileSource>(directory, std::move(*manifest), *geometry, cache_bytes);
  return {std::move(geometry), std::move(source)};
}

Table Table::solve(const Rules& rules) {
  if (rules.cells() > most_cells_in_memory)
    throw Error(
        fmt::format("{} has {} cells, and at most {} are solved in memory: make a table with quixo solve {}",
                    to_string(rules), rules.cells(), most_cells_in_memory, to_string(rules)));
  auto geometry = std::make_shared<const Geometry>(rules);
  auto source = std::make_shared<const MemorySource>(*geometry);
  return {std::move(geometry), std::move(source)};
}

Value Table::probe(Position position) const {
  if (const std::optional<Player> won = winner(*geometry_, position))
    return {*won == position.to_move ? Outcome::win : Outcome::loss, 0};
  return source_->value(with_x_to_move(position));
}

Outcome Table::outcome(Position position) const {
  if (const std::optional<Player> won = winner(*geometry_, position))
    return *won == position.to_move ? Outcome::win : Outcome::loss;
  return source_->outcome(with_x_to_move(position));
}

std::vector<MoveValue> Table::moves(Position position) const {
  std::vector<MoveValue> moves;
  for_each_child(*geometry_, position, [&](const Slide& slide, Position child) {
    Value value = value_of_move(probe(child));
    if (metric() == Metric::outcome) value.distance = 0;
    moves.push_back({slide.move, child, value});
  });
  std::ranges::stable_sort(moves, is_better, &MoveValue::value);
  return moves;
}

std::vector<MoveValue> Table::line(Position position) const {
  if (metric() != Metric::distance)
    throw Error(
        fmt::format("a line of best play needs distances, which this table of {} does not have: make them "
                    "with quixo solve {}",
                    to_string(rules()), to_string(rules())));
  std::vector<MoveValue> line;
  std::set<Position> seen{position};
  while (!is_over(*geometry_, position)) {
    line.push_back(moves(position).front());
    position = line.back().position;
    if (!seen.insert(position).second) break;
  }
  return line;
}

}  // namespace quixo
