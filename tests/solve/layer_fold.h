// SPDX-License-Identifier: MIT
//
// The engine layer by layer, from values of a layer that a test has made up: states that no game has, or a
// fault on the way, whose consequences the layers below then bear.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "base/workers.h"
#include "game/play.h"
#include "layout/layout.h"
#include "solve/distance.h"
#include "solve/frames.h"
#include "solve/outcome.h"
#include "solve/planned_moves.h"
#include "solve/spool.h"

namespace quixo::solve {

/// The values of the stored positions of a layer, by LayerShape::position_number.
using LayerValues = std::vector<Value>;

class LayerFold {
 public:
  explicit LayerFold(const Layout& layout, int threads = 1)
      : layout_(layout), workers_(threads, {}), sharing_(layout, alone_), layer_(layout.cells() + 1) {}

  int layer() const { return layer_; }

  /// Goes on as if these were the values of a layer. Positions that are over must have the value that the
  /// rules give them, and symmetric ones the same.
  void give(int layer, const LayerValues& values) {
    layer_ = layer;
    const LayerShape shape = layout_.shape(layer);
    planes_ = {OwnPlane(shape.bitmaps, layer), OwnPlane(shape.bitmaps, layer)};
    int last = 0;
    for (std::uint32_t bitmap = 0; bitmap < shape.bitmaps; ++bitmap)
      for (std::uint32_t bit = 0; bit < shape.bitmap_positions(); ++bit) {
        const Value value = values[shape.position_number(bitmap, bit)];
        if (value.outcome != Outcome::win) planes_.not_win[bitmap].set(OwnIndex{bit});
        if (value.outcome == Outcome::loss) planes_.loss[bitmap].set(OwnIndex{bit});
        last = std::max<int>(last, value.distance);
      }
    frames_ = make_frames();
    for (int step = 1; step <= last; ++step)
      for (const FrameKind kind : {FrameKind::loss, FrameKind::win}) {
        const Value wanted{kind == FrameKind::win ? Outcome::win : Outcome::loss,
                           static_cast<std::uint16_t>(step)};
        frames_->write(kind, step, workers_, [&](std::size_t bitmap, int, States& found) {
          found.set_list([&](std::vector<OwnIndex>& list) {
            for (std::uint32_t bit = 0; bit < shape.bitmap_positions(); ++bit)
              if (values[shape.position_number(bitmap, bit)] == wanted) list.push_back(OwnIndex{bit});
          });
        });
      }
  }

  /// The values of the next layer: of the full board at first.
  LayerValues solve() {
    LayerAbove above;
    std::unique_ptr<LayerFrames> frames_above = std::move(frames_);
    if (frames_above)
      above = {find_pending_wins(layout_, layer_, sharing_.range(layer_), planes_, workers_),
               frames_above.get()};
    --layer_;
    Plane spare;
    const LayerMoves moves(layout_, layer_, sharing_.range(layer_), workers_);
    planes_ = solve_outcomes(layout_, layer_, moves, std::move(planes_), spare, workers_, sharing_);
    frames_ = make_frames();
    EXPECT_TRUE(solve_distances(layout_, layer_, moves,
                                find_pending(layout_, layer_, sharing_.range(layer_), planes_, workers_),
                                std::move(above), *frames_, workers_, sharing_));
    return values();
  }

 private:
  std::unique_ptr<LayerFrames> make_frames() {
    return std::make_unique<LayerFrames>(
        layout_.shape(layer_), sharing_.partition(layer_), alone_,
        [this](std::size_t bitmap) { return layout_.orbit_size(layout_.occupancies(layer_)[bitmap]); },
        memory_spool());
  }

  /// By the planes, with the distances of the frames.
  LayerValues values() {
    const LayerShape shape = layout_.shape(layer_);
    LayerValues values(shape.positions());
    for (const FrameInfo& frame : frames_->frames())
      frames_->read(frame, workers_, [&](std::size_t bitmap, int, const States& states) {
        states.for_each([&](OwnIndex index) {
          values[shape.position_number(bitmap, bit_of(index))].distance =
              static_cast<std::uint16_t>(frame.step);
        });
      });
    for (std::uint32_t bitmap = 0; bitmap < shape.bitmaps; ++bitmap)
      for (std::uint32_t bit = 0; bit < shape.bitmap_positions(); ++bit)
        values[shape.position_number(bitmap, bit)].outcome =
            planes_.loss[bitmap].test(OwnIndex{bit})      ? Outcome::loss
            : planes_.not_win[bitmap].test(OwnIndex{bit}) ? Outcome::draw
                                                          : Outcome::win;
    return values;
  }

  const Layout& layout_;
  Workers workers_;
  Alone alone_;
  Sharing sharing_;
  int layer_;
  OutcomePlanes planes_;
  std::unique_ptr<LayerFrames> frames_;
};

}  // namespace quixo::solve
