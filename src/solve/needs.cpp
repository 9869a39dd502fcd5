// SPDX-License-Identifier: MIT
#include "solve/needs.h"

#include <algorithm>
#include <cmath>

#include "base/peers.h"
#include "base/workers.h"
#include "layout/orbits.h"
#include "solve/partition.h"
#include "solve/state_lists.h"
#include "solve/windows.h"
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
constexpr double chunk_bits = 0.005;   // where the chunks of frames begin

// Planes that a process reads of others' bitmaps in a layer, as measured (docs/cluster.md).
constexpr double sent_planes_outcome = 4;
constexpr double sent_planes_distance = 20;

// Questions of a step, and the candidates that they are about, of the planes of both layers, as measured.
constexpr double question_share = 0.5;

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

/// What the process with most to do has of a layer that processes share.
struct Share {
  Share() = default;
  Share(const LayerShape& shape, int processes) : layer(shape) {
    const auto units = static_cast<double>(shape.units());
    const double most = std::ceil(processes == 1 ? units : units * (1 + 2 * partition_tolerance) / processes);
    bitmaps =
        std::min(static_cast<double>(shape.bitmaps), most * static_cast<double>(shape.bitmaps_of_unit()));
    bitmap = static_cast<double>(shape.bitmap_words() * sizeof(cube::Word));
  }

  double plane() const { return bitmaps * bitmap; }
  /// Bitmaps that others have.
  double others() const { return static_cast<double>(layer.bitmaps) - bitmaps; }

  LayerShape layer;
  double bitmaps = 0;
  double bitmap = 0;  ///< bytes of each
};

/// What a process that is not alone needs besides its share of a layer and of the one above: copies of
/// others' bitmaps, their news and the questions about them, and what it knows of all bitmaps of both layers.
double beside_share(const Geometry& geometry, const Options& options, int processes, const Share& here,
                    const Share& above) {
  const bool distances = options.metric == Metric::distance;
  const auto slides = static_cast<double>(geometry.slides().size());
  const int layer = here.layer.layer;
  // From a border cell three slides lead away at the most: of own cubes, and of blanks.
  const double moves_here = std::min(slides, 3.0 * layer);
  const double moves_above = std::min(slides, 3.0 * (geometry.cells() - layer));
  // Two batches at a time, each of whose bitmaps may lead to as many others.
  const double two_batches = 2 * std::max(static_cast<double>(bitmaps_per_batch(layer, options.threads)),
                                          32 * std::max(1.0, static_cast<double>(1 << 19) / here.bitmap));
  const double leading = std::min(two_batches, here.bitmaps);
  const auto copies = [&](const Share& share, double moves, int planes) {
    const double wanted = std::min(share.others(), leading * moves) * share.bitmap * planes;
    return std::min(std::max(share.plane(), wanted), share.others() * share.bitmap * planes);
  };
  // Over a layer a bitmap leads to as many others as there are doublings of processes, as was counted. What
  // is listed of one takes a part of it and some bytes.
  const double doublings = std::log2(processes) + 1;
  const auto news = [&](const Share& share, double moves) {
    const double leads_to = std::min(share.others(), here.bitmaps * std::min(moves, doublings));
    return leads_to * (static_cast<double>(most_listed(share.layer.layer)) * sizeof(Cells) + 8);
  };
  const double questions = (here.plane() + above.plane()) * question_share;
  const double all_windows = std::min(6.0 * processes * static_cast<double>(window_for_each(processes)),
                                      here.plane() + above.plane());
  // Of every bitmap: two kinds of news, and where its copy is.
  const auto places = [](const Share& share, int lists) {
    return static_cast<double>(share.layer.bitmaps) * (9.0 * lists + 4);
  };
  return copies(here, moves_here, 2) + copies(above, moves_above, 1) + news(here, moves_here) +
         (distances ? news(above, moves_above) : 0) + questions + all_windows + places(here, 2) +
         places(above, distances ? 2 : 0);
}

std::vector<LayerBytes> layer_bytes(const Geometry& geometry, const Options& options, int processes) {
  const bool distances = options.metric == Metric::distance;
  const bool alone = processes == 1;
  std::vector<LayerShape> shapes = layer_shapes(geometry);
  std::ranges::reverse(shapes);
  std::vector<LayerBytes> layers;
  double table = 0;
  Share above;
  double whole_above = 0;  // bytes of a plane of the layer above, of all processes
  for (const LayerShape& shape : shapes) {
    LayerBytes layer{.shape = shape};
    const Share here(shape, processes);
    const double plane = alone ? static_cast<double>(shape.positions()) / 8 : here.plane();
    const double plane_above = alone ? whole_above : above.plane();
    layer.plane = static_cast<double>(shape.positions()) / 8;
    double planes = std::max(plane + 2 * plane_above, 2 * plane + plane_above);
    if (distances) {
      const double start = 4 * plane + plane_above;
      const double steps = 3 * plane + 2 * plane_above + (plane + plane_above) * (list_bits + chunk_bits);
      planes = std::max({planes + plane_above, start, steps});
      if (!options.directory) planes += 2 * plane;  // the outcomes are kept
    }
    layer.planes = planes;
    layer.frames = distances ? (layer.plane + whole_above) * frame_bits : 0;
    // Per bitmap: lists and flags, and the moves. Per thread that finds a bitmap to work on: scratch, and a
    // unit that is packed.
    const auto moves_of_bitmap = static_cast<double>(geometry.slides().size());
    layer.rest = (96 + 12 * moves_of_bitmap) * here.bitmaps +
                 plan_bytes * plans(moves_of_bitmap * here.bitmaps) +
                 48 * std::min<double>(options.threads, here.bitmaps) * here.bitmap;
    if (!alone) layer.rest += beside_share(geometry, options, processes, here, above);
    if (!options.directory)
      layer.rest += alone ? layer.frames : (here.plane() + above.plane()) * (distances ? frame_bits : 0);
    // Who goes on where others were stopped reads the outcomes of the layer above, and their index.
    if (!alone && options.directory)
      layer.planes = std::max(layer.planes,
                              2 * plane_above +
                                  (above.bitmap > 0 ? 16.0 * static_cast<double>(above.layer.blocks()) : 0) -
                                  layer.rest);
    table += layer.plane * (outcome_bits + (distances ? distance_bits : 0));
    layer.table = table;
    // Each process packs into a file of its own first.
    if (!alone) layer.packed = layer.plane * (distances ? distance_bits : outcome_bits) * room;
    // Of each bitmap that a process has it reads log2(processes) of others', once for each plane of a sweep.
    const double reads = distances ? sent_planes_distance : sent_planes_outcome;
    layer.sent = std::log2(processes) * reads * (layer.plane + whole_above) / processes;
    layers.push_back(layer);
    above = here;
    whole_above = layer.plane;
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
    // A bitmap is worked on by one thread. The busiest process may have more of them than others, or one
    // where there are too few for all.
    const double in_turn = std::ceil(Share(shape, processes).bitmaps / options.threads);
    layer.work = work.seconds(shape.layer) / static_cast<double>(shape.bitmaps) * in_turn;
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
    const double working = layer.work + copying / options.threads;
    layer.seconds =
        std::max(working, sending) + stops * (wait_seconds + network.latency * std::log2(processes));
  }
  return layers;
}

}  // namespace quixo::solve
