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

// However many processes have shared a layer, and however large it is, the next run can read what they wrote.
TEST(Directory, ASummaryOfThousandsOfProcessesIsSmall) {
  const TemporaryDirectory files;
  const Geometry geometry(parse_rules("3x3"));
  Alone alone;
  const Directory directory(files.path(), geometry, Metric::distance, alone);
  LayerSummary summary;
  for (std::size_t part = 0; part < 10'000; ++part)
    summary.parts.push_back({{part << 40, (part + 1) << 40},
                             std::uint64_t{1} << 50,
                             {std::uint64_t{1} << 40, ~std::uint64_t{part}}});
  directory.save(5, summary);
  EXPECT_LT(std::filesystem::file_size(files.path() / "layer-05.json"), 200U * 10'000);
  const std::optional<LayerSummary> loaded = directory.load(5);
  ASSERT_TRUE(loaded);
  ASSERT_EQ(loaded->parts.size(), summary.parts.size());
  EXPECT_EQ(loaded->parts[4321].bitmaps, summary.parts[4321].bitmaps);
  EXPECT_EQ(loaded->parts[4321].footer.hash, summary.parts[4321].footer.hash);
}

}  // namespace
}  // namespace quixo::solve
