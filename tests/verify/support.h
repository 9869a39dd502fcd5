// SPDX-License-Identifier: MIT
//
// Tables to verify: solved ones, and ones whose values a test has made up, with files and a manifest that
// are as whole as those of a true table.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/workers.h"
#include "game/notation.h"
#include "game/play.h"
#include "layout/layout.h"
#include "probe/source.h"
#include "quixo/table.h"
#include "solve/block_keepers.h"
#include "solve/pack.h"
#include "solve/solver.h"
#include "table/manifest.h"
#include "tests/files.h"
#include "tests/game/support.h"
#include "verify/verify.h"

namespace quixo::verify {

inline void solve_into(const std::filesystem::path& directory, const Rules& rules, Metric metric) {
  solve::Options options;
  options.metric = metric;
  options.directory = directory;
  solve::solve(Geometry(rules), options);
}

/// Calls all losses in a working file of a full check two moves longer; its checksums stay right.
inline void lengthen_losses(const std::filesystem::path& table, const std::filesystem::path& losses,
                            int layer) {
  const table::BlockFileHeader header = table::read_manifest(table)->header(layer, table::Part::distances);
  table::Compressor compressor;
  table::Bytes packed;
  ASSERT_TRUE(compressor.decompress(table::BlockFile(losses, header).code(0), packed));
  for (std::uint8_t& distance : packed) distance = static_cast<std::uint8_t>(distance + 2);
  table::Bytes code;
  compressor.compress_distances(packed, {}, code);
  table::BlockFileWriter writer(losses, header);
  writer.append(code);
  writer.finish();
}

/// The values of all stored positions (X to move), to be changed.
using Values = std::map<Position, Value>;

inline Values values_of(const Table& table) {
  Values values;
  const Layout& layout = layout_of(table);
  for (int layer = 0; layer <= geometry_of(table).cells(); ++layer)
    for (std::uint32_t bitmap = 0; bitmap < layout.occupancies(layer).size(); ++bitmap)
      for (std::uint32_t bit = 0; bit < 1U << layer; ++bit) {
        const Position position = layout.position(layer, bitmap, bit);
        values[position] = table.probe(position);
      }
  return values;
}

/// The stored position that stands for a position.
inline Position stored(const Layout& layout, Position position) {
  const Layout::Place place = layout.place(with_x_to_move(position));
  return layout.position(place.layer, place.bitmap, place.bit);
}

/// A table has no distances of losses: a reader finds one more than that of the farthest win among the
/// children.
inline void derive_losses(const Layout& layout, Values& values) {
  for (auto& [position, value] : values) {
    if (value.outcome != Outcome::loss || is_over(layout.geometry(), position)) continue;
    value.distance = 1;
    for_each_child(layout.geometry(), position, [&, &loss = value](const Slide&, Position child) {
      if (const Value reply = values.at(stored(layout, child)); reply.outcome == Outcome::win)
        loss.distance =
            std::max<std::uint16_t>(loss.distance, static_cast<std::uint16_t>(reply.distance + 1));
    });
  }
}

inline void write_table(const std::filesystem::path& directory, const Rules& rules, Metric metric,
                        Values values) {
  const Geometry geometry(rules);
  const Layout layout(geometry);
  Workers workers(1, {});
  derive_losses(layout, values);
  const auto value = [&](Position position) {
    Value found = values.at(position);
    if (metric == Metric::outcome) found.distance = 0;
    return found;
  };
  table::Manifest manifest;
  manifest.rules = rules;
  manifest.metric = metric;
  for (int layer = 0; layer <= geometry.cells(); ++layer)
    manifest.layers.push_back(
        solve::pack_values(layout, layer, metric, value, workers, {solve::blocks_in(directory)}));
  Summary& summary = manifest.summary;
  for (const Position& position : all_positions(rules)) {
    if (position.to_move != Player::x) continue;
    const Position represented = stored(layout, position);
    const Value worth = value(represented);
    const auto count = [&](OutcomeCounts& counts) {
      ++(worth.outcome == Outcome::win    ? counts.win
         : worth.outcome == Outcome::loss ? counts.loss
                                          : counts.draw);
    };
    count(summary.census.classes[static_cast<std::size_t>(std::popcount(position.cubes(Player::x)))]
                                [static_cast<std::size_t>(std::popcount(position.cubes(Player::o)))]);
    if (metric == Metric::outcome || worth.outcome == Outcome::draw) continue;
    count(summary.census.distances[worth.distance]);
    std::optional<Longest>& longest = worth.outcome == Outcome::win ? summary.win : summary.loss;
    if (worth.distance > 0 && (!longest || worth.distance > longest->distance))
      longest = {worth.distance, represented};
  }
  summary.empty_board = value({});
  summary.signature = table::signature_of(manifest.layers);
  table::write_manifest(directory, manifest);
}

/// The own directory of the user who runs these tests.
inline const std::filesystem::path& own_directory() {
  static const TemporaryDirectory own;
  return own.path();
}

/// The work directory of the one check that was begun there and not finished; empty when there is none.
inline std::filesystem::path work_directory(const std::filesystem::path& parent = own_directory()) {
  std::filesystem::path found;
  for (const auto& entry : std::filesystem::directory_iterator(parent)) {
    if (!entry.is_directory()) continue;
    EXPECT_EQ(found, "");
    found = entry.path();
  }
  return found;
}

inline Report check(const std::filesystem::path& directory, bool full = false) {
  Options options;
  options.extent = full ? Extent::full : Extent::sample;
  options.own = own_directory();
  options.sample = 1000;
  options.threads = 2;
  return verify(directory, options);
}

/// A line for each problem.
inline std::string listed(const Report& report) {
  std::string text;
  for (const Problem& problem : report.problems)
    text += std::string(name(problem.check)) + ": " + problem.text + '\n';
  return text;
}

inline bool found(const Report& report, Check check, const std::string& part) {
  return std::ranges::any_of(report.problems, [&](const Problem& problem) {
    return problem.check == check && problem.text.find(part) != std::string::npos;
  });
}

}  // namespace quixo::verify
