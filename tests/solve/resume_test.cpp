// SPDX-License-Identifier: MIT
//
// A solve takes hours, so it must survive being stopped at any moment, a full disk and damaged files: it goes
// on to the very same bytes, or it says which file is in the way.
#include "game/notation.h"
#include "quixo/error.h"
#include "solve/directory.h"
#include "solve/solver.h"
#include "tests/faults/disks.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::solve {
namespace {

using faults::QuickDisk;
using Files = std::map<std::string, std::string>;

class Resume : public testing::Test {
 protected:
  static Options options_in(const std::filesystem::path& directory, Metric metric) {
    Options options;
    options.metric = metric;
    options.threads = 2;
    options.directory = directory;
    return options;
  }

  static Result solve_in(const std::filesystem::path& directory, const Geometry& geometry,
                         Metric metric = Metric::distance) {
    return solve(geometry, options_in(directory, metric));
  }

  /// What an undisturbed solve leaves.
  static Files undisturbed(const Geometry& geometry, Metric metric = Metric::distance) {
    const TemporaryDirectory directory;
    solve_in(directory.path(), geometry, metric);
    return files_in(directory.path());
  }

  /// Solves until the k-th call of progress; whether it had ended by then.
  static bool ends_within(int k, const std::filesystem::path& directory, const Geometry& geometry,
                          Metric metric) {
    std::stop_source stop;
    Options options = options_in(directory, metric);
    options.threads = 1 + k % 3;
    options.stop = stop.get_token();
    int calls = 0;
    options.progress = [&](const Progress&) {
      if (++calls == k) stop.request_stop();
    };
    try {
      solve(geometry, options);
      return true;
    } catch (const Interrupted&) {
      EXPECT_GE(calls, k);
      return false;
    }
  }

  /// The message of a solve in a directory that holds these files.
  static std::string complaint(const Files& files, const Geometry& geometry,
                               Metric metric = Metric::distance) {
    const TemporaryDirectory directory;
    for (const auto& [name, bytes] : files) write_bytes(directory.path() / name, bytes);
    return message_of([&] { solve_in(directory.path(), geometry, metric); });
  }

  /// The files of a solve that was stopped when it had finished this layer.
  static Files down_to(int layer, const Geometry& geometry, Metric metric = Metric::distance) {
    const TemporaryDirectory directory;
    std::stop_source stop;
    Options options = options_in(directory.path(), metric);
    options.stop = stop.get_token();
    options.progress = [&](const Progress& progress) {
      if (progress.layer < layer) stop.request_stop();
    };
    EXPECT_THROW(solve(geometry, options), Interrupted);
    return files_in(directory.path());
  }

  /// The files of a solve that was stopped when only the manifest was missing.
  static Files before_manifest(const Geometry& geometry, Metric metric) {
    const TemporaryDirectory directory;
    std::filesystem::create_directory(directory.path() / "manifest.json.partial");  // so it cannot be written
    EXPECT_NE(message_of([&] { solve_in(directory.path(), geometry, metric); }), "no error");
    std::filesystem::remove(directory.path() / "manifest.json.partial");
    return files_in(directory.path());
  }

  static std::string name(int layer, const std::string& extension) {
    return (layer < 10 ? "layer-0" : "layer-") + std::to_string(layer) + '.' + extension;
  }

  QuickDisk disk_;
  const StandIn stand_in_{disk_};
  const Geometry geometry_{parse_rules("3x4")};
  Alone alone_;
};

/// Stopped at the first call of progress, then at the second of the next run, and so on.
TEST_F(Resume, AfterManyStopsTheFilesAreTheSame) {
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    const Files expected = undisturbed(geometry_, metric);
    for (const int first : {1, 4}) {
      const TemporaryDirectory directory;
      int stops = 0;
      for (int k = first; !ends_within(k, directory.path(), geometry_, metric); ++k) ++stops;
      EXPECT_GE(stops, 5);
      EXPECT_EQ(files_in(directory.path()), expected);
    }
  }
}

