// SPDX-License-Identifier: MIT
#include "data/npz.h"

#include <gtest/gtest.h>

#include "data/crc32.h"
#include "quixo/error.h"
#include "tests/data/npz.h"
#include "tests/files.h"

namespace quixo::data {
namespace {

std::span<const std::uint8_t> as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(Crc32, IsTheOneOfZipFiles) {
  EXPECT_EQ(crc32({}), 0U);
  EXPECT_EQ(crc32(as_bytes("123456789")), 0xcbf43926U);  // the value that all descriptions give
  EXPECT_EQ(crc32(as_bytes("56789"), crc32(as_bytes("1234"))), 0xcbf43926U);
}

TEST(Npz, HoldsWhatWasAdded) {
  const TemporaryDirectory directory;
  const std::filesystem::path path = directory.path() / "a.npz";
  Npz npz(path);
  Column& one = npz.column("one", "<i2");
  Column& table = npz.column("table", "|i1", 3);
  npz.column("none", "<u4");
  const std::string many(600'000, 'x');  // more than is gathered in memory
  one.add(as_bytes(many));
  table.add(as_bytes("abc"));
  table.add(as_bytes("def"));
  EXPECT_TRUE(files_in(directory.path()).empty());  // what is gathered has no name
  npz.write();
  EXPECT_EQ(files_in(directory.path()).size(), 1U);
  const std::map<std::string, Array> arrays = arrays_in(bytes_of(path));
  ASSERT_EQ(arrays.size(), 3U);
  EXPECT_EQ(arrays.at("one.npy").bytes, many);
  EXPECT_TRUE(arrays.at("one.npy").head.starts_with(
      "{'descr': '<i2', 'fortran_order': False, 'shape': (300000,), }"));
  EXPECT_EQ(arrays.at("table.npy").bytes, "abcdef");
  EXPECT_TRUE(
      arrays.at("table.npy").head.starts_with("{'descr': '|i1', 'fortran_order': False, 'shape': (2, 3), }"));
  EXPECT_TRUE(arrays.at("none.npy").head.ends_with(" \n"));
  EXPECT_EQ(arrays.at("none.npy").bytes, "");
}

TEST(Npz, LeavesNothingOnAFullDisk) {
  const TemporaryDirectory directory;
  const FullDisk full(100'000);
  Npz npz(directory.path() / "a.npz");
  Column& column = npz.column("one", "|i1");
  EXPECT_THROW(
      {
        for (int i = 0; i < 10; ++i) column.add(as_bytes(std::string(100'000, 'x')));
        npz.write();
      },
      Error);
  EXPECT_TRUE(files_in(directory.path()).empty());
}

}  // namespace
}  // namespace quixo::data
