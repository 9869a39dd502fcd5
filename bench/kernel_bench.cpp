// SPDX-License-Identifier: MIT
//
// What the inner loops of a 5x5 solve cost, on the moves that a solve makes: layers are sampled evenly, every
// move that takes an own cube is an edge, and its axes are permuted as in the solve. Only the data is not the
// solve's: children come from a pool that stays in the L2 cache, so this is the cost of the kernels and not
// that of memory. Whole solves are measured by `quixo bench`; docs/bench.md keeps the results.
//
// Names are OPERATION/INSTRUCTION SET/LAYER, or OPERATION/LAYER where no instruction set is chosen. A
// benchmark's own time is that of its whole sample; its counters are per edge, per occupancy or per bitmap,
// from CPU time.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "cube/bitmap.h"
#include "cube/kernel.h"
#include "cube/plane.h"
#include "layout/layout.h"
#include "quixo/rules.h"
#include "solve/bitmap_codec.h"

namespace quixo {
namespace {

using benchmark::Counter;
using benchmark::State;
using cube::Plane;
using cube::Word;

constexpr int layers[] = {13, 15, 17, 19, 21};
constexpr int frame_layer = 17;

/// Canonical occupancies of a layer, evenly spaced in its order.
std::vector<Cells> sample(const Layout& layout, int layer) {
  constexpr std::size_t wanted = 64;
  const std::vector<Cells>& all = layout.occupancies(layer);
  std::vector<Cells> some;
  for (std::size_t i = 0; i < wanted; ++i) some.push_back(all[i * all.size() / wanted]);
  return some;
}

/// Random bitmaps that take a small part of an L2 cache together, or a single one.
struct Pool {
  Pool(int axes, double density)
      : size(std::max<std::size_t>((64 << 10) / Plane::bytes_for(1, axes), 1)), bitmaps(size, axes) {
    std::mt19937_64 random(1);
    std::bernoulli_distribution set(density);
    for (std::size_t i = 0; i < size << axes; ++i) bitmaps[0][i / 64] |= Word{set(random)} << i % 64;
  }
  const Word* operator[](std::size_t i) const { return bitmaps[i % size]; }