TEST_F(Resume, AfterOneStopAnywhereTheFilesAreTheSame) {
  const Files expected = undisturbed(geometry_);
  int k = 1;
  for (bool ended = false; !ended; k += 7) {
    const TemporaryDirectory directory;
    ended = ends_within(k, directory.path(), geometry_, Metric::distance);
    solve_in(directory.path(), geometry_);
    ASSERT_EQ(files_in(directory.path()), expected) << "stopped at call " << k;
  }
  EXPECT_GT(k, 30);
}

TEST_F(Resume, OfALargerBoardTheFilesAreTheSame) {
  const Geometry geometry(parse_rules("4x4"));
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    const Files expected = undisturbed(geometry, metric);
    const TemporaryDirectory directory;
    for (int k = 3; !ends_within(k, directory.path(), geometry, metric); k += 7) {
    }
    EXPECT_EQ(files_in(directory.path()), expected);
  }
}

TEST_F(Resume, APartOfAFileDoesNotMatter) {
  const Files expected = undisturbed(geometry_);
  const TemporaryDirectory directory;
  write_bytes(directory.path() / "solve.json.partial", "{");
  for (const int layer : {0, 7, 12})
    for (const std::string extension :
         {"frames.partial", "json.partial", "frames", "outcomes", "distances.partial"})
      write_bytes(directory.path() / name(layer, extension), "garbage that an unlucky run left here");
  solve_in(directory.path(), geometry_);
  EXPECT_EQ(files_in(directory.path()), expected);
}

TEST_F(Resume, WhatAKilledRunLeftBesideAFinishedTableGoes) {
  const Files expected = undisturbed(geometry_);
  const TemporaryDirectory directory;
  for (const auto& [file, bytes] : expected) write_bytes(directory.path() / file, bytes);
  for (const auto& [file, bytes] : down_to(1, geometry_)) write_bytes(directory.path() / file, bytes);
  solve_in(directory.path(), geometry_);
  EXPECT_EQ(files_in(directory.path()), expected);
}

TEST_F(Resume, AMissingSummaryIsMadeAgainOrSaid) {
  const Files expected = undisturbed(geometry_);
  for (const int lowest : {1, 6, 11}) {
    const Files files = down_to(lowest, geometry_);
    for (int layer = lowest; layer <= 12; ++layer) {
      const TemporaryDirectory directory;
      for (const auto& [file, bytes] : files) write_bytes(directory.path() / file, bytes);
      std::filesystem::remove(directory.path() / name(layer, "json"));
      const bool possible = layer == 12 || files.contains(name(layer + 1, "frames"));
      const std::string message = message_of([&] { solve_in(directory.path(), geometry_); });
      if (possible)
        EXPECT_EQ(files_in(directory.path()), expected) << "layer " << layer << ": " << message;
      else
        EXPECT_EQ(message, "the frames of layer " + std::to_string(layer + 1) + " are missing in " +
                               directory.path().string() + ": remove the directory and solve again");
    }
  }
}

/// Every file of a finished layer is missing, cut short or another, in its turn.
TEST_F(Resume, AFileThatIsNotAsItWasWrittenIsMadeAgainOrSaid) {
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    const Files expected = undisturbed(geometry_, metric);
    for (const int lowest : {0, 5}) {
      const Files files =
          lowest == 0 ? before_manifest(geometry_, metric) : down_to(lowest, geometry_, metric);
      for (const auto& [file, bytes] : files) {
        const bool outcomes = file.ends_with(".outcomes");
        if (!outcomes && !file.ends_with(".distances")) continue;
        const int layer = std::stoi(file.substr(6, 2));
        for (const int how : {0, 1, 2}) {
          const TemporaryDirectory directory;
          for (const auto& [each, its_bytes] : files) write_bytes(directory.path() / each, its_bytes);
          if (how == 0) std::filesystem::remove(directory.path() / file);
          if (how == 1) std::filesystem::resize_file(directory.path() / file, bytes.size() - 1);
          if (how == 2)
            write_bytes(directory.path() / file, files.at(name(layer == 12 ? 11 : layer + 1, "outcomes")));
          const std::string message = message_of([&] { solve_in(directory.path(), geometry_, metric); });
          const bool possible = metric == Metric::outcome || layer == 12 ||
                                files.contains(name(layer + 1, "frames")) ||
                                (!outcomes && files.contains(name(layer, "frames")));
          if (possible) {
            EXPECT_EQ(files_in(directory.path()), expected) << file << ": " << message;
          } else {
            EXPECT_TRUE(message.starts_with((directory.path() / file).string() + " is ")) << message;
            EXPECT_TRUE(message.ends_with("solve again")) << message;
            EXPECT_FALSE(std::filesystem::exists(directory.path() / "manifest.json"));
          }
        }
      }
    }
  }
}

