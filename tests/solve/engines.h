// SPDX-License-Identifier: MIT
//
// Two engines that share nothing but the rules, held against each other bit for bit. Whoever includes this
// says on which boards.
#pragma once

#include <gtest/gtest.h>

#include "base/workers.h"
#include "game/notation.h"
#include "game/play.h"
#include "layout/layout.h"
#include "paper/paper.h"
#include "quixo/error.h"
#include "solve/solver.h"
#include "tests/game/support.h"

namespace quixo::solve {

/// The values of a layer, bitmap by bitmap. What the frames leave out is over or a draw.
inline std::vector<Value> values_of(const Layout& layout, int layer, const LayerFrames& frames,
                                    Workers& workers) {
  std::vector<Value> values(layout.occupancies(layer).size() << layer);
  for (const FrameInfo& frame : frames.frames()) {
    const Value value{frame.kind == FrameKind::win ? Outcome::win : Outcome::loss,
                      static_cast<std::uint16_t>(frame.step)};
    frames.read(frame, workers, [&](std::size_t bitmap, int, const States& states) {
      states.for_each([&](OwnIndex index) { values[bitmap << layer | bit_of(index)] = value; });
    });
  }
  return values;
}

/// Asks both engines for every position of a layer, symmetric ones each. Throws Error at the first
/// difference.
inline void compare(const Layout& layout, int layer, const LayerFrames& frames, Workers& workers,
                    const paper::Solution& paper) {
  const Geometry& geometry = layout.geometry();
  const std::vector<Value> values = values_of(layout, layer, frames, workers);
  workers.run(std::size_t{1} << layout.cells(), [&](std::size_t item, int) {
    const auto occupied = static_cast<Cells>(item);
    if (std::popcount(occupied) != layer) return;
    Cells own = 0;
    do {
      const Position position = make_position(own, occupied & ~own, Player::x);
      const Layout::Place place = layout.place(position);
      Value value = values[std::size_t{place.bitmap} << layer | place.bit];
      if (value == Value{})
        if (const auto won = winner(geometry, position))
          value.outcome = won == Player::x ? Outcome::win : Outcome::loss;
      if (value != paper.value(position))
        throw Error("the engines differ on " + to_string(geometry, position));
      own = (own - occupied) & occupied;
    } while (own != 0);
  });
}

class Engines : public testing::TestWithParam<Rules> {};

TEST_P(Engines, AgreeOnEveryPosition) {
  const Geometry geometry(GetParam());
  const Layout layout(geometry);
  // Solved once, with distances: its own tests hold its outcomes against them.
  paper::Options with_distances;
  with_distances.distances = true;
  with_distances.threads = 2;
  const paper::Solution paper = paper::solve(geometry, with_distances);
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    int layers = 0;
    Options options;
    options.metric = metric;
    options.threads = 2;
    options.layer_done = [&](int layer, const LayerFrames& frames, Workers& workers) {
      compare(layout, layer, frames, workers, paper);
      ++layers;
    };
    const Result result = solve(geometry, options);
    EXPECT_EQ(result.signature,
              signature_of(geometry, metric, 2, [&](Position position) { return paper.value(position); }));
    EXPECT_EQ(result.census.classes, paper.census().classes);
    EXPECT_EQ(result.empty_board.outcome, paper.value({}).outcome);
    if (metric == Metric::outcome) continue;
    EXPECT_EQ(layers, geometry.cells() + 1);
    EXPECT_EQ(result.census.distances, paper.census().distances);
    EXPECT_EQ(result.empty_board, paper.value({}));
    for (const auto& [longest, outcome] :
         {std::pair(result.win, Outcome::win), std::pair(result.loss, Outcome::loss)})
      if (longest) {
        const Value expected{outcome, static_cast<std::uint16_t>(longest->distance)};
        EXPECT_EQ(paper.value(longest->position), expected);
      }
  }
}

}  // namespace quixo::solve
