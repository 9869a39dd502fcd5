// SPDX-License-Identifier: MIT
#include "catalog/memory_source.h"

#include <cassert>
#include <utility>

#include "base/workers.h"
#include "cube/bitmap.h"
#include "cube/plane.h"
#include "layout/finished.h"
#include "solve/solver.h"

namespace quixo {
namespace {

using probe::ValueRun;

class MemorySource : public probe::ValueSource {
 public:
  MemorySource(const Rules& rules, LayerValues layers, Summary summary)
      : ValueSource(rules), layers_(std::move(layers)), summary_(std::move(summary)) {}

  MemorySource(const Rules& rules, const Job& job) : ValueSource(rules) {
    solve::Options options;
    static_cast<Job&>(options) = job;
    options.layer_done = [&](int layer, const solve::LayerFrames& frames, Workers& workers) {
      std::vector<Value>& values = layers_[static_cast<std::size_t>(layer)];
      values.resize(static_cast<std::size_t>(layout().shape(layer).positions()));
      for (const solve::FrameInfo& frame : frames.frames()) {
        const Value value{frame.kind == solve::FrameKind::win ? Outcome::win : Outcome::loss,
                          static_cast<std::uint16_t>(frame.step)};
        frames.read(frame, workers, [&](std::size_t bitmap, int, const solve::States& states) {
          states.for_each([&](OwnIndex index) { values[index_of(layer, bitmap, bit_of(index))] = value; });
        });
      }
      mark_finished(layer, values, workers);
    };
    summary_ = solve::solve_layers(geometry(), options, nullptr);
  }

  Value value(Position position) const override {
    const Layout::Place place = layout().place(position);
    return layers_[static_cast<std::size_t>(place.layer)][index_of(place.layer, place.bitmap, place.bit)];
  }
  Outcome outcome(Position position) const override { return value(position).outcome; }
  Metric metric() const override { return Metric::distance; }
  const Summary& summary() const override { return summary_; }

  void scan(int layer, int threads, const std::stop_token& stop, const Visit& visit) const override {
    Workers workers(threads, stop);
    workers.run(layout().shape(layer).bitmaps, [&](std::size_t bitmap, int worker) {
      visit(run_of(layer, static_cast<std::uint32_t>(bitmap)), worker);
    });
  }
  void read(int layer, std::uint32_t bitmap, const VisitRun& visit) const override {
    visit(run_of(layer, bitmap));
  }

 private:
  /// Unlike the slots of a table, none is without a position.
  std::size_t index_of(int layer, std::size_t bitmap, std::uint32_t bit) const {
    return layout().shape(layer).position_number(bitmap, bit);
  }

  ValueRun run_of(int layer, std::uint32_t bitmap) const {
    const std::vector<Value>& values = layers_[static_cast<std::size_t>(layer)];
    return {layer, bitmap, 0,
            std::span(values).subspan(index_of(layer, bitmap, 0), layout().shape(layer).bitmap_positions())};
  }

  /// Positions that are over have no frame.
  void mark_finished(int layer, std::vector<Value>& values, Workers& workers) const {
    PerWorker<cube::Plane> finished(workers.size(), [&] { return cube::Plane(2, layer); });
    workers.run(layout().shape(layer).bitmaps, [&](std::size_t bitmap, int worker) {
      cube::Word* win = finished[worker][0];
      cube::Word* loss = finished[worker][1];
      fill_finished(layout(), layout().occupancies(layer)[bitmap], win, loss);
      const auto mark = [&](const cube::Word* bits, Outcome outcome) {
        cube::for_each_point(bits, layer, [&](std::uint32_t bit) {
          values[index_of(layer, bitmap, bit)] = {outcome, 0};
        });
      };
      mark(win, Outcome::win);
      mark(loss, Outcome::loss);
    });
  }

  LayerValues layers_;
  Summary summary_;
};

}  // namespace

std::shared_ptr<const probe::ValueSource> memory_source(const Rules& rules, LayerValues layers,
                                                        Summary summary) {
  return std::make_shared<const MemorySource>(rules, std::move(layers), std::move(summary));
}

std::shared_ptr<const probe::ValueSource> solve_source(const Rules& rules, const Job& job) {
  return std::make_shared<const MemorySource>(rules, job);
}

}  // namespace quixo