TEST_F(Resume, AFinishedTableIsLookedAtAgain) {
  const Files files = undisturbed(geometry_);
  for (const std::string& file : {name(12, "outcomes"), name(7, "distances"), name(0, "outcomes")}) {
    Files missing = files;
    missing.erase(file);
    EXPECT_NE(complaint(missing, geometry_).find(file + " is missing: "), std::string::npos);
    Files damaged = files;
    damaged[file].pop_back();
    EXPECT_NE(complaint(damaged, geometry_).find(file + " is "), std::string::npos);
  }
}

TEST_F(Resume, AChangedByteInWhatTheNextLayerNeedsIsFound) {
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    const Files expected = undisturbed(geometry_, metric);
    for (const int layer : {12, 8, 1}) {
      const Files files = down_to(layer, geometry_, metric);
      const std::string file = name(layer, metric == Metric::outcome ? "outcomes" : "frames");
      const std::size_t size = files.at(file).size();
      ASSERT_GT(size, 0U);
      int made_again = 0;
      for (std::size_t at = 0; at < size; at += 1 + size / 12) {
        const TemporaryDirectory directory;
        for (const auto& [each, bytes] : files) write_bytes(directory.path() / each, bytes);
        std::string damaged = files.at(file);
        damaged[at] ^= 0x15;
        write_bytes(directory.path() / file, damaged);
        const std::string message = message_of([&] { solve_in(directory.path(), geometry_, metric); });
        if (message == "no error") {  // the layer was solved again
          ++made_again;
          EXPECT_EQ(files_in(directory.path()), expected) << "at byte " << at;
          continue;
        }
        EXPECT_NE(message.find(file + " is "), std::string::npos) << message << " at byte " << at;
        EXPECT_TRUE(message.ends_with("solve again")) << message;
      }
      EXPECT_EQ(made_again > 0, metric == Metric::outcome);  // its header and its index
    }
  }
}

TEST_F(Resume, AChangedByteInAFooterIsFound) {
  for (const int layer : {12, 8, 1}) {
    const Files files = down_to(layer, geometry_);
    const std::string file = name(layer, "frames");
    for (std::size_t from_end = 1; from_end < 100; from_end += 7) {
      Files damaged = files;
      damaged[file][files.at(file).size() - from_end] ^= 0x15;
      const std::string message = complaint(damaged, geometry_);
      EXPECT_NE(message.find(file + " is damaged: remove its directory and solve again"), std::string::npos)
          << message;
    }
  }
}

TEST_F(Resume, FramesOfAnotherSizeAreFound) {
  for (const int layer : {12, 8, 1})
    for (const bool longer : {false, true}) {
      Files damaged = down_to(layer, geometry_);
      std::string& frames = damaged[name(layer, "frames")];
      longer ? frames.push_back('x') : frames.pop_back();
      const std::string message = complaint(damaged, geometry_);
      EXPECT_NE(message.find(name(layer, "json") + " is damaged (its .frames file has another size)"),
                std::string::npos)
          << message;
    }
}

