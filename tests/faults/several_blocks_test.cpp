// SPDX-License-Identifier: MIT
//
// Damage to a table whose layers have several blocks: bits anywhere, and blocks that changed places. A block
// is bound to its place by nothing in itself, so who finds the latter follows from what was made right after
// it. The manifest speaks of the index of a file: a file that lies alone is found when the table is opened.
// When the manifest lies with it, readers believe both; but it has a hash over the values too, and counts,
// which verify takes again. Against a liar who makes these right there is the proof (tests/verify).
#include <utility>

#include "base/hash.h"
#include "layout/layout.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "quixo/table.h"
#include "table/block_file.h"
#include "table/manifest.h"
#include "tests/faults/support.h"
#include "tests/game/support.h"
#include "verify/verify.h"

namespace quixo::faults {
namespace {

using table::Bytes;
using table::Part;

/// A file of blocks, and where its blocks are.
struct PartFile {
  std::string name;
  int layer;
  Part part;
  std::vector<table::BlockFile::Extent> extents;

  /// The block that has a byte; nothing for header, index and footer.
  std::optional<std::size_t> block_at(std::uint64_t byte) const {
    for (std::size_t block = 0; block < extents.size(); ++block)
      if (extents[block].begin <= byte && byte < extents[block].end) return block;
    return std::nullopt;
  }
};

/// On the smallest board that has such layers.
class SeveralBlocks : public testing::TestWithParam<Metric> {
 protected:
  SeveralBlocks() : truth_(solve_in_memory(rules_)), stand_in_(disk_) {
    solve_in(directory_.path(), Geometry(rules_), GetParam());
    manifest_ = *table::read_manifest(directory_.path());
    for (int layer = 0; layer <= rules_.cells(); ++layer)
      for (const Part part : {Part::outcomes, Part::distances}) {
        if (part == Part::distances && GetParam() == Metric::outcome) continue;
        const table::BlockFile file = manifest_.open(directory_.path(), layer, part);
        PartFile& known = files_.emplace_back(PartFile{table::file_name(layer, part), layer, part, {}});
        for (std::size_t block = 0; block < file.blocks(); ++block)
          known.extents.push_back(file.extent(block));
      }
  }

  std::filesystem::path path(const std::string& name) const { return directory_.path() / name; }

  Position random_position(const PartFile& file, std::size_t block) {
    const Layout& layout = layout_of(truth_);
    const LayerShape& shape = layout.shape(file.layer);
    const std::size_t bitmaps = std::max<std::size_t>(1, shape.slots_in(block) / shape.bitmap_slots());
    const std::size_t first = block * block_slots / shape.bitmap_slots();
    const std::size_t bit =
        (shape.word_in_bitmap(block, 0) * word_slots + random_() % block_slots) % shape.bitmap_positions();
    return layout.position(file.layer, static_cast<std::uint32_t>(first + random_() % bitmaps),
                           static_cast<std::uint32_t>(bit));
  }

  /// Whether the table says that it is damaged when it is asked; a wrong answer fails the test.
  bool refuses(const Table& table, const Position& position) const {
    try {
      Value expected = truth_.probe(position);
      if (GetParam() == Metric::outcome) expected.distance = 0;
      EXPECT_EQ(table.probe(position), expected) << position;
      return false;
    } catch (const DamagedTable&) {
      return true;
    }
  }

  /// Which of the numbers of a manifest agree with blocks that have changed places.
  enum class Right { index, checksum, all };

  /// Lets two blocks of a file change places. Index and footer of the file are right in any case.
  void swap(const PartFile& file, std::pair<std::size_t, std::size_t> blocks, Right right,
            table::Manifest& manifest) const {
    const table::BlockFileHeader header = manifest_.header(file.layer, file.part);
    const table::BlockFile before = manifest_.open(directory_.path(), file.layer, file.part);
    std::vector<Bytes> codes;
    std::vector<std::uint64_t> hashes;
    table::Compressor compressor;
    for (std::size_t block = 0; block < before.blocks(); ++block) {
      codes.push_back(before.code(block));
      Bytes packed;
      ASSERT_TRUE(compressor.decompress(codes.back(), packed));
      hashes.push_back(hash_of(packed));
    }
    ASSERT_NE(codes[blocks.first], codes[blocks.second]);
    std::swap(codes[blocks.first], codes[blocks.second]);
    std::swap(hashes[blocks.first], hashes[blocks.second]);
    table::BlockFileWriter writer(path(file.name), header);
    for (const Bytes& code : codes) writer.append(code);
    const std::uint64_t checksum = writer.finish();
    if (right == Right::index) return;
    table::LayerEntry& layer = manifest.layers[static_cast<std::size_t>(file.layer)];
    table::FileEntry& entry = file.part == Part::outcomes ? layer.outcomes : layer.distances;
    entry.checksum = checksum;
    if (right == Right::all) entry.hash = hash_of(std::span<const std::uint64_t>(hashes));
    manifest.summary.signature = table::signature_of(manifest.layers);
    table::write_manifest(directory_.path(), manifest);
  }

