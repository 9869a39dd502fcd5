// SPDX-License-Identifier: MIT
//
// A proof cannot be faked nor cut short: what a full check has not looked at itself does not count, whoever
// says so, and what is not its own it leaves alone.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/hash.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "tests/verify/support.h"
#include "verify/losses.h"
#include "verify/sha256.h"

namespace quixo::verify {
namespace {

using Json = nlohmann::ordered_json;

/// A table of 3x3, and a full check that is stopped on its way down.
class Trust : public testing::Test {
 protected:
  Trust() {
    solve_into(table_.path(), rules_, Metric::distance);
    options_.extent = Extent::full;
    options_.own = own_.path();
    options_.between_notes = std::chrono::milliseconds(0);
    options_.tell = [&](const std::string& line) { told_.push_back(line); };
  }

  /// Stops a check when it begins with a layer; the layers above are noted as done.
  void stop_in_layer(int layer) const {
    std::stop_source stop;
    Options options = options_;
    options.stop = stop.get_token();
    options.progress = [&](const Progress& progress) {
      if (progress.phase == "layer  " + std::to_string(layer) + ", outcomes") stop.request_stop();
    };
    EXPECT_THROW(verify(table_.path(), options), Interrupted);
    EXPECT_TRUE(std::filesystem::exists(state_file()));
  }

  std::filesystem::path state_file() const { return work_directory(own_.path()) / "state.json"; }

  /// What a check that begins now does first: the phase after integrity.
  std::string first_phase() {
    Options options = options_;
    std::string first;
    options.progress = [&](const Progress& progress) {
      if (first.empty() && progress.phase.starts_with("layer")) first = progress.phase;
    };
    report_ = verify(table_.path(), options);
    return first;
  }

  /// Calls a win in 3 of layer 8 one in 5, in a table that is whole.
  void plant_error() const {
    Values values = values_of(solve_in_memory(rules_));
    const auto wrong = std::ranges::find_if(values, [](const auto& entry) {
      return std::popcount(entry.first.occupied()) == 8 && entry.second == Value{Outcome::win, 3};
    });
    ASSERT_NE(wrong, values.end());
    wrong->second.distance = 5;
    write_table(table_.path(), rules_, Metric::distance, values);
  }

