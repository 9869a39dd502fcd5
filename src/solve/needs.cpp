// SPDX-License-Identifier: MIT
#include "solve/needs.h"

#include <algorithm>
#include <cmath>

#include "base/peers.h"
#include "base/workers.h"
#include "layout/orbits.h"
#include "solve/partition.h"
#include "solve/work.h"

namespace quixo::solve {
namespace {

// Bits per stored state, as measured on 5x5: 0.36 for outcomes, 0.75 for distances, 2 to 6.2 for frames.
constexpr double outcome_bits = 0.37;
constexpr double distance_bits = 0.76;
constexpr double room = 1.25;  // for a table of which more is known after it is solved
constexpr double frame_bits = 6.5;
constexpr double summary_bits = 0.01;  // of layers, while they are solved
constexpr double list_bits = 0.25;     // of newly decided states, for one kind in one layer

// Planes that a process reads of others' bitmaps in a layer, as measured (docs/cluster.md).
constexpr double sent_planes_outcome = 4;
constexpr double sent_planes_distance = 20;

// What processes cost each other, fitted to 4x5 by 2 and 4 processes (docs/cluster.md). Each wait is for the
// slowest of them.
constexpr double copy_seconds = 0.7e-9;     // of CPU a byte, of both sides, by one thread
constexpr double message_seconds = 1.5e-6;  // likewise
constexpr double wait_seconds = 50e-6;

// What a plan takes while all of them are made.
constexpr double plan_bytes = 320;
/// How many plans so many moves have at the most: on 5x5 up to 2.7 times this root, on other boards far
/// fewer.
double plans(double moves) { return std::min(moves, 3 * std::pow(moves, 0.75)); }

/// How often a process waits for the others in a layer, roughly: some times each round and step, and for each
/// batch of bitmaps. There are about three rounds of outcomes for four steps of distances.
double waits(const LayerShape& shape, int processes, int threads, double steps, bool distances) {
  const auto batches = std::ceil(static_cast<double>(shape.bitmaps) / processes /
                                 static_cast<double>(bitmaps_per_batch(shape.layer, threads)));
  const double outcomes = 34 + 6 * 0.7 * steps + 16 * batches;
  return distances ? outcomes + 60 + (14 + 4 * (batches - 1)) * steps : outcomes;
}

/// Bytes that a layer takes, of one process where it is not said otherwise.
struct LayerBytes {
  LayerShape shape;
  double planes = 0;
  double rest = 0;    ///< of the memory, but for the program
  double plane = 0;   ///< one plane, of all processes
  double frames = 0;  ///< of all processes
  double table = 0;   ///< of all processes and layers so far
  double packed = 0;  ///< of all processes, until it is where it belongs in the table
  double sent = 0;
};

std::vector<LayerBytes> layer_bytes(const Geometry& geometry, const Options& options, int processes) {
  const bool distances = options.metric == Metric::distance;
  const bool alone = processes == 1;
  // Of a layer; a process may have a little more than the others.
  const double share = alone ? 1 : (1 + 2 * partition_tolerance) / processes;
  std::vector<LayerShape> shapes = layer_shapes(geometry);
  std::ranges::reverse(shapes);
  std::vector<LayerBytes> layers;
  double table = 0;
  double above = 0;  // bytes of a plane of the layer above
  for (const LayerShape& shape : shapes) {
    LayerBytes layer{.shape = shape};
    const double plane = layer.plane = static_cast<double>(shape.positions()) / 8;
    double planes = std::max(plane + 2 * above, 2 * plane + above);
    if (distances) {
      const double start = 4 * plane + above;
      const double steps = 3 * plane + 2 * above + (plane + above) * list_bits;
      planes = std::max({planes + above, start, steps});
      if (!options.directory) planes += 2 * plane;  // the outcomes are kept
    }
    if (!alone) planes += plane + above;  // copies of others' bitmaps
    layer.planes = planes * share;
    layer.frames = distances ? (plane + above) * frame_bits : 0;
    // Per bitmap: lists and flags, and the moves. Per thread that finds a bitmap to work on: scratch, and a
    // unit that is packed.
    const auto moves_of_bitmap = static_cast<double>(geometry.slides().size());
    const auto bitmaps = static_cast<double>(shape.bitmaps);
    // And of every bitmap of the layer where its news and its copy are; twice as many may be above.
    const double places = alone ? 0 : 3 * 32 * bitmaps;
    layer.rest = (96 + 12 * moves_of_bitmap) * bitmaps * share + places +
                 plan_bytes * plans(moves_of_bitmap * bitmaps * share) +
                 48 * std::min<double>(options.threads, bitmaps) *
                     static_cast<double>(shape.bitmap_words() * sizeof(cube::Word));
    if (!options.directory) layer.rest += layer.frames * share;
    table += plane * (outcome_bits + (distances ? distance_bits : 0));
    layer.table = table;
    // Each process packs into a file of its own first.
    if (!alone) layer.packed = plane * (distances ? distance_bits : outcome_bits) * room;
    // Of each bitmap that a process has it reads log2(processes) of others', once for each plane of a sweep.
    const double reads = distances ? sent_planes_distance : sent_planes_outcome;
    layer.sent = std::log2(processes) * reads * (plane + above) / processes;
    layers.push_back(layer);
    above = plane;
  }
  return layers;
}

/// What the program takes, what it stages, and what MPI takes itself.
double program_bytes(const Geometry& geometry, int processes) {
  return (processes == 1 ? 45e6 : 110e6) + static_cast<double>(layout_bytes(geometry));
}

std::uint64_t whole(double bytes) { return static_cast<std::uint64_t>(bytes); }

}  // namespace

Needs needs(const Geometry& geometry, const Options& options) {
  const int processes = options.peers == nullptr ? 1 : options.peers->size();
  double memory = 0;
  double rest = 0;
  double most_planes = 0;
  double largest_plane = 0;
  double disk = 0;
  double summaries = 0;
  double table = 0;
  for (const LayerBytes& layer : layer_bytes(geometry, options, processes)) {
    memory = std::max(memory, layer.planes + layer.rest);
    rest = std::max(rest, layer.rest);
    most_planes = std::max(most_planes, layer.planes);
    largest_plane = std::max(largest_plane, layer.plane);
    table = layer.table;
    summaries += layer.plane * summary_bits;
    disk = std::max(disk, table * room + layer.frames + layer.packed);
  }
  const double program = program_bytes(geometry, processes);
  constexpr double small_files = 1e6;
  Needs needs{whole(memory + program), 0, 0, 0};
  if (processes == 1)
    needs.seconds = Work(geometry, options.metric).seconds() / std::min(options.threads, all_threads());
  else
    for (const LayerNeeds& layer : layer_needs(geometry, options, processes)) needs.seconds += layer.seconds;
  if (!options.directory) return needs;
  needs.planes_on_disk = options.memory && needs.memory > *options.memory;
  if (needs.planes_on_disk) {
    // With less of the planes in memory than this, it would wait for the disk most of the time.
    const double window = std::min(most_planes / 4, 250e6);
    needs.memory = std::max(*options.memory, whole(rest + program + window));
    disk += most_planes + largest_plane;  // a plane is made before the one in whose place it comes goes
  }
  needs.table = whole(table);
  needs.disk = whole(disk + summaries + small_files);
  return needs;
}

std::vector<LayerNeeds> layer_needs(const Geometry& geometry, const Options& options, int processes,
                                    const Network& network) {
  const Work work(geometry, options.metric);
  const double program = program_bytes(geometry, processes);
  const double others = processes - 1;
  std::vector<LayerNeeds> layers;
  for (const LayerBytes& bytes : layer_bytes(geometry, options, processes)) {
    LayerNeeds& layer = layers.emplace_back();
    const LayerShape& shape = bytes.shape;
    layer.layer = shape.layer;
    layer.positions = shape.positions();
    layer.memory = whole(bytes.planes + bytes.rest + program);
    if (options.directory) layer.disk = whole(bytes.table * room + bytes.frames + bytes.packed);
    layer.sent = whole(bytes.sent);
    layer.seconds = layer.work = work.seconds(shape.layer) / (options.threads * processes);
    if (processes == 1) continue;
    const double stops = waits(shape, processes, options.threads, expected_steps(geometry.rules()),
                               options.metric == Metric::distance);
    const std::size_t block = shape.bitmap_words() * sizeof(cube::Word);
    // In an exchange a process has something for a half of the others, and half of the waits are for sizes.
    const double messages =
        stops * others / 4 + (block >= Peers::least_alone ? bytes.sent / static_cast<double>(block) : 0);
    layer.waits = whole(stops);
    layer.messages = whole(messages);
    // One thread copies beside those that work: either it has to be waited for, or the cores have to be
    // shared.
    const double copying = bytes.sent * copy_seconds + messages * message_seconds;
    const double sending = copying + bytes.sent / network.bytes_per_second;
    const double working = layer.work * (1 + partition_tolerance) + copying / options.threads;
    layer.seconds =
        std::max(working, sending) + stops * (wait_seconds + network.latency * std::log2(processes));
  }
  return layers;
}

}  // namespace quixo::solve
