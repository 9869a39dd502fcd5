// SPDX-License-Identifier: MIT
//
// One process at a time: a lock is a file that the system forgets with its process.
#include "base/directory_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>

#include "base/file.h"
#include "tests/files.h"

namespace quixo {
namespace {

TEST(DirectoryLock, IsHeldByOneAtATime) {
  const TemporaryDirectory directory;
  std::optional<DirectoryLock> lock(std::in_place, directory.path(), "solving");
  try {
    const DirectoryLock second(directory.path(), "verifying");
    FAIL() << "a second one was given";
  } catch (const Busy& busy) {
    EXPECT_EQ(busy.what(), "another quixo is verifying in " + directory.path().string() + ": wait for it");
  }
  lock.reset();
  EXPECT_NO_THROW(DirectoryLock(directory.path(), "solving"));
}

TEST(DirectoryLock, GoesWithItsProcess) {
  const TemporaryDirectory directory;
  const pid_t child = fork();
  if (child == 0) {
    const DirectoryLock lock(directory.path(), "solving");
    _exit(0);  // without letting go
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  EXPECT_NO_THROW(DirectoryLock(directory.path(), "solving"));
}

TEST(DirectoryLock, CanRemoveItsFileAndIsThenFree) {
  const TemporaryDirectory directory;
  const DirectoryLock lock(directory.path(), "solving");
  EXPECT_TRUE(std::filesystem::exists(directory.path() / "lock"));
  lock.remove_file();
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "lock"));
  EXPECT_NO_THROW(DirectoryLock(directory.path(), "solving"));
}

TEST(DirectoryLock, NeedsADirectoryThatCanBeWritten) {
  const TemporaryDirectory directory;
  try {
    const DirectoryLock lock(directory.path() / "none", "solving");
    FAIL() << "there is no such directory";
  } catch (const Error& wrong) {
    EXPECT_EQ(wrong.what(),
              "cannot write in " + (directory.path() / "none").string() + ": No such file or directory");
  }
}

}  // namespace
}  // namespace quixo
