// SPDX-License-Identifier: MIT
//
// Several peers find what one process finds, to the last byte, however many they are, and also when one is
// slow, when others go on where they were stopped, and when one fails.
#include <gtest/gtest.h>

#include <map>
#include <stop_token>

#include "game/notation.h"
#include "quixo/error.h"
#include "solve/solver.h"
#include "tests/base/thread_peers.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::solve {
namespace {

Options options_for(Peers& peers, Metric metric = Metric::outcome) {
  Options options;
  options.metric = metric;
  options.peers = &peers;
  return options;
}

std::uint64_t signature_alone(const Geometry& geometry, Metric metric) {
  Alone alone;
  return solve(geometry, options_for(alone, metric)).signature;
}

struct Case {
  const char* rules;
  int peers;
};
void PrintTo(const Case& each, std::ostream* out) { *out << each.rules << " by " << each.peers; }

class SolvedTogether : public testing::TestWithParam<Case> {};

TEST_P(SolvedTogether, IsWhatOneProcessFinds) {
  const Geometry geometry(parse_rules(GetParam().rules));
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    const std::uint64_t expected = signature_alone(geometry, metric);
    run_peers(GetParam().peers, [&](Peers& peers) {
      Options options = options_for(peers, metric);
      options.threads = 1 + peers.self() % 2;
      EXPECT_EQ(solve(geometry, options).signature, expected) << metric_name(metric);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, SolvedTogether,
                         testing::Values(Case{"2x2", 2}, Case{"3x3", 2}, Case{"3x4", 3}, Case{"3x4", 4},
                                         Case{"4x4", 2}, Case{"4x4", 3}, Case{"4x4", 5}, Case{"2x7-line3", 4},
                                         Case{"4x4-double-wins", 2}));

using Files = std::map<std::string, std::string>;

/// Solves in a directory until the k-th call of progress of the first peer, or to the end.
void solve_in(const std::filesystem::path& directory, const Geometry& geometry, int peers, Metric metric,
              int stop_after = 0) {
  std::stop_source stop;
  int calls = 0;
  run_peers(peers, [&](Peers& each) {
    Options options = options_for(each, metric);
    options.directory = directory;
    options.stop = stop.get_token();
    if (each.is_first())
      options.progress = [&](const Progress&) {
        if (++calls == stop_after) stop.request_stop();
      };
    solve(geometry, options);
  });
}

TEST(PeersInADirectory, LeaveTheFilesOfOneProcess) {
  const Geometry geometry(parse_rules("3x4"));
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    const TemporaryDirectory alone;
    const TemporaryDirectory together;
    solve_in(alone.path(), geometry, 1, metric);
    solve_in(together.path(), geometry, 3, metric);
    EXPECT_TRUE(files_in(together.path()) == files_in(alone.path())) << metric_name(metric);
  }
}

TEST(PeersInADirectory, GoOnWhereAnotherNumberOfThemWasStopped) {
  const Geometry geometry(parse_rules("3x4"));
  const TemporaryDirectory alone;
  solve_in(alone.path(), geometry, 1, Metric::distance);
  const Files expected = files_in(alone.path());
  int stopped = 0;
  for (const int calls : {4, 9, 15, 26, 40}) {
    const TemporaryDirectory directory;
    // Each goes on with the layers that others have shared in another way.
    for (const int peers : {3, 1, 2, 4}) try {
        solve_in(directory.path(), geometry, peers, Metric::distance, calls);
      } catch (const Interrupted&) {
        ++stopped;
      } catch (const Error&) {  // another peer was
        ++stopped;
      }
    solve_in(directory.path(), geometry, 3, Metric::distance);
    EXPECT_TRUE(files_in(directory.path()) == expected) << "stopped after " << calls;
  }
  EXPECT_GT(stopped, 10);
}

// As on machines that each have one of this name: each would write its part alone.
TEST(PeersInADirectory, ThatIsNotTheSameIsRefused) {
  const Geometry geometry(parse_rules("3x3"));
  for (const int stranger : {1, 2}) {
    const TemporaryDirectory shared;
    const TemporaryDirectory own;
    const std::string message = message_of([&] {
      run_peers(3, [&](Peers& peers) {
        Options options = options_for(peers);
        options.directory = peers.self() == stranger ? own.path() : shared.path();
        solve(geometry, options);
      });
    });
    EXPECT_EQ(message, "process " + std::to_string(stranger) + " of 3 does not see " + own.path().string() +
                           ": all must share the directory");
    EXPECT_TRUE(std::filesystem::is_empty(own.path()));
  }
}

TEST(PeersInADirectory, WhenOneFailsAllEndAndOthersGoOn) {
  const Geometry geometry(parse_rules("3x3"));
  const TemporaryDirectory alone;
  solve_in(alone.path(), geometry, 1, Metric::distance);
  const TemporaryDirectory directory;
  EXPECT_THROW(run_peers(3,
                         [&](Peers& each) {
                           Options options = options_for(each, Metric::distance);
                           options.directory = directory.path();
                           int calls = 0;
                           if (each.self() == 2)
                             options.progress = [&](const Progress&) {
                               if (++calls == 30) throw Error("this one fails");
                             };
                           solve(geometry, options);
                         }),
               Error);
  solve_in(directory.path(), geometry, 2, Metric::distance);
  EXPECT_TRUE(files_in(directory.path()) == files_in(alone.path()));
}

}  // namespace
}  // namespace quixo::solve
