// SPDX-License-Identifier: MIT
#include "solve/directory.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::solve {
namespace {

TEST(Directory, DoesNotReadASummaryThatIsTooLarge) {
  const TemporaryDirectory files;
  const Geometry geometry(parse_rules("3x3"));
  Alone alone;
  const Directory directory(files.path(), geometry, Metric::distance, alone);
  EXPECT_FALSE(directory.load(9));
  const std::filesystem::path summary = files.path() / "layer-09.json";
  write_bytes(summary, "");
  std::filesystem::resize_file(summary, (std::uint64_t{1} << 28) + 1);  // which takes no place on the disk
  const std::string message = message_of([&] { directory.load(9); });
  EXPECT_NE(message.find("it has 268435457 bytes, more than such a file has"), std::string::npos) << message;
}

}  // namespace
}  // namespace quixo::solve
