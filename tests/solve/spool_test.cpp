// SPDX-License-Identifier: MIT
#include "solve/spool.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::solve {
namespace {

TEST(Spool, GivesBackAnyPartOfWhatWasAppended) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "spool";
  for (const bool in_memory : {true, false}) {
    const std::unique_ptr<Spool> spool = in_memory ? memory_spool() : create_file_spool(path, "later");
    EXPECT_EQ(spool->name(), in_memory ? "a layer in memory" : "later");
    EXPECT_EQ(spool->size(), 0U);
    spool->append(std::array<std::uint8_t, 3>{1, 2, 3});
    spool->append({});
    spool->append(std::array<std::uint8_t, 2>{4, 5});
    EXPECT_EQ(spool->size(), 5U);
    std::array<std::uint8_t, 3> part{};
    spool->read(1, part);
    EXPECT_EQ(part, (std::array<std::uint8_t, 3>{2, 3, 4}));
  }
  const std::unique_ptr<Spool> again = open_file_spool(path);
  EXPECT_EQ(again->size(), 5U);
  std::array<std::uint8_t, 1> last{};
  again->read(4, last);
  EXPECT_EQ(last[0], 5);
}

TEST(FileSpool, ThatCannotBeMadeIsAnErrorWithItsName) {
  const TemporaryDirectory directory;
  const auto nowhere = directory.path() / "no" / "where";
  EXPECT_EQ(open_file_spool(nowhere), nullptr);
  EXPECT_EQ(message_of([&] { create_file_spool(nowhere, nowhere); }),
            "cannot create " + nowhere.string() + ": No such file or directory");
}

}  // namespace
}  // namespace quixo::solve
