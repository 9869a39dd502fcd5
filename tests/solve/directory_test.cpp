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

/// What it repeats of the file is a name that it knows, so it is one line whatever is there.
TEST(Directory, DoesNotGoOnWithASolveThatIsNotItsOwn) {
  const TemporaryDirectory files;
  const Geometry geometry(parse_rules("3x3"));
  Alone alone;
  const std::string path = files.path().string();
  const auto complaint = [&](const std::string& text) {
    write_bytes(files.path() / "solve.json", text);
    return message_of([&] { const Directory directory(files.path(), geometry, Metric::distance, alone); });
  };
  EXPECT_EQ(complaint(R"({"format":"quixo-layers","version":1,"rules":"3x4","metric":"outcome"})"),
            path + " holds the outcomes of 3x4");
  EXPECT_EQ(complaint(R"({"format":"quixo-layers","version":1,"rules":"3x3","metric":"distance"})"),
            path +
                " holds an unfinished solve of another version of quixo: finish it with that version, or "
                "remove the directory and solve again");
  const std::string damaged = path + "/solve.json is damaged: remove " + path + " and solve again";
  for (const std::string& text :
       {std::string(R"({"rules":"3x4\nand more","metric":"distance"})"),
        std::string(R"({"rules":"3x4","metric":"distance\n"})"), std::string(R"({"rules":"3x4","metric":7})"),
        R"({"rules":")" + std::string(900'000, 'a') + R"(","metric":"distance"})",
        R"({"rules":"3x4","metric":"distance","a":)" + std::string(400'000, '[') + std::string(400'000, ']') +
            '}',
        std::string(R"({"rules":"3x4")"), std::string()})
    EXPECT_EQ(complaint(text), damaged) << text.substr(0, 100);
  EXPECT_EQ(complaint(std::string((1 << 20) + 1, ' ')),
            "cannot read " + path + "/solve.json: it has 1048577 bytes, more than such a file has");
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
