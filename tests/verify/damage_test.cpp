// SPDX-License-Identifier: MIT
//
// Files that are not as they were written: every byte of a table counts, and the problem names its place.
#include <fmt/format.h>

#include "probe/source.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "tests/verify/support.h"

namespace quixo::verify {
namespace {

/// The files that a manifest speaks of, and the manifest.
std::map<std::string, std::string> table_files(const std::filesystem::path& directory) {
  std::map<std::string, std::string> files;
  for (const auto& [name, bytes] : files_in(directory))
    if (name.starts_with("layer-") || name == "manifest.json") files[name] = bytes;
  return files;
}

class Damage : public testing::TestWithParam<Metric> {
 protected:
  Damage() { solve_into(directory_.path(), parse_rules("2x3"), GetParam()); }
  std::filesystem::path path(const std::string& name) const { return directory_.path() / name; }
  Report integrity() const {
    Options options;
    options.extent = Extent::sample;
    options.sample = 0;
    return verify(directory_.path(), options);
  }

  const TemporaryDirectory directory_;
};

TEST_P(Damage, AFlippedBitIsFoundAnywhere) {
  ASSERT_TRUE(integrity().good()) << listed(integrity());
  for (const auto& [name, bytes] : table_files(directory_.path())) {
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      std::string flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ 1 << at % 8);
      write_bytes(path(name), flipped);
      const Report report = integrity();
      ASSERT_FALSE(report.good()) << name << " at " << at;
      ASSERT_NE(
          report.problems.front().text.find(name == "manifest.json" ? directory_.path().string() : name),
          std::string::npos)
          << name << " at " << at << '\n'
          << listed(report);
    }
    write_bytes(path(name), bytes);
  }
}

TEST_P(Damage, ATruncatedFileIsFound) {
  for (const auto& [name, bytes] : table_files(directory_.path())) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, bytes.size() / 2, bytes.size() - 1}) {
      write_bytes(path(name), bytes.substr(0, size));
      EXPECT_FALSE(integrity().good()) << name << " cut to " << size;
    }
    std::filesystem::remove(path(name));
    if (name == "manifest.json")
      EXPECT_THROW(integrity(), Error);
    else
      EXPECT_TRUE(found(integrity(), Check::files, name));
    write_bytes(path(name), bytes);
  }
  EXPECT_TRUE(integrity().good());
}

TEST_P(Damage, AllProblemsAreListed) {
  for (const char* name : {"layer-02.outcomes", "layer-05.outcomes"}) {
    std::string bytes = bytes_of(path(name));
    char& first = bytes[std::size_t{6} * 8];  // byte of the first block
    first = static_cast<char>(first ^ 1);
    write_bytes(path(name), bytes);
  }
  const Report report = integrity();
  EXPECT_EQ(report.problem_count, 2U) << listed(report);
  for (const char* name : {"layer-02.outcomes", "layer-05.outcomes"})
    EXPECT_TRUE(found(report, Check::files, fmt::format("{} is damaged in block 0 of 1", name)))
        << listed(report);
}

/// Writes a file again with its first block changed, and a manifest that fits.
void rewrite(const std::filesystem::path& directory, int layer, table::Part part,
             const std::function<table::Bytes(table::Bytes)>& change) {
  table::Manifest manifest = *table::read_manifest(directory);
  const std::filesystem::path path = directory / table::file_name(layer, part);
  std::vector<table::Bytes> codes;
  {
    const table::BlockFile file(path, manifest.header(layer, part));
    for (std::size_t block = 0; block < file.blocks(); ++block) codes.push_back(file.code(block));
  }
  codes.front() = change(codes.front());
  table::BlockFileWriter writer(path, manifest.header(layer, part));
  for (const table::Bytes& code : codes) writer.append(code);
  table::LayerEntry& entry = manifest.layers[static_cast<std::size_t>(layer)];
  table::FileEntry& file = part == table::Part::outcomes ? entry.outcomes : entry.distances;
  file.checksum = writer.finish();
  file.bytes = std::filesystem::file_size(path);
  table::write_manifest(directory, manifest);
}

TEST(TruncatedBlock, IsFoundThoughItsChecksumIsRight) {
  for (const table::Part part : {table::Part::outcomes, table::Part::distances}) {
    const TemporaryDirectory directory;
    solve_into(directory.path(), parse_rules("3x3"), Metric::distance);
    const std::string name = table::file_name(6, part).string();
    table::Compressor compressor;
    table::Bytes packed;
    rewrite(directory.path(), 6, part, [&](const table::Bytes& code) {
      EXPECT_TRUE(compressor.decompress(code, packed));
      packed.pop_back();
      table::Bytes shorter;
      if (part == table::Part::outcomes)
        compressor.compress_outcomes(packed, shorter);
      else
        compressor.compress_distances(packed, {}, shorter);
      return shorter;
    });
    const char* what = part == table::Part::outcomes
                           ? "has the wrong number of outcomes in block 0 of 1"
                           : "has another number of distances than the outcomes want in block 0 of 1";
    const Report whole = check(directory.path());
    EXPECT_TRUE(found(whole, Check::files, name + ' ' + what)) << listed(whole);

    const TemporaryDirectory another;
    solve_into(another.path(), parse_rules("3x3"), Metric::distance);
    rewrite(another.path(), 6, part, [&](table::Bytes code) {
      code.resize(code.size() / 2);
      return code;
    });
    const Report cut = check(another.path());
    EXPECT_TRUE(found(cut, Check::files, name + " is damaged in block 0 of 1")) << listed(cut);
  }
}