  /// Blocks that can change places and be taken for one another.
  std::optional<std::pair<std::size_t, std::size_t>> blocks_to_swap(const PartFile& file) const {
    const table::BlockFile whole = manifest_.open(directory_.path(), file.layer, file.part);
    for (std::size_t block = 1; block < whole.blocks(); ++block)
      if (whole.header().shape.words_in(block) == block_words && whole.code(0) != whole.code(block))
        return std::pair(std::size_t{0}, block);
    return std::nullopt;
  }

  verify::Report verified() const {
    verify::Options options;
    options.threads = 1;
    options.extent = verify::Extent::sample;
    options.sample = 0;
    return verify::verify(directory_.path(), options);
  }

  const Rules rules_ = parse_rules("2x7-line3");
  const Table truth_;
  const TemporaryDirectory directory_;
  FlippingDisk disk_;
  const StandIn stand_in_;
  table::Manifest manifest_;
  std::vector<PartFile> files_;
  std::mt19937_64 random_{7};
};

TEST_P(SeveralBlocks, FindTenThousandFlippedBits) {
  const Table table = Table::open(directory_.path(), 0);  // nothing is kept from one question to the next
  std::uint64_t all_bytes = std::filesystem::file_size(path("manifest.json"));
  for (const PartFile& file : files_) all_bytes += std::filesystem::file_size(path(file.name));
  int in_manifest = 0;
  int at_open = 0;
  int by_question = 0;
  int by_reading = 0;
  for (int i = 0; i < 10'000; ++i) {
    std::uint64_t bit = random_() % (8 * all_bytes);
    auto file = files_.begin();
    for (; file != files_.end(); ++file) {
      const std::uint64_t bits = 8 * std::filesystem::file_size(path(file->name));
      if (bit < bits) break;
      bit -= bits;
    }
    disk_.flip(file != files_.end() ? file->name : "manifest.json", bit);
    if (file == files_.end()) {
      ASSERT_THROW(table::read_manifest(directory_.path()), DamagedTable) << bit;
      ++in_manifest;
      continue;
    }
    const auto open = [&] { return manifest_.open(directory_.path(), file->layer, file->part); };
    const std::optional<std::size_t> block = file->block_at(bit / 8);
    if (!block) {
      ASSERT_THROW(open(), DamagedTable) << file->name << ", bit " << bit;
      ++at_open;
      continue;
    }
    bool found = false;
    for (int tries = 0; tries < 20 && !found; ++tries) found = refuses(table, random_position(*file, *block));
    ++(found ? by_question : by_reading);
    // No position may need this block: then who reads it finds it.
    if (!found) {
      ASSERT_THROW(open().code(*block), DamagedTable) << file->name << ", bit " << bit;
    }
    ASSERT_FALSE(HasFailure()) << file->name << ", bit " << bit;
  }
  EXPECT_GT(in_manifest, 10);
  EXPECT_GT(at_open, 10);
  EXPECT_GT(by_question, 3 * by_reading);
}

TEST_P(SeveralBlocks, ThatChangedPlacesAreFoundWhenTheTableIsOpened) {
  int swapped = 0;
  for (const PartFile& file : files_) {
    const auto blocks = blocks_to_swap(file);
    if (!blocks) continue;
    ++swapped;
    const std::string before = bytes_of(path(file.name));
    table::Manifest manifest = manifest_;
    swap(file, *blocks, Right::index, manifest);
    EXPECT_THROW(Table::open(directory_.path()), DamagedTable) << file.name;
    write_bytes(path(file.name), before);
  }
  EXPECT_GT(swapped, 3);
}

/// A reader believes a manifest that was made right, too: it says the values of other positions.
TEST_P(SeveralBlocks, ThatChangedPlacesInAManifestTooAreFoundByVerify) {
  for (const PartFile& file : files_) {
    const auto blocks = blocks_to_swap(file);
    if (!blocks) continue;
    const std::string before = bytes_of(path(file.name));
    table::Manifest manifest = manifest_;
    swap(file, *blocks, Right::checksum, manifest);
    EXPECT_NO_THROW(Table::open(directory_.path())) << file.name;
    EXPECT_FALSE(verified().good()) << file.name;
    write_bytes(path(file.name), before);
  }
}

/// By the counts: other positions have other orbits, and other numbers of distances.
TEST_P(SeveralBlocks, ThatChangedPlacesInHashAndSignatureTooAreFoundByVerify) {
  int layers = 0;
  for (int layer = 0; layer <= rules_.cells(); ++layer) {
    std::vector<const PartFile*> parts;
    for (const PartFile& file : files_)
      if (file.layer == layer) parts.push_back(&file);
    const auto blocks = blocks_to_swap(*parts.front());
    if (!blocks) continue;
    ++layers;
    table::Manifest manifest = manifest_;
    std::vector<std::string> before;
    for (const PartFile* part : parts) {
      before.push_back(bytes_of(path(part->name)));
      swap(*part, *blocks, Right::all, manifest);
    }
    EXPECT_FALSE(verified().good()) << layer;
    for (std::size_t i = 0; i < parts.size(); ++i) write_bytes(path(parts[i]->name), before[i]);
  }
  EXPECT_GT(layers, 2);
}

INSTANTIATE_TEST_SUITE_P(, SeveralBlocks, testing::Values(Metric::outcome, Metric::distance),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace quixo::faults
