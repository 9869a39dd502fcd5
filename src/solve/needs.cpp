// SPDX-License-Identifier: MIT
#include "solve/needs.h"

#include <algorithm>
#include <vector>

#include "base/workers.h"
#include "layout/orbits.h"
#include "solve/work.h"

namespace quixo::solve {

Needs needs(const Geometry& geometry, const Options& options) {
  // Bits per stored state, as measured on 5x5: 0.36 for outcomes, 0.75 for distances, 2 to 6.2 for frames.
  constexpr double outcome_bits = 0.37;
  constexpr double distance_bits = 0.76;
  constexpr double room = 1.25;  // for a table of which more is known after it is solved
  constexpr double frame_bits = 6.5;
  constexpr double summary_bits = 0.01;  // of layers, while they are solved
  constexpr double list_bits = 0.25;     // of newly decided states, for one kind in one layer
  const bool distances = options.metric == Metric::distance;
  std::vector<LayerShape> shapes = layer_shapes(geometry);
  std::ranges::reverse(shapes);
  double memory = 0;
  double rest = 0;  // of the memory, what is not in planes
  double most_planes = 0;
  double largest_plane = 0;
  double table = 0;
  double disk = 0;
  double summaries = 0;
  double above = 0;  // bytes of a plane of the layer above
  for (const LayerShape& shape : shapes) {
    const double plane = static_cast<double>(shape.positions()) / 8;
    double planes = std::max(plane + 2 * above, 2 * plane + above);
    if (distances) {
      const double start = 4 * plane + above;
      const double steps = 3 * plane + 2 * above + (plane + above) * list_bits;
      planes = std::max({planes + above, start, steps});
      if (!options.directory) planes += 2 * plane;  // the outcomes are kept
    }
    const double frames = distances ? (plane + above) * frame_bits : 0;
    // Per bitmap: lists and flags, and the moves when there are distances. Per thread that finds a bitmap to
    // work on: scratch, and a unit that is packed.
    const double moves = distances ? 128.0 * static_cast<double>(geometry.slides().size()) : 0;
    const auto bitmaps = static_cast<double>(shape.bitmaps);
    const double small =
        (96 + moves) * bitmaps + 48 * std::min<double>(options.threads, bitmaps) *
                                     static_cast<double>(shape.bitmap_words() * sizeof(cube::Word));
    memory = std::max(memory, planes + small + (options.directory ? 0 : frames));
    rest = std::max(rest, small);
    most_planes = std::max(most_planes, planes);
    largest_plane = std::max(largest_plane, plane);
    table += plane * (outcome_bits + (distances ? distance_bits : 0));
    summaries += plane * summary_bits;
    disk = std::max(disk, table * room + frames);
    above = plane;
  }
  const double program = 45e6 + static_cast<double>(layout_bytes(geometry));  // and what it stages
  constexpr double small_files = 1e6;
  const double cores = all_threads();
  Needs needs{static_cast<std::uint64_t>(memory + program), 0, 0,
              Work(geometry, options.metric).seconds() / std::min<double>(options.threads, cores)};
  if (!options.directory) return needs;
  needs.planes_on_disk = options.memory && needs.memory > *options.memory;
  if (needs.planes_on_disk) {
    // With less of the planes in memory than this, it would wait for the disk most of the time.
    const double window = std::min(most_planes / 4, 250e6);
    needs.memory = std::max(*options.memory, static_cast<std::uint64_t>(rest + program + window));
    disk += most_planes + largest_plane;  // a plane is made before the one in whose place it comes goes
  }
  needs.table = static_cast<std::uint64_t>(table);
  needs.disk = static_cast<std::uint64_t>(disk + summaries + small_files);
  return needs;
}

}  // namespace quixo::solve
