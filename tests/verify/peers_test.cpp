// SPDX-License-Identifier: MIT
//
// Several processes prove and find what one does, in the same words and order, however many they are, also
// when others go on where they were stopped; and none believes what has changed since another has read it.
#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <set>
#include <stop_token>

#include "base/file.h"
#include "quixo/error.h"
#include "tests/base/thread_peers.h"
#include "tests/verify/several_units.h"
#include "tests/verify/support.h"
#include "verify/losses.h"
#include "verify/together.h"

namespace quixo::verify {
namespace {

void expect_same(const Report& report, const Report& expected) {
  EXPECT_EQ(report.problems, expected.problems);
  EXPECT_EQ(report.problem_count, expected.problem_count);
  EXPECT_EQ(report.checked, expected.checked);
  ASSERT_TRUE(report.table && expected.table);
  EXPECT_EQ(report.table->digest, expected.table->digest);
}

/// What all of them report. The first of them is told of progress.
Report check_by(int peers, const std::filesystem::path& table, const Options& options) {
  std::vector<Report> reports(static_cast<std::size_t>(peers));
  run_peers(peers, [&](Peers& each) {
    Options how = options;
    how.peers = &each;
    how.threads = 1 + each.self() % 2;
    if (!each.is_first()) how.progress = {};
    reports[static_cast<std::size_t>(each.self())] = verify(table, how);
  });
  for (const Report& report : reports) expect_same(report, reports.front());
  return reports.front();
}

/// Nothing when they were stopped.
std::optional<Report> check_until_stopped(int peers, const std::filesystem::path& table,
                                          const Options& options) {
  try {
    return check_by(peers, table, options);
  } catch (const Interrupted&) {
  } catch (const Error&) {  // another peer was
    EXPECT_TRUE(options.stop.stop_requested());
  }
  return std::nullopt;
}

Options full() {
  Options options;
  options.extent = Extent::full;
  options.own = own_directory();
  return options;
}

TEST(VerifiedByPeers, AGoodTableIsProved) {
  for (const auto& [rules, metric] : {std::pair("3x3", Metric::distance), std::pair("4x4", Metric::distance),
                                      std::pair("4x4-double-wins", Metric::outcome)}) {
    const TemporaryDirectory table;
    solve_into(table.path(), parse_rules(rules), metric);
    const Report alone = check_by(1, table.path(), full());
    EXPECT_TRUE(alone.good()) << listed(alone);
    for (const int peers : {2, 3, 5}) expect_same(check_by(peers, table.path(), full()), alone);
    EXPECT_EQ(work_directory(), "");
  }
}

TEST(VerifiedByPeers, AManifestIsTheSameForAllOrItIsRefused) {
  const TemporaryDirectory table;
  EXPECT_THROW(check_by(2, table.path(), full()), Error) << "there is none";
  solve_into(table.path(), parse_rules("3x3"), Metric::distance);
  const std::filesystem::path manifest = table::manifest_file(table.path());
  std::string bytes = bytes_of(manifest);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_bytes(manifest, bytes);
  const Report alone = verify(table.path(), full());
  EXPECT_EQ(alone.problem_count, 1U);
  run_peers(3, [&](Peers& each) {
    Options options = full();
    options.peers = &each;
    EXPECT_EQ(verify(table.path(), options).problems, alone.problems);
  });
}

/// So few errors that all are listed, those of the last unit too.
class FewErrors : public SeveralUnits {
 protected:
  FewErrors() : SeveralUnits(200) {}
};

TEST_F(FewErrors, AreFoundByWhomeverTheyBelongTo) {
  EXPECT_LT(undisturbed_.problem_count, Problems::most_kept);
  std::set<Place> places;
  for (const Problem& problem : undisturbed_.problems) places.insert(problem.place);
  EXPECT_GT(places.size(), 5U);
  for (const int peers : {2, 3}) {
    if (peers == 3) options_.cache_bytes = std::size_t{24} * block_slots;
    expect_same(check_by(peers, directory_.path(), options_), undisturbed_);
  }
}

TEST_F(SeveralUnits, AreTakenUpByAnyNumberOfPeers) {
  EXPECT_EQ(undisturbed_.problems.size(), Problems::most_kept);
  options_.between_notes = std::chrono::milliseconds(0);
  options_.positions_per_note = 1;
  int stops_inside = 0;
  int peers = 0;
  for (bool finished = false; !finished;) {
    std::stop_source stop;
    options_.stop = stop.get_token();
    int calls = 0;  // of which the first may tell of what was done before
    options_.progress = [&](const Progress& progress) {
      if (progress.phase.ends_with("distances") && ++calls == 6) stop.request_stop();
    };
    peers = peers % 4 + 1;
    if (const std::optional<Report> report = check_until_stopped(peers, directory_.path(), options_)) {
      expect_same(*report, undisturbed_);
      finished = true;
    } else {
      const std::string note = bytes_of(work_directory() / "state.json");
      if (note.find("\"units\":[],") == std::string::npos) ++stops_inside;
      ASSERT_LT(stops_inside, 100);
    }
  }
  EXPECT_GT(stops_inside, 5);
  EXPECT_EQ(work_directory(), "");
}

TEST(VerifiedByPeers, DamageIsFoundInTheSameWords) {
  const TemporaryDirectory table;
  solve_into(table.path(), parse_rules("4x4"), Metric::distance);
  const auto damage = [&](const std::string& name, std::size_t from_end) {
    std::string bytes = bytes_of(table.path() / name);
    bytes[bytes.size() - from_end] ^= 1;
    write_bytes(table.path() / name, bytes);
  };
  std::string blocks = bytes_of(table.path() / "layer-12.outcomes");
  for (std::size_t at = 100; at < blocks.size() * 3 / 4; at += 1000) blocks[at] ^= 1;
  write_bytes(table.path() / "layer-12.outcomes", blocks);
  damage("layer-04.distances", 1);
  std::filesystem::remove(table.path() / "layer-09.outcomes");
  const Report alone = check_by(1, table.path(), full());
  EXPECT_GT(alone.problem_count, 4U);
  for (const int peers : {2, 3}) expect_same(check_by(peers, table.path(), full()), alone);
}

/// A table of 4x4 whose check is disturbed.
class Disturbed : public testing::Test {
 protected:
  Disturbed() {
    solve_into(table_.path(), parse_rules("4x4"), Metric::distance);
    options_.own = own_.path();
  }