TEST_F(Resume, ASummaryThatIsCutShortIsFoundInAnyLayer) {
  const Files files = down_to(1, geometry_);
  for (const int layer : {12, 8, 1}) {
    const std::size_t size = files.at(name(layer, "json")).size();
    for (std::size_t kept = 0; kept < size - 1; kept += 1 + size / 20) {  // the last byte is a newline
      Files damaged = files;
      damaged[name(layer, "json")].resize(kept);
      const std::string message = complaint(damaged, geometry_);
      EXPECT_NE(message.find(name(layer, "json") + " is damaged ("), std::string::npos) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
  }
}

TEST_F(Resume, AChangedByteInASummaryIsFound) {
  const Files files = down_to(4, geometry_);
  const std::size_t size = files.at(name(4, "json")).size();
  for (std::size_t at = 0; at < size; at += at < size - 20 ? 5 : 1) {
    Files damaged = files;
    damaged[name(4, "json")][at] ^= 0x04;
    const std::string message = complaint(damaged, geometry_);
    EXPECT_NE(message.find("layer-04.json is damaged ("), std::string::npos) << message << " at byte " << at;
  }
}

/// A run that was killed when it had saved a layer and not yet packed its distances.
TEST_F(Resume, AChangedByteInFramesThatAreNotPackedIsFound) {
  for (const int layer : {8, 0}) {
    const TemporaryDirectory directory;
    std::stop_source stop;
    Options options = options_in(directory.path(), Metric::distance);
    options.stop = stop.get_token();
    bool stepped = false;
    options.progress = [&](const Progress& progress) {
      if (progress.layer != layer) return;
      stepped = stepped || progress.phase.starts_with("step");
      if (stepped && progress.phase == "packing") stop.request_stop();
    };
    EXPECT_THROW(solve(geometry_, options), Interrupted);
    const Files files = files_in(directory.path());
    ASSERT_FALSE(files.contains(name(layer, "distances")));
    // Of a win of more than one move: losses and wins in one have no place in the table.
    const Directory kept(directory.path(), geometry_, Metric::distance, alone_);
    const FramesFooter footer = kept.load(layer)->parts.front().footer;
    for (const FrameInfo& frame : read_footer(*kept.open_frames(layer, 0, 1), footer)) {
      if (frame.kind != FrameKind::win || frame.step < 2) continue;
      Files damaged = files;
      damaged[name(layer, "frames")][frame.chunks.back() - 1] ^= 0x15;
      const std::string message = complaint(damaged, geometry_);
      EXPECT_NE(message.find(name(layer, "frames") + " is damaged"), std::string::npos) << message;
    }
  }
}

TEST_F(Resume, AFullDiskIsAnErrorAndThenItGoesOn) {
  const Files expected = undisturbed(geometry_);
  const TemporaryDirectory directory;
  for (const rlim_t bytes : {0U, 100U, 300U, 1000U, 2000U, 3000U}) {
    const std::string message = message_of([&] {
      const FullDisk full(bytes);
      solve_in(directory.path(), geometry_);
    });
    EXPECT_TRUE(message.starts_with("cannot write " + directory.path().string())) << message;
    EXPECT_TRUE(message.ends_with(": File too large")) << message;
  }
  solve_in(directory.path(), geometry_);
  EXPECT_EQ(files_in(directory.path()), expected);
}

TEST_F(Resume, ADirectoryOfAnotherSolveIsRefused) {
  const TemporaryDirectory directory;
  solve_in(directory.path(), Geometry(parse_rules("2x3")));
  const Files before = files_in(directory.path());
  const std::string holds = directory.path().string() + " holds the distances of 2x3";
  const auto expect_refusal = [&](const char* rules, Metric metric, const std::string& of_finished) {
    const Geometry other(parse_rules(rules));
    EXPECT_EQ(message_of([&] { solve_in(directory.path(), other, metric); }),
              holds + ", not the " + of_finished + ": move it away and solve again");
    std::filesystem::remove(directory.path() / "manifest.json");
    EXPECT_EQ(message_of([&] { solve_in(directory.path(), other, metric); }), holds);
    write_bytes(directory.path() / "manifest.json", before.at("manifest.json"));
  };
  expect_refusal("3x2", Metric::distance, "distances of 3x2");
  expect_refusal("2x3-line3", Metric::distance, "distances of 2x3-line3");
  expect_refusal("2x3-double-wins", Metric::distance, "distances of 2x3-double-wins");
  expect_refusal("2x3", Metric::outcome, "outcomes of 2x3");
  EXPECT_EQ(files_in(directory.path()), before);
  const Geometry same(parse_rules("2x3"));
  EXPECT_EQ(message_of([&] { solve_in(directory.path(), same); }), "no error");
}

/// The same files with an older version of the working files named in solve.json.
Files of_another_version(Files files) {
  std::string& identity = files.at("solve.json");
  identity.replace(identity.find("\"version\":"), 11, "\"version\":1");
  return files;
}

TEST_F(Resume, AnUnfinishedSolveOfAnotherVersionIsRefused) {
  const TemporaryDirectory directory;
  const Files files = of_another_version(down_to(6, geometry_));
  for (const auto& [file, bytes] : files) write_bytes(directory.path() / file, bytes);
  EXPECT_EQ(message_of([&] { solve_in(directory.path(), geometry_); }),
            directory.path().string() +
                " holds an unfinished solve of another version of quixo: finish it with that version, or "
                "remove the directory and solve again");
  EXPECT_EQ(files_in(directory.path()), files);
}

TEST_F(Resume, AFinishedTableOfAnotherVersionIsTaken) {
  const TemporaryDirectory directory;
  const Files files = of_another_version(undisturbed(geometry_));
  for (const auto& [file, bytes] : files) write_bytes(directory.path() / file, bytes);
  EXPECT_EQ(solve_in(directory.path(), geometry_).signature, solve(geometry_, {}).signature);
  EXPECT_EQ(files_in(directory.path()), files);
}

TEST_F(Resume, ADamagedNoteOfWhatIsSolvedIsSaid) {
  Files files = down_to(6, geometry_);
  for (const char* damaged : {"", "{", "[]", "{}", R"({"rules":3,"metric":"distance"})"}) {
    files["solve.json"] = damaged;
    const std::string message = complaint(files, geometry_);
    EXPECT_NE(message.find("solve.json is damaged: remove "), std::string::npos) << message;
  }
}

TEST_F(Resume, TwoAtATimeAreRefused) {
  const TemporaryDirectory directory;
  const auto open = [&] { const Directory another(directory.path(), geometry_, Metric::distance, alone_); };
  const std::string message = "another quixo is solving in " + directory.path().string() + ": wait for it";
  {
    const Directory first(directory.path(), geometry_, Metric::distance, alone_);
    EXPECT_EQ(message_of(open), message);
    EXPECT_EQ(message_of([&] { solve_in(directory.path(), geometry_); }), message);
  }
  EXPECT_EQ(message_of(open), "no error");
}

TEST_F(Resume, ADirectoryThatFailedToOpenIsNotLocked) {
  const TemporaryDirectory directory;
  const auto open = [&] { const Directory another(directory.path(), geometry_, Metric::distance, alone_); };
  std::filesystem::create_directory(directory.path() / "solve.json.partial");
  EXPECT_NE(message_of(open), "no error");
  std::filesystem::remove(directory.path() / "solve.json.partial");
  EXPECT_EQ(message_of(open), "no error");
}

TEST_F(Resume, ADirectoryThatCannotBeMadeIsAnErrorWithItsName) {
  const TemporaryDirectory directory;
  write_bytes(directory.path() / "file", "");
  const auto path = directory.path() / "file" / "below";
  EXPECT_EQ(message_of([&] { solve_in(path, geometry_); }),
            "cannot create " + path.string() + ": Not a directory");
}

}  // namespace
}  // namespace quixo::solve
