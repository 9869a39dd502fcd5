// SPDX-License-Identifier: MIT
//
// How much memory the program may have, by what a machine, a service and a container show of it.
#include "apps/machine.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/files.h"

namespace quixo::apps {
namespace {

constexpr std::size_t megabyte = 1 << 20;

/// A /proc and a /sys of a machine with 8,000 MB that are free.
class AvailableMemory : public testing::Test {
 protected:
  AvailableMemory() { write("proc/meminfo", "MemTotal: 16384000 kB\nMemAvailable: 8192000 kB\n"); }

  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = root_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    write_bytes(path, text);
  }
  /// A group of the newer kind that may have and has so many megabytes.
  void limit(const std::string& group, const std::string& most, std::size_t used) const {
    write("sys/fs/cgroup" + group + "/memory.max", most + "\n");
    write("sys/fs/cgroup" + group + "/memory.current", std::to_string(used * megabyte) + "\n");
  }
  std::size_t megabytes() const { return available_memory(root_.path()) / megabyte; }
  static std::string bytes(std::size_t megabytes) { return std::to_string(megabytes * megabyte); }

  const TemporaryDirectory root_;
};

TEST_F(AvailableMemory, IsThatOfTheMachineWhereNothingLimitsIt) {
  EXPECT_EQ(megabytes(), 8000U);
  write("proc/self/cgroup", "0::/user.slice/shell.scope\n");
  EXPECT_EQ(megabytes(), 8000U);  // no file says more
  limit("/user.slice/shell.scope", "max", 100);
  EXPECT_EQ(megabytes(), 8000U);
  limit("/user.slice/shell.scope", bytes(20'000), 100);  // more than there is
  EXPECT_EQ(megabytes(), 8000U);
}

TEST_F(AvailableMemory, IsWhatAGroupHasLeft) {
  write("proc/self/cgroup", "0::/system.slice/quixo.service\n");
  limit("/system.slice/quixo.service", bytes(500), 120);
  EXPECT_EQ(megabytes(), 380U);
  // What was read of files goes when it is wanted.
  write("sys/fs/cgroup/system.slice/quixo.service/memory.stat",
        "anon 1\nactive_file 1\ninactive_file " + bytes(50) + "\n");
  EXPECT_EQ(megabytes(), 430U);
  limit("/system.slice", bytes(300), 250);  // the group around it has less
  EXPECT_EQ(megabytes(), 50U);
  limit("/system.slice", bytes(300), 301);
  EXPECT_EQ(megabytes(), 0U);
}

/// Which sees its own group as the root.
TEST_F(AvailableMemory, IsWhatAContainerHasLeft) {
  write("proc/self/cgroup", "0::/\n");
  limit("", bytes(256), 56);
  EXPECT_EQ(megabytes(), 200U);
}

TEST_F(AvailableMemory, IsWhatAGroupOfTheOlderKindHasLeft) {
  const std::string group = "sys/fs/cgroup/memory/docker/abc/";
  write("proc/self/cgroup", "5:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n1:name=systemd:/\n0::/\n");
  write(group + "memory.usage_in_bytes", bytes(100));
  write(group + "memory.limit_in_bytes", "9223372036854771712\n");  // what it calls no limit
  EXPECT_EQ(megabytes(), 8000U);
  write(group + "memory.limit_in_bytes", bytes(700));
  EXPECT_EQ(megabytes(), 600U);
  // In a container the path is still that of the machine, and the files are at the root.
  std::filesystem::remove_all(root_.path() / "sys/fs/cgroup/memory/docker");
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", bytes(100));
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", bytes(400));
  EXPECT_EQ(megabytes(), 300U);
}

TEST_F(AvailableMemory, IsNotLimitedByWhatCannotBeRead) {
  write("proc/self/cgroup", "nonsense\n0:\n::\n0::/a\n");
  limit("/a", "much", 0);
  EXPECT_EQ(megabytes(), 8000U);
}

}  // namespace
}  // namespace quixo::apps