  std::size_t size;
  Plane bitmaps;
};

/// Counts one time for each of `count` things of every iteration, and `bits` states for each of them.
void report(State& state, const char* time_name, std::size_t count, double bits = 0) {
  const double all = static_cast<double>(state.iterations()) * static_cast<double>(count);
  state.counters[time_name] = Counter(all, Counter::kIsRate | Counter::kInvert);
  if (bits > 0) state.counters["bits"] = Counter(all * bits, Counter::kIsRate);
}

/// A move of the sample that takes an own cube.
struct Move {
  Cells occupancy = 0;
  Layout::Edge edge;
  cube::AxisMap map;
  cube::Plan plan;
};

std::vector<Move> moves(const Layout& layout, int layer) {
  std::vector<Move> moves;
  std::vector<Layout::Edge> edges;
  for (const Cells occupancy : sample(layout, layer)) {
    layout.own_edges(occupancy, edges);
    for (const Layout::Edge& edge : edges) {
      const cube::AxisMap map = layout.axis_map(occupancy, edge);
      moves.push_back({occupancy, edge, map, cube::make_plan(map)});
    }
  }
  return moves;
}

enum class Way { mapped, planned };
constexpr std::pair<Way, const char*> ways[] = {{Way::mapped, "combine/"},
                                                {Way::planned, "combine_planned/"}};

/// An edge reads half of a child and updates half of the accumulator.
void combine(State& state, const Layout& layout, const std::string& simd, int layer, Way way) {
  cube::use_simd_target(simd);
  const std::vector<Move> all = moves(layout, layer);
  const Pool pool(layer, 0.3);
  Plane acc(1, layer);
  while (state.KeepRunning()) {
    for (const Move& move : all)
      if (way == Way::planned)
        cube::combine(move.plan, pool[move.edge.child], acc[0]);
      else
        cube::combine(move.map, pool[move.edge.child], acc[0]);
    benchmark::ClobberMemory();
  }
  report(state, "edge", all.size(), static_cast<double>(1U << (layer - 1)));
}

void reverse(State& state, const std::string& simd, int layer) {
  cube::use_simd_target(simd);
  const Pool pool(layer, 0.3);
  Plane out(1, layer);
  while (state.KeepRunning()) {
    for (std::size_t i = 0; i < pool.size; ++i) cube::reverse(pool[i], out[0], layer);
    benchmark::ClobberMemory();
  }
  report(state, "bitmap", pool.size, static_cast<double>(1U << layer));
}

void own_edges(State& state, const Layout& layout, int layer) {
  const std::vector<Cells> some = sample(layout, layer);
  std::vector<Layout::Edge> edges;
  while (state.KeepRunning())
    for (const Cells occupancy : some) {
      layout.own_edges(occupancy, edges);
      benchmark::DoNotOptimize(edges.data());
    }
  report(state, "edge", moves(layout, layer).size());
  report(state, "occupancy", some.size());
}

void axis_map(State& state, const Layout& layout, int layer) {
  const std::vector<Move> all = moves(layout, layer);
  while (state.KeepRunning())
    for (const Move& move : all) benchmark::DoNotOptimize(layout.axis_map(move.occupancy, move.edge));
  report(state, "edge", all.size());
}

/// Bits are random: those of a game compress better.
void code(State& state, double density, bool decode) {
  const Pool pool(frame_layer, density);
  solve::BitmapCodec codec(frame_layer);
  std::vector<solve::States> states;
  std::vector<solve::Bytes> codes(pool.size);
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < pool.size; ++i) {
    states.emplace_back(frame_layer).set_bitmap([&](solve::OwnBitmap bitmap) {
      std::copy_n(pool[i], cube::words_of(frame_layer), bitmap.words());
    });
    codec.encode(states[i], codes[i]);
    bytes += codes[i].size();
  }
  solve::States out(frame_layer);
  while (state.KeepRunning())
    for (std::size_t i = 0; i < pool.size; ++i)
      if (decode) {
        codec.decode(codes[i], out);
        benchmark::DoNotOptimize(out.count());
      } else {
        codes[i].clear();
        codec.encode(states[i], codes[i]);
        benchmark::DoNotOptimize(codes[i].data());
      }
  report(state, "bitmap", pool.size, static_cast<double>(1U << frame_layer));
  state.counters["bits_per_state"] =
      8 * static_cast<double>(bytes) / static_cast<double>(pool.size << frame_layer);
}

/// What is registered refers to the arguments.
void register_all(const Layout& layout, const std::vector<std::string>& targets) {
  const auto add = [](const std::string& name, auto&& run) {
    benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMicrosecond);
  };
  for (const auto& [way, name] : ways)
    for (const std::string& simd : targets)
      for (const int layer : layers)
        add(name + simd + '/' + std::to_string(layer),
            [&layout, &simd, layer, way = way](State& state) { combine(state, layout, simd, layer, way); });
  for (const std::string& simd : targets)
    for (const int layer : layers)
      add("reverse/" + simd + '/' + std::to_string(layer),
          [&simd, layer](State& state) { reverse(state, simd, layer); });
  for (const int layer : layers)
    add("own_edges/" + std::to_string(layer),
        [&layout, layer](State& state) { own_edges(state, layout, layer); });
  for (const int layer : layers)
    add("axis_map/" + std::to_string(layer),
        [&layout, layer](State& state) { axis_map(state, layout, layer); });
  for (const bool decode : {false, true})
    for (const char* density : {"0.3", "0.05", "0.02", "0.001"})
      add((decode ? "decode/" : "encode/") + std::to_string(frame_layer) + "/density:" + density,
          [&best = targets.front(), density, decode](State& state) {
            cube::use_simd_target(best);
            code(state, std::stod(density), decode);
          });
}

}  // namespace
}  // namespace quixo

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const quixo::Geometry geometry(quixo::parse_rules("5x5"));
  const quixo::Layout layout(geometry);
  const std::vector<std::string> targets = quixo::cube::simd_targets();
  quixo::register_all(layout, targets);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