  /// What is said when something is done before a phase begins.
  std::string message_when(const std::string& phase, const std::function<void()>& disturb) {
    bool done = false;
    options_.progress = [&](const Progress& progress) {
      if (done || !progress.phase.starts_with(phase)) return;
      done = true;
      disturb();
    };
    const std::string message = message_of([&] { check_by(2, table_.path(), options_); });
    EXPECT_TRUE(done);
    return message;
  }

  const TemporaryDirectory table_;
  const TemporaryDirectory own_;
  Options options_ = full();
};

/// Each peer holds all files to what was read of them, whoever has read them.
TEST_F(Disturbed, AFileThatChangesIsNotRead) {
  for (const auto part : {table::Part::outcomes, table::Part::distances}) {
    const std::filesystem::path file = table_.path() / table::file_name(9, part);
    const std::string truth = bytes_of(file);
    const std::string message = message_when("layer 11, outcomes", [&] {
      const TemporaryDirectory other;  // the same rules, and not the same blocks
      const table::BlockFileHeader header = table::read_manifest(table_.path())->header(9, part);
      table::BlockFileWriter writer(other.path() / "file", header);
      const table::BlockFile old(file, header);
      table::Compressor compressor;
      for (std::size_t block = 0; block < old.blocks(); ++block) {
        table::Bytes packed;
        ASSERT_TRUE(compressor.decompress(old.code(block), packed));
        table::Bytes code;
        std::ranges::reverse(packed);
        compressor.compress_distances(packed, {}, code);
        writer.append(code);
      }
      writer.finish();
      write_whole(file, bytes_of(other.path() / "file"));
    });
    EXPECT_TRUE(
        message.ends_with("is not the file that the manifest speaks of: remove the table and solve again") ||
        message.find(" has changed while it was checked") != std::string::npos)
        << message;
    write_whole(file, truth);
  }
}

TEST_F(Disturbed, AWorkingFileOfAnotherPeerThatChangesIsNotRead) {
  const std::string message = message_when("layer  8, outcomes", [&] {
    const std::filesystem::path file = losses_file(work_directory(own_.path()), 9, 1);
    std::string bytes = bytes_of(file);
    ASSERT_GT(bytes.size(), 100U);
    bytes[60] ^= 1;
    write_bytes(file, bytes);
  });
  EXPECT_NE(message.find("layer-09-1.losses is damaged in block"), std::string::npos) << message;
}

TEST_F(Disturbed, AllMustSeeTheSameTable) {
  const TemporaryDirectory empty;
  const std::string message = message_of([&] {
    run_peers(3, [&](Peers& each) {
      Options how = options_;
      how.peers = &each;
      verify(each.self() == 1 ? empty.path() : table_.path(), how);
    });
  });
  EXPECT_EQ(message, "process 1 of 3 does not see the " + (empty.path() / "manifest.json").string() +
                         " of the first: all must share the directory");
}

TEST_F(Disturbed, WhatOthersHaveLeftOfAnUnfinishedPassGoes) {
  std::stop_source stop;
  options_.between_notes = std::chrono::milliseconds(0);
  options_.stop = stop.get_token();
  options_.progress = [&](const Progress& progress) {
    if (progress.phase.starts_with("layer  8")) stop.request_stop();
  };
  EXPECT_FALSE(check_until_stopped(4, table_.path(), options_));
  const std::filesystem::path work = work_directory(own_.path());
  EXPECT_TRUE(std::filesystem::exists(losses_file(work, 9, 3)));
  for (const char* name : {"layer-08-3.losses", "layer-05-3.losses.partial"}) write_bytes(work / name, "old");
  write_bytes(work / "layer-08-3.losses.mine", "not a file of a check");
  options_.stop = {};
  options_.progress = [&](const Progress& progress) {
    if (!progress.phase.starts_with("layer")) return;
    EXPECT_FALSE(std::filesystem::exists(work / "layer-08-3.losses"));
    EXPECT_FALSE(std::filesystem::exists(work / "layer-05-3.losses.partial"));
  };
  EXPECT_TRUE(check_by(1, table_.path(), options_).good());
  EXPECT_EQ(files_in(work).size(), 1U);
}

TEST(Ranges, AreSharedOutAndJoined) {
  const Ranges done = {{2, 4}, {7, 8}};
  const Ranges rest = rest_of(10, done);
  EXPECT_EQ(rest, (Ranges{{0, 2}, {4, 7}, {8, 10}}));
  EXPECT_EQ(size_of(rest), 7U);
  EXPECT_EQ(rest_of(8, done), (Ranges{{0, 2}, {4, 7}}));
  EXPECT_EQ(rest_of(3, {{0, 3}}), Ranges());
  EXPECT_EQ(part_of(rest, {1, 6}), (Ranges{{1, 2}, {4, 7}, {8, 9}}));
  EXPECT_EQ(part_of(rest, {2, 2}), Ranges());
  EXPECT_EQ(joined(done, rest), (Ranges{{0, 10}}));
  EXPECT_EQ(joined(done, {{9, 10}, {4, 5}}), (Ranges{{2, 5}, {7, 8}, {9, 10}}));
  const std::vector<std::size_t> numbers = {0, 1, 4, 5, 6, 8, 9};
  for (std::size_t place = 0; place < numbers.size(); ++place) EXPECT_EQ(at(rest, place), numbers[place]);
  for (const std::size_t count : {0U, 1U, 5U, 8U, 100U})
    for (const int peers : {1, 3, 8}) {
      std::size_t next = 0;
      for (int peer = 0; peer < peers; ++peer) {
        const Range share = share_of(count, peer, peers);
        EXPECT_EQ(share.begin, next);
        next = share.end;
        EXPECT_LE(share.size(), share_of(count, 0, peers).size());
        EXPECT_GE(share.size() + 1, share_of(count, 0, peers).size());
      }
      EXPECT_EQ(next, count);
    }
}

TEST(Pieces, ArePutTogetherInTheOrderOfThePeers) {
  constexpr std::size_t most = 3 << 20;  // of 8 bytes: more than one piece
  run_peers(3, [&](Peers& peers) {
    const auto self = static_cast<std::uint64_t>(peers.self());
    std::vector<std::uint64_t> own(self == 1 ? 0 : most - self);
    std::iota(own.begin(), own.end(), self << 32);
    const std::vector<std::uint64_t> all = put_together(peers, own);
    ASSERT_EQ(all.size(), 2 * most - 2);
    for (std::size_t i = 0; i < all.size(); i += 1000)
      ASSERT_EQ(all[i], i < most ? i : (std::uint64_t{2} << 32) + (i - most));
    EXPECT_EQ(all.back(), (std::uint64_t{2} << 32) + most - 3);
    EXPECT_EQ(said_by_first(peers, self == 0 ? "first" : "other"), "first");
  });
}

TEST(Problems, AreKeptByPlace) {
  run_peers(3, [&](Peers& peers) {
    Problems found;
    Problems taken;
    // Later places first.
    for (std::uint64_t item = 150; item-- > 0;)
      found.add({Check::outcome, "by " + std::to_string(peers.self()), {peers.self() == 2 ? 0 : 1, item}});
    taken.take_from_all(peers, found);
    EXPECT_EQ(found.count(), 0U);
    EXPECT_EQ(taken.count(), 450U);
    const std::vector<Problem> kept = taken.kept();
    ASSERT_EQ(kept.size(), Problems::most_kept);
    for (std::size_t i = 0; i < kept.size(); ++i)
      EXPECT_EQ(kept[i], (Problem{Check::outcome, "by 2", {0, i}}));
    taken.take_from_all(peers, found);
    EXPECT_EQ(taken.count(), 450U);
  });
}

}  // namespace
}  // namespace quixo::verify
