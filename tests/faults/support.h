// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <new>
#include <string>
#include <tuple>

#include "game/geometry.h"
#include "game/notation.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "solve/solver.h"
#include "tests/base/thread_peers.h"
#include "tests/faults/disks.h"
#include "tests/files.h"
#include "tests/verify/support.h"

namespace quixo::faults {

using Files = std::map<std::string, std::string>;

inline solve::Result solve_in(const std::filesystem::path& directory, const Geometry& geometry, Metric metric,
                              int threads = 1, Peers* peers = nullptr) {
  solve::Options options;
  options.metric = metric;
  options.threads = threads;
  options.peers = peers;
  options.directory = directory;
  return solve::solve(geometry, options);
}

/// By peers that are threads.
inline void solve_together(int count, const std::filesystem::path& directory, const Geometry& geometry,
                           Metric metric) {
  run_peers(count, [&](Peers& peers) { solve_in(directory, geometry, metric, 1, &peers); });
}

/// What an undisturbed solve leaves.
inline Files undisturbed(const Geometry& geometry, Metric metric) {
  const TemporaryDirectory directory;
  QuickDisk disk;
  const StandIn stand_in(disk);
  solve_in(directory.path(), geometry, metric);
  return files_in(directory.path());
}

/// A table of 2x3 that is whole and has a wrong value far down.
inline void wrong_table(const std::filesystem::path& directory, Metric metric) {
  const Rules rules = parse_rules("2x3");
  verify::Values values = verify::values_of(solve_in_memory(rules));
  const auto wrong = std::ranges::find_if(values, [](const auto& entry) {
    return std::popcount(entry.first.occupied()) < 4 && entry.second.outcome == Outcome::win &&
           entry.second.distance > 1;
  });
  ASSERT_NE(wrong, values.end());
  if (metric == Metric::outcome)
    wrong->second = {};  // a draw
  else
    wrong->second.distance += 2;
  verify::write_table(directory, rules, metric, values);
}

/// What goes wrong, in one line; nothing when it works.
template <class Work>
std::string failure_of(const Work& work) {
  try {
    work();
    return "";
  } catch (const std::bad_alloc&) {
    return "there is not enough memory";
  } catch (const Error& error) {
    std::string message = error.what();
    EXPECT_NE(message, "");
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
}

/// For names of tests.
inline std::string name_of(Metric metric) { return metric == Metric::outcome ? "outcome" : "distance"; }

/// The same for tests of boards and metrics: a name must not begin with a digit.
inline std::string name_of_test(const testing::TestParamInfo<std::tuple<const char*, Metric>>& test) {
  const auto& [board, metric] = test.param;
  std::string name = 'b' + std::string(board) + '_' + name_of(metric);
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace quixo::faults