TEST(NoDistance, IsRefusedByEveryReader) {
  const Rules rules = parse_rules("3x3");
  Values values = values_of(solve_in_memory(rules));
  const auto far = std::ranges::find_if(values, [](const auto& entry) {
    return std::popcount(entry.first.occupied()) == 6 && entry.second.outcome == Outcome::win &&
           entry.second.distance > 1;
  });
  ASSERT_NE(far, values.end());
  far->second.distance = unknown_distance - 1;
  const TemporaryDirectory directory;
  write_table(directory.path(), rules, Metric::distance, values);
  EXPECT_EQ(Table::open(directory.path()).probe(far->first), far->second);

  rewrite(directory.path(), 6, table::Part::distances, [](const table::Bytes& code) {
    table::Compressor compressor;
    table::Bytes packed;
    EXPECT_TRUE(compressor.decompress(code, packed));
    const std::span<std::uint8_t> low = std::span(packed).first(packed.size() / 2);
    EXPECT_EQ(std::ranges::count(low, 0xfe), 1);
    std::ranges::replace(low, 0xfe, 0xff);
    table::Bytes changed;
    compressor.compress_distances(packed, {}, changed);
    return changed;
  });
  const std::string what = "layer-06.distances has a distance that is none in block 0 of 1";
  const Report report = check(directory.path());
  EXPECT_TRUE(found(report, Check::files, what)) << listed(report);
  const Table table = Table::open(directory.path());
  EXPECT_NE(message_of([&] { table.probe(far->first); }).find(what), std::string::npos);
  EXPECT_NE(
      message_of([&] { source_of(table).scan(6, 1, {}, [](const probe::ValueRun&, int) {}); }).find(what),
      std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Metrics, Damage, testing::Values(Metric::outcome, Metric::distance),
                         [](const auto& test) {
                           return test.param == Metric::outcome ? "outcome" : "distance";
                         });

class StaleManifest : public testing::Test {
 protected:
  StaleManifest() { solve_into(directory_.path(), parse_rules("3x3"), Metric::distance); }

  void write(const std::function<void(table::Manifest&)>& change) const {
    table::Manifest manifest = *table::read_manifest(directory_.path());
    change(manifest);
    table::write_manifest(directory_.path(), manifest);
  }

  const TemporaryDirectory directory_;
};

TEST_F(StaleManifest, OfAnotherTableIsFound) {
  const TemporaryDirectory other;
  solve_into(other.path(), parse_rules("3x3-double-wins"), Metric::distance);
  std::filesystem::copy_file(table::manifest_file(other.path()), table::manifest_file(directory_.path()),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_TRUE(found(check(directory_.path()), Check::files, "is not the file that the manifest speaks of"));
}

TEST_F(StaleManifest, WithOtherCountsIsFound) {
  write([](table::Manifest& manifest) {
    OutcomeCounts& counts = manifest.summary.census.classes[3][3];
    --counts.win;
    ++counts.loss;
  });
  const Report report = check(directory_.path());
  EXPECT_TRUE(found(report, Check::manifest, "says in line")) << listed(report);
  EXPECT_EQ(report.problem_count, 5U)
      << listed(report);  // wins and losses of the class, and of all; the hash
}

TEST_F(StaleManifest, WithAnotherLongestWinIsFound) {
  write([](table::Manifest& manifest) { manifest.summary.win->position = {}; });  // wins in 7, as the longest
  EXPECT_TRUE(check(directory_.path()).good());
  write([](table::Manifest& manifest) { manifest.summary.win->position = manifest.summary.loss->position; });
  EXPECT_TRUE(found(check(directory_.path()), Check::manifest, "names a longest win"));
}

TEST_F(StaleManifest, WithAnotherValueOfTheEmptyBoardIsFound) {
  write([](table::Manifest& manifest) { manifest.summary.empty_board = {Outcome::win, 5}; });
  const Report report = check(directory_.path());
  EXPECT_TRUE(found(report, Check::manifest, "says in line")) << listed(report);
  EXPECT_EQ(report.problem_count, 2U) << "that line, and the hash of all: " << listed(report);
}

TEST_F(StaleManifest, WithOtherRulesIsFound) {
  write([](table::Manifest& manifest) { manifest.rules = parse_rules("3x3-double-wins"); });
  EXPECT_FALSE(check(directory_.path(), true).good());
}

TEST_F(StaleManifest, ThatIsTooLargeIsAProblemAndNotRead) {
  std::filesystem::resize_file(table::manifest_file(directory_.path()), std::uintmax_t{1} << 40);  // a hole
  EXPECT_TRUE(found(check(directory_.path()), Check::manifest, "more than such a file has"));
}

TEST(Verify, NeedsATable) {
  const TemporaryDirectory directory;
  EXPECT_THROW(check(directory.path()), Error);
}

}  // namespace
}  // namespace quixo::verify