  const Rules rules_ = parse_rules("3x3");
  const TemporaryDirectory table_;
  const TemporaryDirectory own_;
  Options options_;
  Report report_;
  std::vector<std::string> told_;
};

TEST_F(Trust, GoesOnWithWhatItHasNotedItself) {
  stop_in_layer(5);
  EXPECT_EQ(first_phase(), "layer  5, outcomes");
  EXPECT_TRUE(report_.good());
  EXPECT_EQ(told_, std::vector<std::string>{});
}

/// A table that comes with a note of its own, in the place where notes once were.
TEST_F(Trust, ANoteInsideTheTableDoesNotCount) {
  stop_in_layer(0);
  const std::string done = bytes_of(state_file());
  std::filesystem::remove_all(work_directory(own_.path()));
  plant_error();
  std::filesystem::create_directory(table_.path() / "verify");
  write_bytes(table_.path() / "verify" / "state.json", done);
  EXPECT_EQ(first_phase(), "layer  9, outcomes");
  EXPECT_FALSE(report_.good());
  EXPECT_EQ(bytes_of(table_.path() / "verify" / "state.json"), done);  // not its own, so it stays
}

/// All values of a layer that an earlier run has proved are damaged before it goes on.
TEST_F(Trust, DamageInLayersThatWereProvedIsFound) {
  stop_in_layer(5);
  const std::filesystem::path file = table_.path() / "layer-08.outcomes";
  std::string bytes = bytes_of(file);
  bytes[60] = static_cast<char>(bytes[60] ^ 1);
  write_bytes(file, bytes);
  EXPECT_EQ(first_phase(), "");
  EXPECT_TRUE(found(report_, Check::files, "layer-08.outcomes is damaged"));
}

TEST_F(Trust, ATableThatWasChangedAsAWholeIsCheckedFromTheBeginning) {
  stop_in_layer(5);
  plant_error();
  EXPECT_EQ(first_phase(), "layer  9, outcomes");
  EXPECT_FALSE(report_.good());
  EXPECT_EQ(told_, std::vector<std::string>{
                       "the table is not the one of an earlier check, byte for byte: the check begins anew"});
}

TEST_F(Trust, ANoteThatWasEditedDoesNotCount) {
  stop_in_layer(5);
  const std::string written = bytes_of(state_file());
  const std::string line = written.substr(0, written.find('\n'));
  const std::string mark = written.substr(line.size() + 1);
  Json lie = Json::parse(line);
  lie["layer"] = -1;
  const std::string text = lie.dump() + '\n';
  plant_error();  // which the lie would hide
  lie["table"] = check(table_.path()).table->digest;
  const Digest wrong_key{};
  for (const std::string& edited : {std::string(), std::string("{}"), std::string("[1,2"), line, line + '\n',
                                    written.substr(0, 200), text + mark, lie.dump() + '\n' + mark,
                                    lie.dump() + '\n' + hex(mark_of(wrong_key, lie.dump() + '\n')) + '\n'}) {
    told_.clear();
    if (work_directory(own_.path()).empty()) stop_in_layer(5);
    write_bytes(state_file(), edited);
    EXPECT_EQ(first_phase(), "layer  9, outcomes") << edited;
    EXPECT_FALSE(report_.good());
    ASSERT_EQ(told_.size(), 1U) << edited;
    EXPECT_TRUE(
        told_.front().ends_with("state.json does not bear the mark of this user: the check begins anew"))
        << told_.front();
  }
}

/// The work directory of someone else, shipped with the table and named as one's own.
TEST_F(Trust, TheNoteOfAnotherUserDoesNotCount) {
  stop_in_layer(0);
  const TemporaryDirectory mine;
  options_.own = mine.path();
  options_.work = own_.path();
  EXPECT_EQ(first_phase(), "layer  9, outcomes");
  EXPECT_EQ(told_.size(), 1U);
}

TEST_F(Trust, AFileThatChangesOnTheWayIsNotTakenForWhatWasChecked) {
  // Integrity sees the true table; then the false one takes its place, with all checksums right.
  const TemporaryDirectory kept;
  const std::map<std::string, std::string> truth = files_in(table_.path());
  plant_error();
  const std::map<std::string, std::string> lie = files_in(table_.path());
  const auto put = [&](const std::map<std::string, std::string>& files) {
    for (const auto& [name, bytes] : files) write_whole(table_.path() / name, bytes);
  };
  for (const bool full : {false, true}) {
    put(truth);
    options_.extent = full ? Extent::full : Extent::sample;
    bool changed = false;
    options_.progress = [&](const Progress& progress) {
      if (changed || progress.phase.starts_with("checksums")) return;
      changed = true;
      put(lie);
    };
    const std::string message = message_of([&] { verify(table_.path(), options_); });
    EXPECT_TRUE(changed);
    EXPECT_TRUE(
        message.ends_with(" has changed while it was checked: let nobody write there and check again") ||
        message.find("is not the file that the manifest speaks of") != std::string::npos)
        << full << ' ' << message;
  }
  // What is the same again, or the same in a new file, has not changed.
  options_.progress = {};
  put(truth);
  bool copied = false;
  options_.progress = [&](const Progress& progress) {
    if (!copied && progress.phase.starts_with("layer  0")) put(truth), copied = true;
  };
  EXPECT_TRUE(verify(table_.path(), options_).good());
  EXPECT_TRUE(copied);
}

/// Losses that are written for the second pass, changed before it reads them, with all checksums right.
TEST_F(Trust, AWorkingFileThatChangesOnTheWayIsNotRead) {
  bool changed = false;
  options_.progress = [&](const Progress& progress) {
    if (changed || !progress.phase.starts_with("layer  6, outcomes")) return;
    changed = true;
    // It is read in the second pass of layer 6.
    lengthen_losses(table_.path(), losses_file(work_directory(own_.path()), 7), 7);
  };
  const std::string message = message_of([&] { verify(table_.path(), options_); });
  EXPECT_TRUE(changed);
  EXPECT_TRUE(message.find("layer-07-0.losses has changed while it was checked") != std::string::npos)
      << message;
}

TEST_F(Trust, WorkInsideTheTableIsRefused) {
  std::filesystem::create_directory_symlink(table_.path(), own_.path() / "link");
  for (const std::filesystem::path& work :
       {table_.path(), table_.path() / "deep" / "inside", own_.path() / "link"}) {
    options_.work = work;
    EXPECT_EQ(message_of([&] { verify(table_.path(), options_); }),
              work.string() + " is inside the table, and what comes with a table proves nothing");
  }
}

TEST_F(Trust, ADirectoryThatOthersMayWriteIsRefused) {
  ASSERT_EQ(chmod(own_.path().c_str(), 0770), 0);
  EXPECT_EQ(message_of([&] { verify(table_.path(), options_); }),
            "others may write in " + own_.path().string());
  ASSERT_EQ(chmod(own_.path().c_str(), 0700), 0);
  stop_in_layer(5);
  const std::filesystem::path work = work_directory(own_.path());
  EXPECT_EQ(std::filesystem::status(work).permissions(), std::filesystem::perms::owner_all);
  EXPECT_EQ(std::filesystem::status(own_.path() / "key").permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  ASSERT_EQ(chmod(work.c_str(), 0702), 0);
  EXPECT_EQ(message_of([&] { verify(table_.path(), options_); }), "others may write in " + work.string());
}

TEST_F(Trust, WhatOthersKeepWhereItWorksStays) {
  const TemporaryDirectory work;
  std::map<std::string, std::string> others;
  for (const char* name : {"lock", "state.json", "layer-05.losses", "layer-05.losses.partial", "diary"}) {
    write_bytes(work.path() / name, "mine");
    others[name] = "mine";
  }
  options_.work = work.path();
  EXPECT_TRUE(verify(table_.path(), options_).good());
  std::map<std::string, std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(work.path()))
    left[entry.path().filename()] = bytes_of(entry.path());
  EXPECT_EQ(left, others);
  options_.work = work.path() / "diary";
  EXPECT_NE(message_of([&] { verify(table_.path(), options_); }).find("cannot be made"), std::string::npos);
}

TEST_F(Trust, ADirectoryThatItHasNotMadeIsRefused) {
  stop_in_layer(5);
  const std::filesystem::path work = work_directory(own_.path());
  std::filesystem::remove(work / "lock");
  EXPECT_EQ(message_of([&] { verify(table_.path(), options_); }), work.string() + " was not made by a check");
  EXPECT_TRUE(std::filesystem::exists(work / "state.json"));
}

TEST_F(Trust, NeedsAPlaceForItsNotes) {
  options_.own.clear();
  EXPECT_EQ(message_of([&] { verify(table_.path(), options_); }),
            "it is not known where to note how far the check has come");
}

TEST_F(Trust, TheDigestIsThatOfSha256sum) {
  std::string lines;
  for (const auto& [name, bytes] : files_in(table_.path()))
    if (name.starts_with("layer-") || name == "manifest.json")
      lines += hex(sha256_of(bytes)) + "  " + name + '\n';
  EXPECT_EQ(check(table_.path()).table->digest, hex(sha256_of(lines)));
  // From the standard, FIPS 180-4, and RFC 4231.
  EXPECT_EQ(hex(sha256_of("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  Digest key{};
  std::fill_n(key.begin(), 20, std::uint8_t{0x0b});
  EXPECT_EQ(hex(mark_of(key, "Hi There")),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_NE(random_key(), random_key());
}

}  // namespace
}  // namespace quixo::verify
