// SPDX-License-Identifier: MIT
//
// A file with its own name is whole: whatever goes wrong on the way, the old one stays and nothing else does.
#include "base/file.h"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <vector>

#include "base/system_calls.h"
#include "tests/files.h"

namespace quixo {
namespace {

class Files : public testing::Test {
 protected:
  const TemporaryDirectory directory_;
  const std::filesystem::path path_ = directory_.path() / "file";
};

TEST_F(Files, AreWrittenAndReplacedWhole) {
  for (const Beside beside : {Beside::ours, Beside::others})
    for (const std::string& text : {std::string("first"), std::string(), std::string("with \0 inside", 13)}) {
      write_whole(path_, text, beside);
      EXPECT_EQ(bytes_in(path_), text);
      EXPECT_EQ(files_in(directory_.path()).size(), 1U);
    }
}

TEST_F(Files, OfOthersAreLeftAlone) {
  write_bytes(path_.string() + ".partial", "theirs");
  write_bytes(path_.string() + ".part1", "theirs");
  write_whole(path_, "ours", Beside::others);
  EXPECT_EQ(files_in(directory_.path()),
            (std::map<std::string, std::string>{
                {"file", "ours"}, {"file.part1", "theirs"}, {"file.partial", "theirs"}}));
}

TEST_F(Files, WhatACrashHasLeftIsOverwritten) {
  write_bytes(partial_path(path_), "half of it and mo");
  write_whole(path_, "whole");
  EXPECT_EQ(files_in(directory_.path()), (std::map<std::string, std::string>{{"file", "whole"}}));
}

TEST_F(Files, StayAsTheyWereWhenTheDiskIsFull) {
  for (const Beside beside : {Beside::ours, Beside::others}) {
    write_bytes(path_, "old");
    const FullDisk full(100);
    try {
      write_whole(path_, std::string(200, 'x'), beside);
      FAIL() << "it was written";
    } catch (const WriteError& error) {
      EXPECT_EQ(error.reason, "File too large");
      EXPECT_TRUE(std::string(error.what()).starts_with("cannot write " + path_.string())) << error.what();
      EXPECT_TRUE(std::string(error.what()).ends_with(": File too large")) << error.what();
    }
    EXPECT_EQ(files_in(directory_.path()), (std::map<std::string, std::string>{{"file", "old"}}));
  }
}

TEST_F(Files, SayWhyTheyCannotBeMade) {
  const std::filesystem::path nowhere = directory_.path() / "none" / "file";
  for (const Beside beside : {Beside::ours, Beside::others}) try {
      write_whole(nowhere, "text", beside);
      FAIL() << "it was written";
    } catch (const SystemError& error) {
      EXPECT_EQ(error.reason, "No such file or directory");
    }
}

TEST_F(Files, DoNotTakeThePlaceOfADirectory) {
  std::filesystem::create_directories(path_ / "inside");
  EXPECT_THROW(write_whole(path_, "text"), SystemError);
  EXPECT_TRUE(std::filesystem::is_directory(path_));
  EXPECT_FALSE(std::filesystem::exists(partial_path(path_)));
}

TEST_F(Files, ArePublishedWhenTheyAreWhole) {
  EXPECT_EQ(partial_path(path_), path_.string() + ".partial");
  write_bytes(partial_path(path_), "text");
  publish(path_);
  EXPECT_EQ(files_in(directory_.path()), (std::map<std::string, std::string>{{"file", "text"}}));
  EXPECT_THROW(publish(path_), Error);  // there is no partial one any more
  EXPECT_EQ(bytes_in(path_), "text");
}

TEST_F(Files, ThatAreNotThereHaveNoBytes) { EXPECT_EQ(bytes_in(path_), ""); }

TEST_F(Files, AndDirectoriesAreSyncedOrSayWhyNot) {
  EXPECT_NO_THROW(sync(directory_.path()));
  EXPECT_NO_THROW(sync(""));  // the directory of a file without one
  EXPECT_THROW(sync(path_), Error);
}

TEST_F(Files, AreReadWhereTheyAreAndAsFarAsTheyGo) {
  write_bytes(path_, "0123456789");
  const File file(path_);
  EXPECT_EQ(file.size(), 10U);
  std::array<std::uint8_t, 4> part{};
  EXPECT_EQ(file.read_at(3, part), 4U);
  EXPECT_EQ(part, (std::array<std::uint8_t, 4>{'3', '4', '5', '6'}));
  EXPECT_EQ(file.read_at(8, part), 2U);
  EXPECT_EQ(file.read_at(10, part), 0U);
  EXPECT_FALSE(File::if_there(directory_.path() / "none").has_value());
  EXPECT_THROW(File(directory_.path() / "none"), SystemError);
}

TEST_F(Files, ThatAreLargerThanExpectedAreNotRead) {
  EXPECT_EQ(read_whole(path_, 5), std::nullopt);
  write_bytes(path_, "12345");
  EXPECT_EQ(read_whole(path_, 5), "12345");
  EXPECT_THROW(read_whole(path_, 4), Error);
}

/// Gathered or not, bytes come in order; many small ones take few calls.
TEST_F(Files, AreGatheredAndWrittenInOrder) {
  class : public SystemCalls {
   public:
    ssize_t write(int file, const void* bytes, std::size_t count) override {
      ++writes;
      return SystemCalls::write(file, bytes, count);
    }
    int writes = 0;
  } counting;
  const StandIn stand_in(counting);
  std::string expected;
  NewFile file(path_);
  const auto append = [&](std::size_t count, char with) {
    const std::vector<std::uint8_t> bytes(count, static_cast<std::uint8_t>(with));
    file.append(bytes);
    expected.append(count, with);
    EXPECT_EQ(file.size(), expected.size());
  };
  for (int i = 0; i < 1000; ++i) append(100, static_cast<char>('a' + i % 20));
  append(1 << 20, 'x');
  append(1, 'y');
  EXPECT_FALSE(std::filesystem::exists(path_));
  file.publish();
  EXPECT_EQ(bytes_of(path_), expected);
  EXPECT_EQ(counting.writes, 3);
  EXPECT_EQ(files_in(directory_.path()).size(), 1U);
}

TEST_F(Files, AreRemovedAndDirectoriesMade) {
  write_bytes(path_, "text");
  remove_file(path_);
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_NO_THROW(remove_file(path_));
  make_directories(directory_.path() / "a" / "b" / "");
  EXPECT_TRUE(std::filesystem::is_directory(directory_.path() / "a" / "b"));
  EXPECT_NO_THROW(make_directories(directory_.path() / "a" / "b"));
  EXPECT_THROW(remove_file(directory_.path() / "a"), SystemError);
}

TEST(SystemError, SaysWhatTheSystemSays) {
  errno = EACCES;
  const SystemError error = system_error("open", "some/file");
  EXPECT_STREQ(error.what(), "cannot open some/file: Permission denied");
  EXPECT_EQ(error.reason, "Permission denied");
  errno = ENOSPC;
  EXPECT_STREQ(WriteError("some/file").what(), "cannot write some/file: No space left on device");
}

}  // namespace
}  // namespace quixo
